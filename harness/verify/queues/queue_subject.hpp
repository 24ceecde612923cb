// A queue or deque of the catalogue as the explorer sees it: one class behind which each design is compiled once, over
// checked memory, whatever its type and its handles.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/verify/subjects/subject.hpp"
#include "queues/queue_traits.hpp"

namespace schedlab::verify {

// The operations of one thread, one after the other: says what to do next, and is told the result.
class script {
 public:
  virtual ~script() = default;
  virtual const planned_operation* next() = 0;
  virtual void done(answer said, std::uint64_t item) = 0;
  bool items_are_wide = false;
};

enum class role { producer, consumer, both, owner, thief };

class queue_subject : public subject {
 public:
  const char* name() const final { return traits().name; }
  // A queue of others, whose header has a whole path, owns what lies beside that.
  bool owns(const std::string& file) const final;
  bool is_sound() const final { return traits().sound; }
  std::vector<planned_check> planned(suite which) const final;
  std::optional<planned_check> alone() const final;
  outcome accepts(const scenario& what) const final;
  machine_options options(const planned_check& planned) const final;
  std::unique_ptr<explored_program> program(const planned_check& planned) const final;

  virtual const queue_traits& traits() const = 0;
  virtual const char* header() const = 0;  // as checked_source.hpp has it
  virtual bool is_deque() const = 0;
  virtual bool has_free_list() const = 0;
  // The same design over items that own memory, and the same design made by each thread that uses it; null if there is
  // none.
  virtual const queue_subject* over_owned_items() const = 0;
  virtual const queue_subject* made_by_all() const = 0;
  virtual bool can_wait() const = 0;  // it has wait_pop and close
  virtual bool valid_capacity(std::size_t capacity) const = 0;
  virtual unsigned wait_free_steps() const = 0;  // 0: the design names no number
  virtual std::size_t bytes() const = 0;
  virtual std::size_t alignment() const = 0;
  virtual void construct(void* place, std::size_t capacity) const = 0;
  virtual void destroy(void* place) const = 0;
  virtual void run(void* place, role as, script& operations) const = 0;
  // How many items the structure says that it holds; to be asked when no thread is at work.
  virtual std::optional<std::size_t> size(void* place) const = 0;
  virtual void describe(const void* place, field_list& fields) const = 0;
};

// The designs of the catalogue that can be explored (own ones over a memory policy), in the catalogue's order.
class subject_registry {
 public:
  struct unable {
    std::string name;
    std::string reason;
  };

  void add(const queue_subject& subject) { subjects_.push_back(&subject); }
  void add_unable(unable one) { unable_.push_back(std::move(one)); }
  const std::vector<const queue_subject*>& subjects() const { return subjects_; }
  const std::vector<unable>& unable_ones() const { return unable_; }

 private:
  std::vector<const queue_subject*> subjects_;
  std::vector<unable> unable_;
};

// The designs of the catalogues that this program was built with.
const subject_registry& all_subjects();

}  // namespace schedlab::verify
