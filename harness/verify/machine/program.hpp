// An explored program: a few threads. All four functions run on the machine; set-up and tear-down run outside of the
// threads, before the first begins and after the last has ended.
#pragma once

namespace schedlab::verify {

class program {
 public:
  virtual ~program() = default;
  virtual unsigned threads() const = 0;
  virtual void set_up() = 0;
  virtual void run(unsigned thread) = 0;
  virtual void tear_down() = 0;
};

}  // namespace schedlab::verify
