#include "queues/tests/deliveries.hpp"

namespace schedlab::contract {
namespace {

// Counts one kind of fault and remembers the first.
class fault {
 public:
  explicit fault(const char* name) : name_(name) {}
  void note(std::uint64_t id, const std::string& how) {
    if (count_++ == 0) first_ = text("item ", id & 0xFFFFFFF, " of producer ", id >> 28, how);
  }
  std::string summary() const { return count_ == 0 ? "" : text("; ", count_, " ", name_, ", first ", first_); }

 private:
  const char* name_;
  std::uint64_t count_ = 0;
  std::string first_;
};

class judge {
 public:
  judge(const deliveries& record, bool in_order)
      : record_(record), in_order_(in_order), latest_overall_(record.pushed.size(), -1) {
    for (const std::uint64_t count : record.pushed) times_.emplace_back(count, std::uint8_t{0});
  }

  violation verdict() {
    for (std::size_t consumer = 0; consumer < record_.received.size(); ++consumer) {
      std::vector<std::int64_t> latest(record_.pushed.size(), -1);
      look_through(record_.received[consumer], text(" at consumer ", consumer), latest);
      for (std::size_t i = 0; i < latest.size(); ++i) latest_overall_[i] = std::max(latest_overall_[i], latest[i]);
    }
    // What was taken when all had ended comes after everything else.
    look_through(record_.rest, " of those left at the end", latest_overall_);
    for (std::size_t producer = 0; producer < times_.size(); ++producer) {
      for (std::size_t number = 0; number < times_[producer].size(); ++number) {
        if (times_[producer][number] == 0) lost_.note(id_from(static_cast<unsigned>(producer), number), "");
      }
    }
    const std::string all = lost_.summary() + doubled_.summary() + out_of_order_.summary() + invented_.summary();
    if (all.empty()) return {};
    return text("of ", record_.total(), " items", all);
  }

 private:
  void look_through(const std::vector<std::uint64_t>& ids, const std::string& where,
                    std::vector<std::int64_t>& latest) {
    for (const std::uint64_t id : ids) {
      const std::uint64_t producer = id >> 28;
      const std::uint64_t number = id & 0xFFFFFFF;
      if (producer >= times_.size() || number >= times_[producer].size()) {
        invented_.note(id, where);
        continue;
      }
      if (++times_[producer][number] > 1) {
        doubled_.note(id, where);
      } else if (in_order_ && static_cast<std::int64_t>(number) < latest[producer]) {
        out_of_order_.note(id, text(" after item ", latest[producer], where));
      }
      latest[producer] = std::max(latest[producer], static_cast<std::int64_t>(number));
    }
  }

  const deliveries& record_;
  const bool in_order_;
  std::vector<std::int64_t> latest_overall_;
  std::vector<std::vector<std::uint8_t>> times_;
  fault lost_{"lost"};
  fault doubled_{"doubled"};
  fault out_of_order_{"out of order"};
  fault invented_{"invented"};
};

}  // namespace

deliveries::deliveries(unsigned producers, unsigned consumers) : pushed(producers), received(consumers) {}

deliveries::~deliveries() = default;

std::uint64_t deliveries::total() const {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : pushed) sum += count;
  return sum;
}

violation judged(const deliveries& record, bool in_order) { return judge(record, in_order).verdict(); }

}  // namespace schedlab::contract
