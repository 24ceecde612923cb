// Base of a structure that lies in a stack frame while other threads know of it. It tells the memory policy when the
// structure begins and ends, so that the model checker sees every use of it after its frame was left. It must be the
// first base, so that the other members begin after it and end before it.
#pragma once

namespace schedlab {

template <class Structure, class Memory>
class in_frame {
 public:
  in_frame(const in_frame&) = delete;
  in_frame& operator=(const in_frame&) = delete;

 protected:
  in_frame() { Memory::begins(static_cast<const Structure*>(this), sizeof(Structure)); }
  ~in_frame() { Memory::ends(static_cast<const Structure*>(this), sizeof(Structure)); }
};

}  // namespace schedlab
