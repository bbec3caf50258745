// SPDX-License-Identifier: Apache-2.0
// Writes the fields of a table (model/report/field.hpp) into the structured output. Absent means not applicable,
// nothing is null, and lists that a reader would loop over exist even if empty.
#pragma once

#include "document/yaml/writer.hpp"
#include "model/report/report_words.hpp"
#include "report/structured/with_fields.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace report {

class FieldWriter {
 public:
  using Output = document::Output;

  explicit FieldWriter(Output& object) : m_object(object) {}

  template <typename T>
  void operator()(std::string_view name, const T& value, const model::About& = {}) {
    put(name, output_of(value));
  }

  template <typename T>
  void when(bool condition, std::string_view name, const T& value, const model::About& = {}) {
    if (condition) { put(name, output_of(value)); }
  }

  template <typename T>
  void if_any(std::string_view name, const T& value, const model::About& = {}) {
    put_unless_empty(name, output_of(value));
  }

  // A 0 or an empty text is a value here.
  template <typename T>
  void if_any(std::string_view name, const std::optional<T>& value, const model::About& = {}) {
    if (value) { put(name, output_of(*value)); }
  }

  template <typename T>
  void if_any(std::string_view name, const std::shared_ptr<T>& value, const model::About& = {}) {
    if (value != nullptr) { put_unless_empty(name, output_of(*value)); }
  }

  void definition(std::string_view, std::string_view = {}) {}
  void also(std::string_view) {}

  // For certificates: model/report/feasibility_fields.hpp.
  void counted(std::string_view nodes, std::string_view domains, bool is_of_domains, std::int64_t count);
  void lists(std::string_view name, const std::vector<std::vector<std::string>>& lists, std::string_view inner,
             const model::About&);
  void kind(std::string_view name, const model::UpperBound& bound);

  template <typename T>
  static Output output_of(const T& value) {
    if constexpr (std::is_enum_v<T>) {
      return Output(model::word(value));
    } else if constexpr (std::is_constructible_v<Output, const T&>) {
      return Output(value);
    } else {
      Output object;
      FieldWriter fields(object);
      each_field(value, fields);
      return object;
    }
  }

 private:
  static Output output_of(const model::Time& time) { return Output(model::time_text(time)); }
  static Output output_of(const model::Quantity& quantity) { return Output(quantity.text()); }

  static Output output_of(const model::FactValue& value) {
    return std::visit([](const auto& alternative) { return output_of(alternative); }, value);
  }

  template <typename T>
  static Output output_of(const std::vector<T>& list) {
    Output array = Output::array();
    for (const T& element : list) { array.push(output_of(element)); }
    return array;
  }

  // Names with values are the members of an object.
  template <typename T>
  static Output output_of(const std::vector<std::pair<std::string, T>>& members) {
    Output object;
    for (const auto& [name, value] : members) { object[name] = output_of(value); }
    return object;
  }

  template <typename T>
  static Output output_of(const std::map<std::string, T>& members) {
    Output object;
    for (const auto& [name, value] : members) { object[name] = output_of(value); }
    return object;
  }

  template <typename T, typename Rows>
  static Output output_of(const WithFields<std::vector<T>, Rows>& list) {
    Output array = Output::array();
    for (const T& element : list.of) { array.push(output_of(WithFields<T, Rows>{element, list.rows})); }
    return array;
  }

  template <typename T, typename Rows>
  static Output output_of(const WithFields<std::optional<T>, Rows>& value) {
    return value.of ? output_of(WithFields<T, Rows>{*value.of, value.rows}) : Output();
  }

  void put(std::string_view name, Output value);
  void put_unless_empty(std::string_view name, Output value);

  Output& m_object;
};

} // namespace report
