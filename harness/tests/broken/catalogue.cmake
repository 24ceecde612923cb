# Queues that are broken on purpose, a line each as in queues/catalogue.cmake, for tests only: every check of the lab
# must find what is wrong with them.
queue(loses_one    HEADER faulty_queue.hpp TYPE "broken::loses_one<Item, Memory>")
queue(doubles_one  HEADER faulty_queue.hpp TYPE "broken::doubles_one<Item, Memory>")
queue(reorders_one HEADER faulty_queue.hpp TYPE "broken::reorders_one<Item, Memory>")
queue(crashes      HEADER faulty_queue.hpp TYPE "broken::crashes<Item, Memory>")
queue(hangs        HEADER faulty_queue.hpp TYPE "broken::hangs<Item, Memory>")
