// A single object on storage of the memory policy: made and dropped, as `new` and `delete` would. Bare.
#pragma once

#include "storage.hpp"

namespace schedlab {

template <class T, class Memory, class... Arguments>
T* make_object(const Arguments&... arguments) {
  storage<Memory> room(sizeof(T), alignof(T));
  T* const object = ::new (room.place()) T(arguments...);
  room.keep();
  return object;
}

template <class Memory, class T>
void drop_object(T* object) {
  object->~T();
  Memory::deallocate(object, sizeof(T), alignof(T));
}

}  // namespace schedlab
