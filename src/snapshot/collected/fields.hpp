// SPDX-License-Identifier: Apache-2.0
// Typed access to the members of an object. A value of the wrong type throws a DecodeError that contains its path:
//
//   spec.containers[0].resources.requests.cpu: "1x" is not a quantity
//
// null means absent everywhere, as in the Kubernetes API: an empty string, 0, false, no time.
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

// The path from an object's root to a value, as links on the stack. It costs nothing until an error needs its text. A
// Path refers to its parent, so name every Path that outlives the expression that creates it.
class Path {
 public:
  Path() = default;
  Path operator[](std::string_view key) const { return {this, key, -1}; }
  Path at(std::int64_t index) const { return {this, {}, index}; }
  Path member(std::string_view key) const { return {this, key, k_member}; } // of a map: always in brackets
  std::string text() const;           // "spec.tolerations[2].effect"; keys that are not plain words are in brackets
  std::string text_with_dots() const; // the same without brackets around keys: "metadata.labels.a/b"

 private:
  Path(const Path* parent, std::string_view key, std::int64_t index) : m_parent(parent), m_key(key), m_index(index) {}

  static constexpr std::int64_t k_member = -2;

  const Path* m_parent = nullptr;
  std::string_view m_key;
  std::int64_t m_index = -1;
};

// One object is invalid. The code that adds objects catches this; it never reaches further up.
class DecodeError : public std::runtime_error {
 public:
  DecodeError(const Path& path, std::string_view what);
};

std::string_view text_of(document::Value value, const Path& path);
bool boolean_of(document::Value value, const Path& path);
std::int64_t int64_of(document::Value value, const Path& path); // accepts only integer literals, as Go does
std::int32_t int32_of(document::Value value, const Path& path);
std::optional<model::Time> time_of(document::Value value, const Path& path); // the zero time is no time

// A string or a number. Trims blanks around a string, like apimachinery's Quantity.UnmarshalJSON.
model::Quantity quantity_of(document::Value value, const Path& path);

// Returns the value; throws DecodeError if it is neither absent nor of this type.
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
