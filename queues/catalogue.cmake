# Every queue of the lab, a line each. A line gives a design its contract tests, every workload that its traits allow, a
# row in the tables and its size in the results: nothing else is edited. TYPE is written in terms of Item and Memory.

# Yardsticks: the harness's own cost, and what the hardware allows.
queue(null_queue                 HEADER null_queue.hpp                 TYPE "null_queue<Item, Memory>")
queue(plain_ring                 HEADER plain_ring.hpp                 TYPE "plain_ring<Item, Memory>")
queue(fetch_add                  HEADER fetch_add.hpp                  TYPE "fetch_add<Item, Memory>")

# Own designs.
queue(mutex_queue                HEADER mutex_queue.hpp                TYPE "mutex_queue<Item, Memory>")
queue(vyukov_ring                HEADER vyukov_ring.hpp                TYPE "vyukov_ring<Item, Memory>")
queue(vyukov_ring_strong         HEADER vyukov_ring.hpp                TYPE "vyukov_ring_strong<Item, Memory>")
queue(vyukov_ring_as_written     HEADER vyukov_ring_as_written.hpp     TYPE "vyukov_ring_as_written<Item, Memory>")
queue(wpol_queue                 HEADER wpol_in_own_region.hpp         TYPE "wpol_in_own_region<wpol_queue<Memory>>")
queue(wpol_queue_padded          HEADER wpol_in_own_region.hpp         TYPE "wpol_in_own_region<wpol_queue_padded<Memory>>")
queue(wpol_queue_backoff         HEADER wpol_in_own_region.hpp         TYPE "wpol_in_own_region<wpol_queue_backoff<Memory>>")
queue(wpol_tasks                 HEADER wpol_in_own_region.hpp         TYPE "wpol_tasks<Memory>")
queue(wpol_queue_as_written      HEADER wpol_in_own_region.hpp         TYPE "wpol_in_own_region<wpol_queue_as_written<Memory>>")
queue(chase_lev_deque            HEADER chase_lev_deque.hpp            TYPE "chase_lev_deque<Item, Memory>")
queue(chase_lev_deque_fixed      HEADER chase_lev_deque.hpp            TYPE "chase_lev_deque_fixed<Item, Memory>")
queue(chase_lev_deque_as_written HEADER chase_lev_deque_as_written.hpp TYPE "chase_lev_deque_as_written<Item, Memory>")

# Peers: what people would use instead.
queue(boost_lockfree_queue       HEADER peers/boost_lockfree_queue.hpp TYPE "boost_lockfree_queue<Item>" PACKAGE Boost)
queue(moodycamel_queue           HEADER peers/moodycamel_queue.hpp     TYPE "moodycamel_queue<Item>"     PACKAGE concurrentqueue)
queue(tbb_bounded_queue          HEADER peers/tbb_bounded_queue.hpp    TYPE "tbb_bounded_queue<Item>"    PACKAGE TBB)
