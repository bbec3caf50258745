// SPDX-License-Identifier: Apache-2.0
// Makes a JSON Schema of the rows of a field table (model/report/field.hpp).
#pragma once

#include "document/yaml/writer.hpp"
#include "model/report/report_words.hpp"
#include "report/structured/report_fields.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace report {

using Definitions = std::vector<std::pair<std::string, std::string>>; // name and schema; parts before the whole

// Collects the fields of one object. A schema is text here: its members in JSON, without the braces around them.
class SchemaFields {
 public:
  explicit SchemaFields(Definitions& definitions) : m_definitions(definitions) {}

  template <typename T>
  void operator()(std::string_view name, const T& value, const model::About& about = {}) {
    add(name, about, type_of(value));
    m_required.push_back(document::json_string(name));
  }

  template <typename T>
  void when(bool, std::string_view name, const T& value, const model::About& about = {}) {
    add(name, about, type_of(value));
  }

  template <typename T>
  void if_any(std::string_view name, const T& value, const model::About& about = {}) {
    if constexpr (std::is_same_v<T, bool>) {
      add(name, about, R"("const": true)");
    } else {
      add(name, about, type_of(value), least(value));
    }
  }

  void definition(std::string_view name, std::string_view description = {}) {
    m_name = name;
    m_description = description;
  }

  void also(std::string_view json) { m_more = json; }

  void counted(std::string_view nodes, std::string_view domains, bool, std::int64_t count) {
    when(true, nodes, count);
    when(true, domains, count);
    m_more = util::concat(R"("oneOf": [{"required": [")", nodes, R"("]}, {"required": [")", domains, R"("]}])");
  }

  void lists(std::string_view name, const std::vector<std::vector<std::string>>&, std::string_view inner,
             const model::About& about) {
    SchemaFields object(m_definitions);
    object(inner, std::vector<std::string>(), {.more = R"("minItems": 1)"});
    add(name, about, list_of(object.type()));
    m_required.push_back(document::json_string(name));
  }

  void kind(std::string_view name, const model::UpperBound& bound) {
    (*this)(name, "", {.type = constant(model::word(bound))});
  }

  template <typename T>
  std::string type_of(const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      return R"("type": "boolean")";
    } else if constexpr (std::is_same_v<T, model::ReportKind>) {
      return constant(model::word(value)); // each kind has its own schema
    } else if constexpr (std::is_enum_v<T>) {
      return type_of_words(value);
    } else if constexpr (std::is_integral_v<T>) {
      return reference("count");
    } else if constexpr (std::is_same_v<T, model::Time>) {
      return reference("time");
    } else if constexpr (std::is_convertible_v<const T&, std::string_view> || std::is_same_v<T, model::Quantity>) {
      return reference("text");
    } else if constexpr (std::is_same_v<T, document::Output>) {
      return {}; // the row has the type
    } else {
      SchemaFields object(m_definitions);
      each_field(value, object);
      return object.type();
    }
  }

 private:
  template <typename T>
  std::string type_of(const std::optional<T>&) {
    return type_of(T());
  }

  template <typename T>
  std::string type_of(const std::shared_ptr<T>&) {
    return type_of(std::remove_const_t<T>());
  }

  template <typename T>
  std::string type_of(const std::vector<T>&) {
    return list_of(type_of(T()));
  }

  template <typename T>
  std::string type_of(const std::vector<std::pair<std::string, T>>&) {
    return members_of(type_of(T()));
  }

  template <typename T>
  std::string type_of(const std::map<std::string, T>&) {
    return members_of(type_of(T()));
  }

  template <typename T, typename Rows>
  std::string type_of(const WithFields<std::vector<T>, Rows>& list) {
    const T element{};
    return list_of(type_of(WithFields<T, Rows>{element, list.rows}));
  }

  template <typename T, typename Rows>
  std::string type_of(const WithFields<std::optional<T>, Rows>& value) {
    const T present{};
    return type_of(WithFields<T, Rows>{present, value.rows});
  }

  // Facts may be negative or empty.
  std::string type_of(const model::FactValue&) {
    return any_of("anyOf",
                  {R"("type": "integer")", R"("type": "string")", reference("texts"), type_of(model::FactAmount())});
  }

  std::string type_of(const std::optional<model::UpperBound>&) {
    std::vector<std::string> kinds;
    for (const model::UpperBound& bound :
         {model::UpperBound(model::CountingBound()), model::UpperBound(model::TableBound()),
          model::UpperBound(model::SpreadBound()), model::UpperBound(model::SearchBound())}) {
      kinds.push_back(type_of(bound));
    }
    return any_of("oneOf", kinds);
  }

  // An enumeration with a definition has a table with nothing else.
  template <typename Enumeration>
  std::string type_of_words(Enumeration value) {
    std::vector<std::string> words;
    for (const Enumeration each : model::all_with_words<Enumeration>()) {
      words.push_back(document::json_string(model::word(each)));
    }
    SchemaFields table(m_definitions);
    if constexpr (requires { each_field(value, table); }) { each_field(value, table); }
    return table.defined(util::concat("\"enum\": [", util::joined(words, ", "), ']'));
  }

  // What if_any() knows about a value that is there.
  template <typename T>
  static std::string least(const T&) {
    if constexpr (std::is_integral_v<T>) { return R"("minimum": 1)"; }
    const bool is_object = std::is_class_v<T> && !std::is_convertible_v<const T&, std::string_view>;
    return is_object ? R"("minProperties": 1)" : "";
  }

  template <typename T>
  static std::string least(const std::vector<std::pair<std::string, T>>&) {
    return R"("minProperties": 1)";
  }

  template <typename T>
  static std::string least(const std::optional<T>&) {
    return {};
  }

  template <typename T, typename Rows>
  static std::string least(const WithFields<std::optional<T>, Rows>&) {
    return {};
  }

  template <typename T>
  static std::string least(const std::vector<T>&) {
    return R"("minItems": 1)";
  }

  template <typename T, typename Rows>
  static std::string least(const WithFields<std::vector<T>, Rows>&) {
    return R"("minItems": 1)";
  }

  static std::string reference(std::string_view name) { return util::concat(R"("$ref": "#/$defs/)", name, '"'); }
  static std::string constant(std::string_view word) { return util::concat(R"("const": ")", word, '"'); }

  static std::string list_of(const std::string& type) {
    return util::concat(R"("type": "array", "items": {)", type, '}');
  }

  static std::string members_of(const std::string& type) {
    return util::concat(R"("type": "object", "additionalProperties": {)", type, '}');
  }

  static std::string any_of(std::string_view keyword, const std::vector<std::string>& types) {
    return util::concat('"', keyword, R"(": [{)", util::joined(types, "}, {"), "}]");
  }

  static std::string described(std::string_view description) {
    return description.empty() ? std::string() : "\"description\": " + document::json_string(description);
  }

  static std::string members(std::vector<std::string> all) {
    std::erase(all, "");
    return util::joined(all, ", ");
  }

  void add(std::string_view name, const model::About& about, const std::string& type, const std::string& more = "") {
    m_properties.push_back(
        util::concat(document::json_string(name), ": {",
                     members({described(about.description), about.type.empty() ? type : std::string(about.type),
                              about.more.empty() ? more : std::string(about.more)}),
                     '}'));
  }

  // The schema of the object; a reference if it has a definition.
  std::string type() {
    return defined(members(
        {R"("type": "object")", util::concat("\"properties\": {", util::joined(m_properties, ", "), '}'),
         m_required.empty() ? std::string() : util::concat("\"required\": [", util::joined(m_required, ", "), ']'),
         m_more, R"("additionalProperties": false)"}));
  }

  std::string defined(const std::string& schema) {
    const std::string whole = members({described(m_description), schema});
    if (m_name.empty()) { return whole; }
    const auto same_name = [&](const auto& definition) { return definition.first == m_name; };
    const auto found = std::ranges::find_if(m_definitions, same_name);
    if (found == m_definitions.end()) {
      m_definitions.emplace_back(m_name, '{' + whole + '}');
    } else if (found->second != '{' + whole + '}') {
      throw std::logic_error("two tables define " + m_name);
    }
    return reference(m_name);
  }

  Definitions& m_definitions;
  std::string m_name, m_description, m_more;
  std::vector<std::string> m_properties, m_required;
};

} // namespace report
