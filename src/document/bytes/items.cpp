// SPDX-License-Identifier: Apache-2.0
#include "document/bytes/items.hpp"

#include "util/concat.hpp"

namespace document {

namespace {

// "Pod ml/worker-0", with the parts that the object has.
std::string title(Value object) {
  const Value metadata = object["metadata"];
  const std::string_view name_space = metadata["namespace"].text();
  const std::string_view name = metadata["name"].text();
  std::string out(type_of(object).kind);
  if (!out.empty() && !name.empty()) { out += ' '; }
  if (!name_space.empty()) { out += util::concat(name_space, '/'); }
  return out += name;
}

// "error: You must be logged in to the server", which YAML reads as an object: kubectl failed, and its output has gone
// into the file.
bool is_message(Value object) {
  if (object.size() != 1) { return false; }
  const auto [key, value] = *object.members().begin();
  return value.is_string() && (key == "error" || key.find(' ') != key.npos);
}

bool is_list_kind(std::string_view kind) { return kind.ends_with("List"); }

} // namespace

std::string Place::text() const {
  std::string out(file);
  if (document > 1 && line == 0) { out += util::concat(", document ", document); }
  if (item != 0) { out += util::concat(", item ", item); }
  if (line != 0) { out += util::concat(", line ", line); }
  return out;
}

TypeMeta type_of(Value object) {
  TypeMeta type;
  for (const auto [key, value] : object.members()) {
    if (key == "kind" && value.is_string()) { type.kind = value.text(); }
    if (key == "apiVersion" && value.is_string()) { type.api_version = value.text(); }
  }
  return type;
}

TypeMeta type_of_items(TypeMeta list) {
  // A plain List and a Snapshot contain objects of any kind.
  if (!is_list_kind(list.kind) || list.kind == "List") { return {}; }
  list.kind.remove_suffix(std::string_view("List").size());
  return list;
}

void Items::deliver(Value value, Place place, TypeMeta inherited, Prepared* prepared) {
  if (skips() || value.absent()) { return; }
  place.file = m_file;
  if (!value.is_object()) { return fail(place, "this is no object"); }
  emit(value, place, inherited, prepared);
}

void Items::emit(Value value, const Place& place, TypeMeta inherited, Prepared* prepared) {
  TypeMeta type = type_of(value);
  const Value items = value["items"];
  if (items.is_array()) { return take_apart(value, items, place, type); }
  if (items.is_null() && is_list_kind(type.kind)) { return; } // Go writes an empty list like this
  if (type.kind.empty() && place.item == 0 && inherited.kind.empty() && m_strays == Strays::Skip) {
    if (is_message(value)) { return leave_out(place, "this is a message of a program, not an object"); }
    if (!value["metadata"].is_object()) { return; }
  }
  type = own_or_inherited(type, inherited);
  m_sink({value, type.kind, type.api_version, place, prepared});
}

void Items::take_apart(Value list, Value items, const Place& place, TypeMeta type) {
  const TypeMeta inherited = type_of_items(type);
  Place inner = place;
  std::int64_t number = 0;
  for (const Value item : items.elements()) {
    ++number;
    if (place.item == 0) { inner.item = number; }
    if (item.is_object()) {
      emit(item, inner, inherited);
    } else if (!item.is_null()) {
      m_problems({inner.text(), title(list), "an item of this list is no object; it is left out", true});
    }
  }
  if (type.kind != k_snapshot_kind) { return; }
  m_rest.clear();
  m_rest.begin_object();
  for (const auto [key, value] : list.members()) {
    if (key == "items") { continue; }
    m_rest.key(key);
    m_rest.copy(value);
  }
  m_rest.end();
  deliver_snapshot(m_rest.root(), place);
}

void Items::deliver_snapshot(Value without_items, Place place) {
  place.file = m_file;
  const TypeMeta type = type_of(without_items);
  m_sink({without_items, type.kind, type.api_version, place});
}

void Items::fail(Place place, const std::string& why) {
  if (!skips()) { leave_out(place, why); }
}

void Items::leave_out(Place place, const std::string& why) {
  place.file = m_file;
  m_problems({place.text(), "", util::concat(why, "; it is left out"), true});
}

void Items::warn(Place place, Value object, const std::string& message) {
  if (m_to_skip > 0) { return; }
  place.file = m_file;
  m_problems({place.text(), title(object), message});
}

bool Items::skips() {
  ++m_delivered;
  if (m_to_skip == 0) { return false; }
  --m_to_skip;
  return true;
}

} // namespace document
