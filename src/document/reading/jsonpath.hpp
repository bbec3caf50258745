// SPDX-License-Identifier: Apache-2.0
// kubectl's JSONPath templates over what is about to be written. (client-go util/jsonpath, whose rules and messages
// these are: text stands outside of braces, an action in them.)
//
//   {.status.groups[*].name}   {range .items[*]}{.name}{"\n"}{end}   {.pods[?(@.node=="n1")].name}   {..name}
#pragma once

#include "document/yaml/writer.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace document {

class JsonPath {
 public:
  // Throws util::Error with what is wrong with the template.
  explicit JsonPath(std::string_view text);

  // What the template makes of `object`; arrays and objects are one line of JSON each. Members that are not there are
  // nothing, or an error where `missing_is_nothing` is false. Throws util::Error.
  std::string print(const Output& object, bool missing_is_nothing = true) const;

  // What each part has found as a JSON array.
  std::string print_as_json(const Output& object, bool missing_is_nothing = true) const;

  // What the template's first part finds in `object`.
  std::vector<Output> find(const Output& object, bool missing_is_nothing = true) const;

  // (implementation) One step of the way from a value to others.
  struct Step;
  using Steps = std::vector<Step>;
  struct Literal { // in quotes, a number or a boolean
    Output value;
    bool once; // a text, whatever there is before it
  };
  struct Field {
    std::string name;
  };
  struct Wildcard {};
  struct Recursive {};
  struct Slice {
    std::int64_t begin = 0;
    std::optional<std::int64_t> end, step;
    bool is_index = false; // [n]: the end was not written
  };
  struct Union {
    std::vector<Steps> ways;
  };
  struct Filter {
    Steps left, right;
    std::string comparison; // empty: left finds something
  };
  struct Keyword { // range and end; others are refused when it is their turn
    std::string name;
  };
  struct Step {
    std::variant<Literal, Field, Wildcard, Recursive, Slice, Union, Filter, Keyword> what;
  };

 private:
  std::vector<Steps> m_parts; // text is a part, too
};

// A text as it is, anything else as a line of JSON.
std::string printed(const Output& value);

// What --sort-by and custom-columns take for a path: .a.b, a.b, {.a.b} or {a.b}, as the template {.a.b}. Throws
// util::Error. (kubectl cmd/get, RelaxedJSONPathExpression)
std::string relaxed_path(std::string_view text);

} // namespace document
