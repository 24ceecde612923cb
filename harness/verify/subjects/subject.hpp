// A subject is what scenarios explore: a queue of the catalogue (queue_subject.hpp) or a protocol of the schedulers
// (pool_subjects.hpp).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.hpp"
#include "harness/verify/subjects/planned_check.hpp"

namespace schedlab::verify {

// The fields of a structure, as its describe() names them.
class field_list {
 public:
  void operator()(const char* name, const void* at, std::size_t bytes) { fields_.push_back({name, at, bytes}); }
  void operator()(const char* array, std::size_t index, const char* field, const void* at, std::size_t bytes) {
    const std::string element = std::string(array) + "[" + std::to_string(index) + "]";
    fields_.push_back({*field == 0 ? element : element + "." + field, at, bytes});
  }

  // The name of the field at this address; empty if there is none.
  std::string name_of(const void* at) const {
    for (const named_place& f : fields_) {
      if (at >= f.address && at < static_cast<const char*>(f.address) + f.bytes) return f.name;
    }
    return "";
  }

 private:
  struct named_place {
    std::string name;
    const void* address;
    std::size_t bytes;
  };
  std::vector<named_place> fields_;
};

class explored_program : public program {
 public:
  // The fields of the execution that was recorded last.
  virtual const field_list& fields() const = 0;
};

class subject {
 public:
  virtual ~subject() = default;
  virtual const char* name() const = 0;
  virtual const char* fingerprint() const = 0;  // of the source that was compiled: checked_source.hpp

  // Whether memory orders in that file of the repo belong to this subject's table; other files have tables of their
  // own, or belong to the explorer.
  virtual bool owns(const std::string& file) const = 0;
  virtual bool is_sound() const = 0;  // false: known to be wrong as it stands

  // How many times as many executions its scenarios may take as a queue's may.
  virtual unsigned effort() const { return 1; }
  // Which scenarios it must survive.
  virtual std::vector<planned_check> planned(suite which) const = 0;
  // What one thread does alone; none where no thread does anything alone.
  virtual std::optional<planned_check> alone() const { return std::nullopt; }
  // Whether it can do what the scenario asks of it.
  virtual outcome accepts(const scenario& what) const = 0;
  virtual machine_options options(const planned_check& planned) const = 0;
  virtual std::unique_ptr<explored_program> program(const planned_check& planned) const = 0;
};

}  // namespace schedlab::verify
