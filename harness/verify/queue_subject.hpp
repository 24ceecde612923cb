// A queue or deque of the catalogue as the explorer sees it: one class behind which each design is compiled once, over
// checked memory, whatever its type and its handles.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/verify/scenario.hpp"
#include "queues/queue_traits.hpp"

namespace schedlab::verify {

// The operations of one thread, one after the other: what to do next, and what came of it.
class script {
 public:
  virtual ~script() = default;
  virtual const planned_operation* next() = 0;
  virtual void done(answer said, std::uint64_t item) = 0;
};

enum class role { producer, consumer, both, owner, thief };

// The fields of a structure, as it describes itself.
class field_list {
 public:
  void operator()(const char* name, const void* at, std::size_t bytes) { fields_.push_back({name, at, bytes}); }
  void operator()(const char* array, std::size_t index, const char* field, const void* at, std::size_t bytes) {
    const std::string element = std::string(array) + "[" + std::to_string(index) + "]";
    fields_.push_back({*field == 0 ? element : element + "." + field, at, bytes});
  }

  // Empty if no field lies there.
  std::string name_of(const void* at) const {
    for (const named_place& f : fields_) {
      if (at >= f.at && at < static_cast<const char*>(f.at) + f.bytes) return f.name;
    }
    return "";
  }

 private:
  struct named_place {
    std::string name;
    const void* at;
    std::size_t bytes;
  };
  std::vector<named_place> fields_;
};

class queue_subject {
 public:
  virtual ~queue_subject() = default;
  virtual const queue_traits& traits() const = 0;
  virtual const char* header() const = 0;  // path from the repo's root
  virtual bool is_deque() const = 0;
  virtual bool has_free_list() const = 0;
  virtual bool valid_capacity(std::size_t capacity) const = 0;
  virtual unsigned wait_free_steps() const = 0;  // 0: it does not say
  virtual std::size_t bytes() const = 0;
  virtual std::size_t alignment() const = 0;
  virtual void construct(void* place, std::size_t capacity) const = 0;
  virtual void destroy(void* place) const = 0;
  virtual void run(void* place, role as, script& operations) const = 0;
  virtual void describe(const void* place, field_list& fields) const = 0;
};

// The designs of the catalogue that can be explored (own ones over a memory policy), in its order.
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

// Those of the catalogues that this program was built with.
const subject_registry& all_subjects();

}  // namespace schedlab::verify
