// SPDX-License-Identifier: Apache-2.0
// Applies steps to values. (client-go util/jsonpath/jsonpath.go, without nulls and Go's structs, which an Output cannot
// contain)
#include "document/reading/jsonpath.hpp"

#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <charconv>
#include <deque>
#include <utility>

namespace document {

namespace {

using Found = std::vector<const Output*>;
using EvalSteps = JsonPath::Steps;

const Output::Object* object_in(const Output* value) {
  return value ? std::get_if<Output::Object>(&value->data()) : nullptr;
}
const Output::Array* array_in(const Output* value) {
  return value ? std::get_if<Output::Array>(&value->data()) : nullptr;
}

std::string_view type_name(const Output& value) {
  static constexpr std::string_view k_names[] = {"bool",   "int64",          "float64",
                                                 "string", "[]interface {}", "map[string]interface {}"};
  return k_names[value.data().index()];
}

// Less than 0, 0, or more than 0. Throws if Go's templates do not compare such values.
int compared(const Output& left, const Output& right, bool orders) {
  const auto& a = left.data();
  const auto& b = right.data();
  if (a.index() != b.index()) { throw util::Error("incompatible types for comparison"); }
  if (const auto* const number = std::get_if<std::int64_t>(&a)) {
    return *number < std::get<std::int64_t>(b) ? -1 : *number > std::get<std::int64_t>(b) ? 1 : 0;
  }
  if (const auto* const text = std::get_if<std::string>(&a)) { return text->compare(std::get<std::string>(b)); }
  if (const auto* const truth = std::get_if<bool>(&a); truth && !orders) { return *truth == std::get<bool>(b) ? 0 : 1; }
  if (const auto* const number = std::get_if<NumberText>(&a)) {
    const auto as_float = [](const std::string& text) {
      double value = 0;
      std::from_chars(text.data(), text.data() + text.size(), value);
      return value;
    };
    const double x = as_float(number->text), y = as_float(std::get<NumberText>(b).text);
    return x < y ? -1 : x > y ? 1 : 0;
  }
  throw util::Error("invalid type for comparison");
}

bool holds(const std::string& comparison, const Output& left, const Output& right) {
  if (comparison == "==") { return compared(left, right, false) == 0; }
  if (comparison == "!=") { return compared(left, right, false) != 0; }
  if (comparison == "<") { return compared(left, right, true) < 0; }
  if (comparison == "<=") { return compared(left, right, true) <= 0; }
  if (comparison == ">") { return compared(left, right, true) > 0; }
  if (comparison == ">=") { return compared(left, right, true) >= 0; }
  throw util::Error(util::concat("unrecognized filter operator ", comparison));
}

class Walk {
 public:
  Walk(const std::vector<EvalSteps>& parts, bool missing_is_nothing) : m_parts(parts), m_lenient(missing_is_nothing) {}

  // The results of each part, from part `first` to the last or to the end of the enclosing range. A null pointer stands
  // for no value.
  std::vector<Found> parts(const Output* root, std::size_t first) {
    std::vector<Found> all;
    for (std::size_t i = first; i < m_parts.size(); ++i) {
      Found found = steps({root}, m_parts[i]);
      if (m_ends > 0 && m_ends <= m_inside) {
        --m_ends;
        m_last_end = i;
        break;
      }
      if (m_begins == 0) {
        all.push_back(std::move(found));
        continue;
      }
      --m_begins;
      ++m_inside;
      for (const Output* const value : found) {
        for (Found& inner : parts(value, i + 1)) { all.push_back(std::move(inner)); }
      }
      if (found.empty()) { parts(nullptr, i + 1); } // only to find the end of the range
      --m_inside;
      if (m_last_end > i && m_last_end != k_none) { i = m_last_end; }
    }
    return all;
  }

 private:
  static constexpr std::size_t k_none = static_cast<std::size_t>(-1);
  static constexpr std::size_t k_most = 50'000'000; // values, over all steps

  // Each .. and each [*] multiplies, and so does a range in a range.
  void count(std::size_t found) {
    m_found += found;
    if (m_found > k_most) { throw util::Error("the template selects too much output"); }
  }

  Found steps(Found values, const EvalSteps& way) {
    for (const JsonPath::Step& step : way) {
      values = std::visit([&](const auto& what) { return take(values, what); }, step.what);
      count(values.size() + 1); // also without results, for nested ranges
    }
    return values;
  }

  Found take(const Found& values, const JsonPath::Literal& literal) {
    return Found(literal.once ? 1 : values.size(), &literal.value);
  }

  Found take(const Found& values, const JsonPath::Field& field) {
    Found found;
    for (const Output* const value : values) {
      const Output::Object* const object = object_in(value);
      if (!object) { continue; }
      if (const auto member = object->find(field.name); member != object->end()) { found.push_back(&member->second); }
    }
    if (found.empty() && !values.empty() && !m_lenient) {
      throw util::Error(util::concat(field.name, " is not found"));
    }
    return found;
  }

  // The children. For a text, its bytes as numbers, like in Go.
  Found children(const Output* value) {
    Found found;
    if (const Output::Object* const object = object_in(value)) {
      for (const auto& [key, member] : *object) { found.push_back(&member); }
    } else if (const Output::Array* const array = array_in(value)) {
      for (const Output& element : *array) { found.push_back(&element); }
    } else if (value && std::holds_alternative<std::string>(value->data())) {
      for (const char byte : std::get<std::string>(value->data())) {
        found.push_back(&m_made.emplace_back(static_cast<unsigned char>(byte)));
      }
    }
    return found;
  }

  Found take(const Found& values, JsonPath::Wildcard) {
    Found found;
    for (const Output* const value : values) {
      const Found all = children(value);
      count(all.size());
      found.insert(found.end(), all.begin(), all.end());
    }
    return found;
  }

  Found take(const Found& values, JsonPath::Recursive step) {
    Found found;
    for (const Output* const value : values) {
      const Found all = children(value);
      if (all.empty()) { continue; }
      found.push_back(value);
      const Found below = take(all, step);
      count(below.size());
      found.insert(found.end(), below.begin(), below.end());
    }
    return found;
  }

  Found take(const Found& values, const JsonPath::Slice& slice) {
    Found found;
    for (const Output* const value : values) {
      if (!value) { continue; }
      const Output::Array* const array = array_in(value);
      if (!array) { throw util::Error(util::concat(type_name(*value), " is not array or slice")); }
      const auto length = static_cast<std::int64_t>(array->size());
      std::int64_t begin = slice.begin, end = slice.end.value_or(length);
      if (begin < 0) { begin += length; }
      if (end < 0 || (end == 0 && slice.is_index)) { end += length; }
      if (begin == end) { return found; }
      const auto outside = [&](std::int64_t index) {
        return util::Error(util::concat("array index out of bounds: index ", index, ", length ", length));
      };
      if (begin >= length || begin < 0) { throw outside(begin); }
      if (end > length || end < 0) { throw outside(end - 1); }
      if (begin > end) {
        throw util::Error(util::concat("starting index ", begin, " is greater than ending index ", end));
      }
      const std::int64_t step = slice.step.value_or(1);
      if (step <= 0) { throw util::Error("step must be > 0"); }
      for (std::int64_t at = begin; at < end; at += std::min(step, length)) {
        found.push_back(&(*array)[static_cast<std::size_t>(at)]);
      }
    }
    return found;
  }

  Found take(const Found& values, const JsonPath::Union& all) {
    Found found;
    for (const EvalSteps& way : all.ways) {
      const Found one = steps(values, way);
      found.insert(found.end(), one.begin(), one.end());
    }
    return found;
  }

  // nullptr: there is none.
  static const Output* only(const Found& found) {
    if (found.size() > 1) { throw util::Error("can only compare one element at a time"); }
    return found.empty() ? nullptr : found.front();
  }

  Found take(const Found& values, const JsonPath::Filter& filter) {
    Found found;
    for (const Output* const value : values) {
      const Output::Array* const array = array_in(value);
      if (!array) { throw util::Error(util::concat(text_of(value), " is not array or slice and cannot be filtered")); }
      for (const Output& element : *array) {
        if (filter.comparison.empty()) {
          if (!steps({&element}, filter.left).empty()) { found.push_back(&element); }
          continue;
        }
        const Output* const left = only(steps({&element}, filter.left));
        if (!left) { continue; }
        const Output* const right = only(steps({&element}, filter.right));
        if (right && holds(filter.comparison, *left, *right)) { found.push_back(&element); }
      }
    }
    return found;
  }

  Found take(const Found& values, const JsonPath::Keyword& keyword) {
    if (keyword.name == "range") {
      ++m_begins;
      return values;
    }
    if (keyword.name != "end") { throw util::Error(util::concat("unrecognized identifier ", keyword.name)); }
    if (m_inside == 0) { throw util::Error("not in range, nothing to end"); }
    ++m_ends;
    return {};
  }

  static std::string text_of(const Output* value) { return value ? to_json_line(*value) : std::string("<nil>"); }

  const std::vector<EvalSteps>& m_parts;
  bool m_lenient;
  int m_begins = 0, m_inside = 0, m_ends = 0; // ranges
  std::size_t m_last_end = k_none;
  std::size_t m_found = 0;
  std::deque<Output> m_made;
};

} // namespace

std::string printed(const Output& value) {
  const auto* const text = std::get_if<std::string>(&value.data());
  return text ? *text : to_json_line(value);
}

std::string JsonPath::print(const Output& object, bool missing_is_nothing) const {
  std::string text;
  Walk walk(m_parts, missing_is_nothing);
  for (const Found& found : walk.parts(&object, 0)) {
    bool is_first = true;
    for (const Output* const value : found) {
      if (!std::exchange(is_first, false)) { text += ' '; }
      if (value) { text += printed(*value); }
    }
  }
  return text;
}

std::string JsonPath::print_as_json(const Output& object, bool missing_is_nothing) const {
  std::string text;
  Walk walk(m_parts, missing_is_nothing);
  for (const Found& found : walk.parts(&object, 0)) {
    Output array = Output::array();
    for (const Output* const value : found) {
      if (value) { array.push(*value); }
    }
    text += to_json(array);
  }
  return text;
}

std::vector<Output> JsonPath::find(const Output& object, bool missing_is_nothing) const {
  std::vector<Output> values;
  Walk walk(m_parts, missing_is_nothing);
  const std::vector<Found> all = walk.parts(&object, 0);
  if (all.empty()) { return values; }
  for (const Output* const value : all.front()) {
    if (value) { values.push_back(*value); }
  }
  return values;
}

} // namespace document
