// SPDX-License-Identifier: Apache-2.0
#include "snapshot/save/decode_feasibility.hpp"

#include "model/report/feasibility_fields.hpp"
#include "model/report/report_words.hpp"
#include "util/concat.hpp"

#include <optional>
#include <type_traits>
#include <utility>

namespace snapshot {

namespace {

using document::Value;

void read_value(Value value, const Path& path, std::int64_t& out) { out = int64_of(value, path); }
void read_value(Value value, const Path& path, std::string& out) { out = text_of(value, path); }

template <typename T>
requires std::is_class_v<T>
void read_value(Value value, const Path& path, T& object);

// The choice with this word.
template <typename Choice>
Choice one_of(Value value, const Path& path, std::vector<Choice> choices) {
  const std::string_view text = text_of(value, path);
  std::string known;
  for (Choice& choice : choices) {
    if (model::word(choice) == text) { return std::move(choice); }
    util::append(known, util::concat(known.empty() ? "" : ", ", model::word(choice)));
  }
  throw DecodeError(path, util::concat('"', text.substr(0, 80), "\" is none of ", known));
}

template <typename Word>
requires std::is_enum_v<Word>
void read_value(Value value, const Path& path, Word& out) { out = one_of(value, path, model::all_with_words<Word>()); }

template <typename T>
void read_value(Value value, const Path& path, std::vector<T>& list) {
  each_element(value, path, [&](Value element, const Path& at) { read_value(element, at, list.emplace_back()); });
}

// Reads the fields of an object. (model/report/feasibility_fields.hpp)
struct FieldReader {
  Value object;
  const Path& path;

  template <typename T>
  void operator()(std::string_view name, T& value, const model::About& = {}) {
    read_value(required(object, name, path), path[name], value);
  }

  template <typename T>
  void if_any(std::string_view name, std::optional<T>& value, const model::About& = {}) {
    if (!object[name].absent()) { (*this)(name, value.emplace()); }
  }

  template <typename T>
  void if_any(std::string_view name, T& value, const model::About& = {}) {
    if (!object[name].absent()) { (*this)(name, value); }
  }

  void definition(std::string_view, std::string_view) {}
  void also(std::string_view) {}

  void counted(std::string_view nodes, std::string_view domains, bool& is_of_domains, std::int64_t& count) {
    is_of_domains = object[domains].exists();
    (*this)(is_of_domains ? domains : nodes, count);
  }

  void lists(std::string_view name, std::vector<std::vector<std::string>>& lists, std::string_view inner,
             const model::About&) {
    each_element(required(object, name, path), path[name], [&](Value element, const Path& at) {
      FieldReader{object_of(element, at), at}(inner, lists.emplace_back());
    });
  }

  void kind(std::string_view name, model::UpperBound& bound) {
    bound = one_of<model::UpperBound>(
        required(object, name, path), path[name],
        {model::CountingBound(), model::TableBound(), model::SpreadBound(), model::SearchBound()});
  }
};

template <typename T>
requires std::is_class_v<T>
void read_value(Value value, const Path& path, T& object) {
  FieldReader fields{object_of(value, path), path};
  each_field(object, fields);
}

} // namespace

Value required(Value object, std::string_view key, const Path& path) {
  const Value value = object[key];
  if (value.absent()) { throw DecodeError(path[key], "is missing"); }
  return value;
}

model::FeasibilityReport feasibility_of(Value object, const Path& path) {
  model::FeasibilityReport feasibility;
  read_value(object, path, feasibility);
  return feasibility;
}

} // namespace snapshot
