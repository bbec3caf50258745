// SPDX-License-Identifier: Apache-2.0
#include "snapshot/save/cut.hpp"

#include "document/reading/json_line.hpp"
#include "document/reading/reader.hpp"
#include "model/cluster/pod.hpp"
#include "snapshot/collected/name_list.hpp"
#include "snapshot/collected/pair_list.hpp"
#include "snapshot/dialects/task_groups.hpp"
#include "snapshot/expand/operator_programs.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace snapshot {

namespace {

using document::Type;
using document::Value;

bool is_listed(std::string_view words, std::string_view wanted) {
  while (!words.empty()) {
    const std::size_t bar = std::min(words.find('|'), words.size());
    if (words.substr(0, bar) == wanted) { return true; }
    words.remove_prefix(std::min(bar + 1, words.size()));
  }
  return false;
}

bool has_one_of(Value element, std::string_view names) {
  for (const auto [key, value] : element.members()) {
    if (!value.absent() && is_listed(names, key)) { return true; }
  }
  return false;
}

// True if we read none of the annotations. Then the map is dropped, so that the object does not show that it had any.
bool keeps_nothing(Value annotations, const Field& field) {
  for (const auto [key, value] : annotations.members()) {
    if (field.find(key) != nullptr) { return false; }
  }
  return annotations.is_object();
}

// An element that the filter cannot judge passes.
bool passes(std::string_view filter, Value element) {
  if (filter.empty() || !element.is_object()) { return true; }
  const std::size_t equals = filter.find('=');
  const std::string_view key = filter.substr(0, equals);
  const std::string_view words = filter.substr(equals + 1);
  if (key == "has") { return has_one_of(element, words); }
  const Value value = element[key];
  return !(value.is_string() || value.absent()) || is_listed(words, value.text());
}

class Cutter {
 public:
  Cutter(Value object, const Field& root, const TextOf& text_of, document::Tree& out, NewestTime& newest)
      : m_object(object), m_root(root), m_text_of(text_of), m_out(out), m_newest(newest) {}

  void cut() { members(m_object, m_root); }

 private:
  void members(Value object, const Field& allowed) {
    const Field* const key_field = allowed.find("key");
    const bool is_keyed = key_field != nullptr && key_field->content == Content::Key;
    const std::string_view outer = m_key;
    if (is_keyed) { m_key = object["key"].text(); }
    const Field* const manager = allowed.find("manager");
    if (manager != nullptr && manager->content == Content::Manager) { m_key = object["subresource"].text(); }
    for (const auto [key, value] : object.members()) {
      if (const Field* const field = allowed.find(key)) {
        member(key, value, *field);
      } else if (!allowed.any.empty()) {
        entry(key, value, allowed);
      }
    }
    m_key = outer;
  }

  void member(std::string_view key, Value value, const Field& field) {
    if (!field.kept || (key == "annotations" && keeps_nothing(value, field))) { return look_at_times(value, field); }
    if (field.content == Content::ProgramFlags) { return program_flags(key); }
    if (field.content == Content::Document && value.is_string()) { return text(key, value.text(), field); }
    m_out.key(key);
    put(value, field);
  }

  // Leaves out a text that holds nothing to keep.
  void text(std::string_view key, std::string_view whole, const Field& field) {
    const std::string kept = document_text(whole, field);
    if (kept.empty() || kept == "{}") { return; }
    m_out.key(m_out.keep(key));
    m_out.string(m_out.keep(kept));
  }

  // The objects of a text in JSON or YAML, each reduced, in JSON; empty if it cannot be read.
  std::string document_text(std::string_view whole, const Field& field) {
    std::string kept;
    const auto take = [&](const document::Item& part) {
      document::Tree tree;
      tree.begin_object();
      Cutter(part.value, field, m_text_of, tree, m_newest).cut();
      tree.end();
      if (!kept.empty()) { kept += "\n---\n"; }
      document::append_json_line(kept, tree.root());
    };
    try {
      document::read_text(whole, "", {}, take, [](const util::Problem&) {});
    } catch (const util::Error&) { return {}; }
    return kept;
  }

  // Copies an entry of a map; its key is also a string to keep or replace.
  void entry(std::string_view key, Value value, const Field& map) {
    const std::string_view outer = m_key;
    if (map.keys == Content::Key) { m_key = key; }
    if (map.any.front().content == Content::Document && value.is_string()) {
      return text(key, value.text(), map.any.front());
    }
    m_out.key(m_out.keep(m_text_of({map.keys, key, {}})));
    put(value, map.any.front());
    m_key = outer;
  }

  void put(Value value, const Field& field) {
    if (value.is_null()) {
      m_out.null();
    } else if (!field.element.empty() && value.is_array()) {
      elements(value, field.element.front());
    } else if ((!field.members.empty() || !field.any.empty()) && value.is_object()) {
      m_out.begin_object();
      members(value, field);
      m_out.end();
    } else if (field.content != Content::Presence && (is_leaf(field) || field.content != Content::Branch)) {
      leaf(value, field.content); // also if a value was a word in one release and is an object in another
    } else {
      type_of(value);
    }
  }

  // Writes the template of a Deployment as one container with the flags that are read.
  void program_flags(std::string_view key) {
    if (!is_operator_program(m_object["metadata"]["name"].text())) { return; }
    const std::vector<std::string> flags = flags_of_program(m_object, [&](std::string_view name) {
      return std::string(m_text_of({Content::Namespace, name, m_key}));
    });
    if (flags.empty()) { return; }
    m_out.key(key);
    for (const std::string_view member : {"spec", "containers"}) {
      m_out.begin_object();
      m_out.key(member);
    }
    m_out.begin_array();
    m_out.begin_object();
    m_out.key("args");
    m_out.begin_array();
    for (const std::string& flag : flags) { m_out.string(m_out.keep(flag)); }
    m_out.end(); // of args
    m_out.key("name");
    m_out.string("program");
    m_out.end(); // of the container
    m_out.end(); // of containers
    m_out.end(); // of spec
    m_out.end(); // of template
  }

  void elements(Value array, const Field& element) {
    m_out.begin_array();
    for (const Value value : array.elements()) {
      if (passes(element.filter, value)) {
        put(value, element);
      } else {
        look_at_times(value, element);
      }
    }
    m_out.end();
  }

  void look_at_times(Value value, const Field& field) {
    if (field.content == Content::Time || field.content == Content::Seen) { m_newest.see(value); }
    for (const auto [key, member] : value.members()) {
      if (const Field* const below = field.find(key)) { look_at_times(member, *below); }
    }
    if (field.element.empty()) { return; }
    for (const Value element : value.elements()) { look_at_times(element, field.element.front()); }
  }

  static bool is_leaf(const Field& field) {
    return field.members.empty() && field.element.empty() && field.any.empty();
  }

  void leaf(Value value, Content content) {
    if (content == Content::Time) { m_newest.see(value); }
    switch (value.type()) {
    case Type::String:
      m_out.string(m_out.keep(text_in(content, value.text())));
      return;
    case Type::Number:
      m_out.number(value.text());
      return;
    case Type::Boolean:
      m_out.boolean(value.boolean());
      return;
    default:
      type_of(value);
    }
  }

  std::string pair_text(const model::Label& pair) {
    const std::string key(m_text_of({Content::Key, pair.key, {}}));
    return util::concat(key, '=', m_text_of({Content::LabelValue, pair.value, pair.key}));
  }

  // Converts a string; inside a list, converts only the names.
  std::string_view text_in(Content content, std::string_view text) {
    const auto name_of = [&](std::string_view name) { return std::string(m_text_of({Content::Name, name, m_key})); };
    if (content == Content::NameList) { return m_text = name_list_text(text, name_of); }
    if (content == Content::PairList) {
      return m_text = pair_list_text(text, [&](const model::Label& pair) { return pair_text(pair); });
    }
    if (content == Content::TaskGroups) { return m_text = task_groups_text(text, name_of); }
    if (content == Content::LastApplied) { return m_text = document_text(text, m_root); }
    return m_text_of({content, text, m_key});
  }

  void type_of(Value value) {
    switch (value.type()) {
    case Type::String:
      return m_out.string("");
    case Type::Number:
      return m_out.number("0");
    case Type::Boolean:
      return m_out.boolean(value.boolean());
    case Type::Array:
      m_out.begin_array();
      return m_out.end();
    case Type::Object:
      m_out.begin_object();
      return m_out.end();
    default:
      return m_out.null();
    }
  }

  Value m_object;
  const Field& m_root;
  const TextOf& m_text_of;
  document::Tree& m_out;
  NewestTime& m_newest;
  std::string_view m_key;
  std::string m_text;
};

} // namespace

void cut(Value object, const Field& allowed, const TextOf& text_of, document::Tree& out, NewestTime& newest) {
  Cutter(object, allowed, text_of, out, newest).cut();
}

std::string_view text_as_it_is(const CutText& text) {
  if (text.content != Content::Manager) { return text.text; }
  const bool is_read = text.key == "status" || text.text == model::k_kube_scheduler;
  return is_read ? text.text : k_other_manager;
}

} // namespace snapshot
