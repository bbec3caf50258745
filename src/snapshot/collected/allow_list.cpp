// SPDX-License-Identifier: Apache-2.0
// Makes trees of the rows of the tables (allow_list_rows.hpp).
#include "snapshot/collected/allow_list.hpp"

#include "snapshot/collected/allow_list_rows.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace snapshot {

namespace {

// clang-format off
// The API groups of Kubernetes itself. Only kinds of the tables own pods there.
constexpr std::array<std::string_view, 24> k_own_groups = {
    "", "admissionregistration.k8s.io", "apiextensions.k8s.io", "apiregistration.k8s.io", "apps", "authentication.k8s.io",
    "authorization.k8s.io", "autoscaling", "batch", "certificates.k8s.io", "coordination.k8s.io", "discovery.k8s.io",
    "events.k8s.io", "extensions", "flowcontrol.apiserver.k8s.io", "internal.apiserver.k8s.io", "metrics.k8s.io",
    "networking.k8s.io", "node.k8s.io", "policy", "rbac.authorization.k8s.io", "resource.k8s.io", "storage.k8s.io",
    "storagemigration.k8s.io",
};
// clang-format on

Field& member_of(Field& parent, std::string_view name) {
  const auto known = std::ranges::find(parent.members, name, &Field::Member::name);
  return known != parent.members.end() ? known->field : parent.members.emplace_back(Field::Member{name, {}}).field;
}

Field& only(std::vector<Field>& place) { return place.empty() ? place.emplace_back() : place.front(); }

// Removes the text up to and including `end` from `path`; returns it without `end`.
std::string_view take_until(std::string_view& path, char end) {
  const std::size_t found = path.find(end);
  assert(found != std::string_view::npos);
  const std::string_view taken = path.substr(0, found);
  path.remove_prefix(found + 1);
  return taken;
}

Content keys_of(std::string_view word) {
  if (word == "Key") { return Content::Key; }
  if (word == "Qualified") { return Content::Qualified; }
  if (word == "Quota") { return Content::Quota; }
  if (word == "Attribute") { return Content::Attribute; }
  if (word == "Plain") { return Content::Plain; }
  assert(word == "Name");
  return Content::Name;
}

Field& place_of(Field& root, std::string_view path) {
  Field* at = &root;
  while (!path.empty()) {
    if (path.front() == '.') {
      path.remove_prefix(1);
    } else if (path.front() == '\'') {
      path.remove_prefix(1);
      at = &member_of(*at, take_until(path, '\''));
    } else if (path.front() == '[') {
      path.remove_prefix(1);
      at = &only(at->element);
      const std::string_view filter = take_until(path, ']');
      assert(at->filter.empty() || at->filter == filter);
      at->filter = filter;
    } else if (path.front() == '{') {
      path.remove_prefix(1);
      at->keys = keys_of(take_until(path, '}'));
      at = &only(at->any);
    } else {
      const std::size_t end = std::min(path.find_first_of(".[{"), path.size());
      at = &member_of(*at, path.substr(0, end));
      path.remove_prefix(end);
    }
  }
  return *at;
}

void add_rows(Field& root, const Allowed::Rows& rows) {
  for (std::size_t row = 0; row < rows.count; ++row) {
    const Allowed& allowed = rows.first[row];
    Field& place = place_of(root, allowed.path);
    if (allowed.below.count > 0) { add_rows(place, allowed.below); }
    const bool has_content = allowed.below.count == 0 || allowed.content != Content::Branch;
    if (has_content) { place.content = allowed.content; } // the last row of a place wins
  }
}

void note_what_is_kept(Field& field) {
  bool any_kept = false;
  const auto note = [&any_kept](Field& below) {
    note_what_is_kept(below);
    any_kept = any_kept || below.kept;
  };
  for (Field::Member& member : field.members) { note(member.field); }
  for (Field& element : field.element) { note(element); }
  for (Field& entry : field.any) { note(entry); }
  const bool is_leaf = field.members.empty() && field.element.empty() && field.any.empty();
  field.kept = is_leaf ? field.content != Content::Seen : any_kept;
}

AllowedKind compiled(const allowed::KindRows& rows) {
  AllowedKind kind{rows.api_group, rows.kind, rows.namespaced, {}};
  add_rows(kind.root, allowed::k_allowed_name);
  if (rows.namespaced) { add_rows(kind.root, allowed::k_namespaced); }
  if (rows.kind != "Event") { add_rows(kind.root, allowed::k_times); }
  add_rows(kind.root, rows.rows);
  note_what_is_kept(kind.root);
  return kind;
}

std::vector<AllowedKind> compiled_kinds() {
  std::vector<AllowedKind> kinds;
  for (const auto& table : {allowed::core_kinds(), allowed::storage_kinds(), allowed::group_kinds(),
                            allowed::queue_kinds(), allowed::workload_kinds()}) {
    for (const allowed::KindRows& rows : table) { kinds.push_back(compiled(rows)); }
  }
  return kinds;
}

} // namespace

const Field* Field::find(std::string_view name) const {
  const auto member = std::ranges::find(members, name, &Member::name);
  return member == members.end() ? nullptr : &member->field;
}

const AllowedKind* find_allowed(std::string_view api_group, std::string_view kind) {
  static const std::vector<AllowedKind> kinds = compiled_kinds();
  const auto found = std::ranges::find_if(
      kinds, [&](const AllowedKind& allowed) { return allowed.kind == kind && allowed.api_group == api_group; });
  return found == kinds.end() ? nullptr : &*found;
}

const AllowedKind& allowed_of_owners() {
  static const AllowedKind kind = compiled({"", "", true, allowed::k_possible_owner});
  return kind;
}

const AllowedKind& allowed_of_start_events() {
  static const AllowedKind kind = compiled({"", "Event", true, allowed::start_event()});
  return kind;
}

bool may_own_pods(std::string_view api_group) {
  return std::ranges::find(k_own_groups, api_group) == k_own_groups.end();
}

} // namespace snapshot