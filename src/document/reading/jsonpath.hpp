// SPDX-License-Identifier: Apache-2.0
// kubectl's JSONPath templates over the output. (Rules and messages from client-go util/jsonpath: text is outside of
// braces, an action inside.)
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
  // Throws util::Error with the mistake in the template.
  explicit JsonPath(std::string_view text);

  // Applies the template to `object`; prints each array and object as one line of JSON. Prints nothing for missing
  // members, or throws if `missing_is_nothing` is false. Throws util::Error.
  std::string print(const Output& object, bool missing_is_nothing = true) const;

  // The results of each part as a JSON array.
  std::string print_as_json(const Output& object, bool missing_is_nothing = true) const;

  // The results of the template's first part in `object`.
  std::vector<Output> find(const Output& object, bool missing_is_nothing = true) const;

  // (implementation) One step from a value to others.
  struct Step;
  using Steps = std::vector<Step>;
  struct Literal { // in quotes, a number or a boolean
    Output value;
    bool once; // plain text, printed once for any number of values
  };
  struct Field {
    std::string name;
  };
  struct Wildcard {};
  struct Recursive {};
  struct Slice {
    std::int64_t begin = 0;
    std::optional<std::int64_t> end, step;
    bool is_index = false; // [n]: without a written end
  };
  struct Union {
    std::vector<Steps> ways;
  };
  struct Filter {
    Steps left, right;
    std::string comparison; // empty: true if left finds something
  };
  struct Keyword { // range and end; evaluation rejects others
    std::string name;
  };
  struct Step {
    std::variant<Literal, Field, Wildcard, Recursive, Slice, Union, Filter, Keyword> what;
  };

 private:
  std::vector<Steps> m_parts; // text is a part, too
};

// A string unchanged, anything else as a line of JSON.
std::string printed(const Output& value);

// Converts a path of --sort-by or custom-columns, .a.b, a.b, {.a.b} or {a.b}, to the template {.a.b}. Throws
// util::Error. (kubectl cmd/get, RelaxedJSONPathExpression)
std::string relaxed_path(std::string_view text);

} // namespace document
