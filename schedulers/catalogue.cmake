# Every scheduler that is a class of its own, a line each. The pools over queues (global_queue.NAME) and over deques
# (work_stealing.NAME) need none: each line of queues/catalogue.cmake brings them along, in every combination of policies.

# Yardstick: no scheduler at all.
scheduler(serial            HEADER yardsticks/serial.hpp       TYPE "serial")

# Peers: what people would use instead.
scheduler(tbb_arena         HEADER peers/tbb_arena.hpp         TYPE "tbb_arena"         PACKAGE TBB)
scheduler(openmp_tasks      HEADER peers/openmp_tasks.hpp      TYPE "openmp_tasks"      PACKAGE OpenMP)
scheduler(asio_thread_pool  HEADER peers/asio_thread_pool.hpp  TYPE "asio_thread_pool"  PACKAGE Boost)
scheduler(vaser_thread_pool HEADER peers/vaser_thread_pool.hpp TYPE "vaser_thread_pool" PACKAGE thread_pool)
scheduler(async_threads     HEADER peers/async_threads.hpp     TYPE "async_threads")
