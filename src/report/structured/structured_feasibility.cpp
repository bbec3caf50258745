// SPDX-License-Identifier: Apache-2.0
// Structured output of a group's feasibility with its certificate, and of verify's results.
#include "model/report/feasibility_fields.hpp"
#include "model/report/report_words.hpp"
#include "report/structured/structured_parts.hpp"

#include <optional>
#include <type_traits>
#include <utility>

namespace report {

using document::Output;

namespace {

template <typename T>
Output value_output(const T& value);

// Writes the fields of an object. (model/report/feasibility_fields.hpp)
struct FieldWriter {
  Output& out;

  template <typename T>
  void operator()(std::string_view name, const T& value) {
    out[name] = value_output(value);
  }

  template <typename T>
  void if_any(std::string_view name, const std::optional<T>& value) {
    if (value) { out[name] = value_output(*value); }
  }

  template <typename T>
  void if_any(std::string_view name, const T& value) {
    if (!value.empty()) { out[name] = value_output(value); }
  }

  void counted(std::string_view nodes, std::string_view domains, bool is_of_domains, std::int64_t count) {
    out[is_of_domains ? domains : nodes] = Output(count);
  }

  void lists(std::string_view name, const std::vector<std::vector<std::string>>& lists, std::string_view inner) {
    out[name] = array_of(lists, [&](const std::vector<std::string>& list) {
      Output object;
      object[inner] = strings(list);
      return object;
    });
  }

  void kind(std::string_view name, const model::UpperBound& bound) { out[name] = Output(model::word(bound)); }
};

template <typename T>
constexpr bool k_is_list = false;
template <typename T>
constexpr bool k_is_list<std::vector<T>> = true;

template <typename T>
Output value_output(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return Output(model::word(value));
  } else if constexpr (k_is_list<T>) {
    return array_of(value, [](const auto& element) { return value_output(element); });
  } else if constexpr (std::is_constructible_v<Output, const T&>) {
    return Output(value);
  } else {
    Output object;
    FieldWriter fields{object};
    each_field(value, fields);
    return object;
  }
}

} // namespace

Output feasibility_output(const model::FeasibilityReport& feasibility) { return value_output(feasibility); }

Output verification_output(const model::Verification& verification) {
  Output out;
  out["namespace"] = Output(verification.namespace_name);
  out["name"] = Output(verification.name);
  out["dialect"] = Output(model::dialect_name(verification.dialect));
  out["judgement"] = Output(model::word(verification.judgement));
  out["message"] = Output(verification.message);
  if (verification.judgement == model::Judgement::Holds) {
    out["bound"] = Output(verification.bound);
    out["placed"] = Output(verification.placed);
    out["needed"] = Output(verification.needed);
    if (verification.at_most) { out["atMost"] = Output(*verification.at_most); }
    set(out, "kind", verification.bound_kind);
  }
  set(out, "field", verification.field);
  set(out, "says", verification.says);
  set(out, "truth", verification.truth);
  return out;
}

} // namespace report
