// A structure in a frame that other threads know of: the memory policy is told when it begins and ends, so that the model
// checker sees whoever uses it after its frame was left. The first base, for its members begin after it and end before it.
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
