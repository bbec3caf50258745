// SPDX-License-Identifier: Apache-2.0
// Typed access to the members of an object. What has the wrong type is a DecodeError that says where it stands:
//
//   spec.containers[0].resources.requests.cpu: "1x" is not a quantity
//
// null means absent throughout, as in the Kubernetes API: an empty text, 0, false, no time.
#pragma once

#include "document/bytes/value.hpp"
#include "model/values/quantity.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace snapshot {

// The way from an object's root to a value, as links on the stack: costs nothing until an error needs its text.
// A Path refers to its parent; name every one that outlives the expression it is made in.
class Path {
 public:
  Path() = default;
  Path operator[](std::string_view key) const { return {this, key, -1}; }
  Path at(std::int64_t index) const { return {this, {}, index}; }
  std::string text() const; // "spec.tolerations[2].effect"; keys that are no plain words stand in brackets

 private:
  Path(const Path* parent, std::string_view key, std::int64_t index) : m_parent(parent), m_key(key), m_index(index) {}

  const Path* m_parent = nullptr;
  std::string_view m_key;
  std::int64_t m_index = -1;
};

// One object cannot be decoded: caught where objects are added, never further up.
class DecodeError : public std::runtime_error {
 public:
  DecodeError(const Path& path, std::string_view what);
};

std::string_view text_of(document::Value value, const Path& path);
bool boolean_of(document::Value value, const Path& path);
std::int64_t int64_of(document::Value value, const Path& path); // integer literals only, as Go decodes them
std::int32_t int32_of(document::Value value, const Path& path);
std::optional<model::Time> time_of(document::Value value, const Path& path); // the zero time is no time

// A string or a number; blanks around a string are cut off, as apimachinery's Quantity.UnmarshalJSON does.
model::Quantity quantity_of(document::Value value, const Path& path);

// The same value, refused where it is neither absent nor of the type.
document::Value object_of(document::Value value, const Path& path);
document::Value array_of(document::Value value, const Path& path);

// visit(element, its path) for each element of an array.
template <typename Visit>
void each_element(document::Value value, const Path& path, Visit&& visit) {
  std::int64_t index = 0;
  for (const document::Value element : array_of(value, path).elements()) { visit(element, path.at(index++)); }
}

// visit(key, value, its path) for each member of an object.
template <typename Visit>
void each_member(document::Value value, const Path& path, Visit&& visit) {
  for (const auto [key, member] : object_of(value, path).members()) { visit(key, member, path[key]); }
}

} // namespace snapshot
