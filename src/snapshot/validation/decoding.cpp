// SPDX-License-Identifier: Apache-2.0
// Source of the words: sigs.k8s.io/json (decode.go, literalStore), apimachinery Quantity and IntOrString, and
// kube-openapi's validation/errors.
#include "snapshot/validation/decoding.hpp"

#include "model/values/time.hpp"
#include "snapshot/validation/errors.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace snapshot {

namespace {

struct TypeWords {
  ValueType type;
  std::string_view go, schema;
};

constexpr TypeWords k_words[] = {
    {ValueType::Boolean, "bool", "boolean"}, {ValueType::Bytes, "[]uint8", "string"},
    {ValueType::Int32, "int32", "integer"},  {ValueType::Int64, "int64", "integer"},
    {ValueType::String, "string", "string"}, {ValueType::Time, "string", "string"},
};

const TypeWords& words_of(ValueType type) {
  const auto found = std::ranges::find(k_words, type, &TypeWords::type);
  return found == std::end(k_words) ? k_words[4] : *found;
}

std::string_view go_kind(document::Value value) {
  switch (value.type()) {
  case document::Type::String:
    return "string";
  case document::Type::Number:
    return "number";
  case document::Type::Boolean:
    return "bool";
  case document::Type::Array:
    return "array";
  default:
    return "object";
  }
}

std::string_view schema_kind(document::Value value) {
  switch (value.type()) {
  case document::Type::Number:
    return value.text().find_first_of(".eE") == std::string_view::npos ? "integer" : "number";
  case document::Type::Boolean:
    return "boolean";
  default:
    return go_kind(value);
  }
}

// Of the schemas of custom resources.
constexpr std::string_view k_quantity_pattern =
    R"(^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$)";

constexpr std::string_view k_native = "Native"; // the types of scheduling.k8s.io/v1alpha2 in our table

std::string_view go_name(const FieldsType& type) {
  return type.name.starts_with(k_native) ? type.name.substr(k_native.size()) : type.name;
}

// "v1.PodSpec"; the name in Go's words.
std::string go_type(const FieldsType& type) {
  return util::concat(type.name.starts_with(k_native) ? "v1alpha2." : "v1.", go_name(type));
}

std::string go_type(const FieldsType::Field& field) {
  std::string single = field.below != nullptr                 ? go_type(*field.below)
                       : field.type == ValueType::Quantity    ? "resource.Quantity"
                       : field.type == ValueType::IntOrString ? "intstr.IntOrString"
                                                              : std::string(words_of(field.type).go);
  if (field.shape == FieldShape::List) { return util::concat("[]", single); }
  if (field.shape != FieldShape::Map) { return single; }
  return field.type == ValueType::Quantity ? "v1.ResourceList" : util::concat("map[string]", single);
}

bool is_int32(document::Value value) {
  const auto number = value.is_number() ? util::parse_int64(value.text()) : std::nullopt;
  return number && *number >= std::numeric_limits<std::int32_t>::min() &&
         *number <= std::numeric_limits<std::int32_t>::max();
}

bool is_whole(document::Value number) {
  const std::optional<model::Quantity> quantity = model::Quantity::parse(number.text());
  return quantity && quantity->milli_value() % 1000 == 0;
}

bool is_base64(std::string_view text) {
  std::size_t padding = 0, count = 0;
  for (const char c : text) {
    if (c == '\n' || c == '\r') { continue; }
    const bool is_digit =
        (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
    padding += c == '=' ? 1U : 0U;
    if ((!is_digit && c != '=') || (c != '=' && padding > 0)) { return false; }
    ++count;
  }
  return count % 4 == 0 && padding <= 2;
}

// A value whose type has its own decoder (quantity, time, number or text) ends the decoding; other errors wait until
// the end.
class TypeChecker {
 public:
  explicit TypeChecker(TypesOf types) : m_types(types) {}

  std::string error; // the one that the API server reports

  // Returns false if the decoding has ended.
  bool check_object(document::Value object, const Path& path, const FieldsType& type) {
    std::vector<std::pair<std::string_view, document::Value>> members;
    for (const auto [key, value] : object.members()) { members.emplace_back(key, value); }
    std::ranges::stable_sort(members, {}, &std::pair<std::string_view, document::Value>::first);
    bool goes_on = true;
    for (const auto& [key, value] : members) {
      const FieldsType::Field* const field = type.find(key);
      if (field == nullptr || value.absent()) { continue; }
      const FieldsType* const outer = std::exchange(m_struct, &type);
      m_fields.push_back(key);
      goes_on = check_field(value, path[key], *field);
      m_fields.pop_back();
      m_struct = outer;
      if (!goes_on) { break; }
    }
    return goes_on;
  }

 private:
  bool report(std::string text, bool is_last) {
    if (is_last || error.empty()) { error = std::move(text); }
    return !is_last;
  }

  bool check_field(document::Value value, const Path& path, const FieldsType::Field& field) {
    if (field.type == ValueType::Any) { return true; }
    if (field.shape == FieldShape::Single) { return check_single(value, path, field); }
    const bool is_list = field.shape == FieldShape::List;
    if (is_list ? !value.is_array() : !value.is_object()) {
      return report(refusal(value, path, go_type(field), is_list ? "array" : "object"), false);
    }
    std::int64_t index = 0;
    for (const document::Value element : value.elements()) {
      if (!check_single(element, path.at(index++), field)) { return false; }
    }
    for (const auto [key, member] : value.members()) {
      if (!check_single(member, path[key], field)) { return false; }
    }
    return true;
  }

  bool check_single(document::Value value, const Path& path, const FieldsType::Field& field) {
    if (value.absent()) { return true; }
    if (field.type == ValueType::Object) {
      if (value.is_object()) { return check_object(value, path, *field.below); }
      return report(refusal(value, path, go_type(*field.below), "object"), false);
    }
    if (has_type(value, field.type)) { return true; }
    const bool has_decoder =
        field.type == ValueType::Quantity || field.type == ValueType::Time || field.type == ValueType::IntOrString;
    return report(basic_refusal(value, path, field.type), has_decoder && m_types == TypesOf::Kubernetes);
  }

  bool has_type(document::Value value, ValueType type) const {
    if (m_types == TypesOf::Custom && value.is_number()) { // no limits
      if (type == ValueType::Quantity) { return is_whole(value); }
      if (type == ValueType::Int32) { return util::parse_int64(value.text()).has_value(); }
    }
    switch (type) {
    case ValueType::Boolean:
      return value.is_boolean();
    case ValueType::Bytes:
      return value.is_string() && is_base64(value.text());
    case ValueType::Int32:
      return is_int32(value);
    case ValueType::Int64:
      return value.is_number() && util::parse_int64(value.text());
    case ValueType::IntOrString:
      return value.is_string() || is_int32(value);
    case ValueType::Quantity:
      return value.is_string() ? model::Quantity::parse_json_string(value.text()).has_value()
                               : value.is_number() && model::Quantity::parse(value.text());
    case ValueType::Time:
      return value.is_string() && (value.text().empty() || model::parse_time(value.text()));
    default:
      return value.is_string();
    }
  }

  std::string basic_refusal(document::Value value, const Path& path, ValueType type) {
    if (type == ValueType::Quantity && !(m_types == TypesOf::Custom && !value.is_string())) {
      model::QuantityError problem = model::QuantityError::Format;
      if (value.is_string() || value.is_number()) { model::Quantity::parse_json_string(value.text(), &problem); }
      return m_types == TypesOf::Kubernetes
                 ? with_place(value, path, model::quantity_error_text(problem))
                 : util::concat(path.text_with_dots(), ": Invalid value: \"", value.text(),
                                "\": ", path.text_with_dots(), " in body should match '", k_quantity_pattern, '\'');
    }
    if (m_types == TypesOf::Kubernetes) {
      if (type == ValueType::IntOrString) { return refusal(value, path, "int32", {}); }
      if (type == ValueType::Time && value.is_string()) {
        return with_place(value, path,
                          util::concat("parsing time \"", value.text(),
                                       "\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"", value.text(),
                                       "\" as \"2006\""));
      }
      if (type == ValueType::Bytes && value.is_string()) { return not_base64(path); }
    }
    const std::string_view schema = type == ValueType::IntOrString || type == ValueType::Quantity
                                        ? std::string_view("integer,string")
                                        : words_of(type).schema;
    return refusal(value, path, words_of(type).go, schema);
  }

  // These decoders of the API server do not name the field, and that of quantities not the value. A user needs both.
  static std::string with_place(document::Value value, const Path& path, std::string_view problem) {
    Errors errors;
    errors.invalid(path, value, problem);
    return std::move(errors.texts.front());
  }

  // The value may be secret.
  static std::string not_base64(const Path& path) {
    Errors errors;
    errors.omitted(path, "illegal base64 data");
    return std::move(errors.texts.front());
  }

  static std::string shown(document::Value value) {
    return value.is_number() ? util::concat("number ", value.text()) : std::string(go_kind(value));
  }

  std::string refusal(document::Value value, const Path& path, std::string_view go, std::string_view schema) const {
    if (m_types == TypesOf::Kubernetes) {
      const bool shows_number = go == "int32" || go == "int64";
      return util::concat("json: cannot unmarshal ", shows_number ? shown(value) : std::string(go_kind(value)),
                          " into Go struct field ", go_name(*m_struct), '.', util::joined(m_fields, "."), " of type ",
                          go);
    }
    const std::string field = path.text_with_dots();
    return util::concat(field, ": Invalid value: \"", schema_kind(value), "\": ", field, " in body must be of type ",
                        schema, ": \"", schema_kind(value), '"');
  }

  TypesOf m_types;
  const FieldsType* m_struct = nullptr;
  std::vector<std::string_view> m_fields;
};

} // namespace

std::string type_error_of(document::Value object, const Path& path, const FieldsType& type, TypesOf types) {
  TypeChecker checker(types);
  checker.check_object(object, path, type);
  return std::move(checker.error);
}

} // namespace snapshot
