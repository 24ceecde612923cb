# The designs of this folder, a line each. `make bench WITH=<this folder>` in a checkout of schedlab measures them beside
# the lab's own; `make test WITH=` and `make verify WITH=` test and explore them. They are called <this folder>.<name>.
#
# NAME is what traits.name says, HEADER lies in this folder, TYPE is written in terms of Item and Memory.
# More than the lab's headers needed? See "Libraries" in schedlab's docs/adding.md.
queue(my_queue HEADER my_queue.hpp TYPE "::examples::my_queue<Item, Memory>")
queue(my_deque HEADER my_deque.hpp TYPE "::examples::my_deque<Item, Memory>")
scheduler(my_scheduler HEADER my_scheduler.hpp TYPE "::examples::my_scheduler")
