// JSON objects of structures that list their fields: `T::each_field(self, visit)` calls visit("name", self.field) for each.
#pragma once

#include <nlohmann/json.hpp>

namespace schedlab {

template <class T>
nlohmann::ordered_json fields_json(const T& from) {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  T::each_field(from, [&](const char* name, const auto& field) { object[name] = field; });
  return object;
}

// Throws nlohmann::json::exception where a field is missing or of another type.
template <class T>
T fields_from(const nlohmann::ordered_json& object) {
  T read;
  T::each_field(read, [&](const char* name, auto& field) { object.at(name).get_to(field); });
  return read;
}

}  // namespace schedlab
