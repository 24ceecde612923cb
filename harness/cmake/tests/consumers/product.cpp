// What somebody writes who takes a queue and a pool into a product: exit code 0 if both do what they promise.
#include <schedlab/queues/chase_lev_deque.hpp>
#include <schedlab/queues/vyukov_ring.hpp>
#include <schedlab/schedulers/work_stealing_pool.hpp>

namespace {

template <class Item, class Memory>
using deque = schedlab::chase_lev_deque<Item, Memory>;

bool hands_over(int item) {
  schedlab::vyukov_ring<int> ring(8);
  int taken = 0;
  return ring.try_push(int{item}) == schedlab::push_status::ok && ring.try_pop(taken) == schedlab::pop_status::ok &&
         taken == item && ring.try_pop(taken) == schedlab::pop_status::empty;
}

int answer_of_a_pool() {
  schedlab::work_stealing_pool<deque> pool({.workers = 2});
  std::future<int> answer = schedlab::submit_for_result(pool, [] { return 42; });
  pool.stop();
  return answer.get();
}

}  // namespace

int main() { return hands_over(7) && answer_of_a_pool() == 42 ? 0 : 1; }
