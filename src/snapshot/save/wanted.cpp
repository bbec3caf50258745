// SPDX-License-Identifier: Apache-2.0
#include "snapshot/save/wanted.hpp"

#include "snapshot/changes/kept_objects.hpp"
#include "snapshot/collected/allow_list.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/expand/manifest.hpp"

#include <deque>
#include <mutex>
#include <unordered_map>

namespace snapshot {

namespace {

using document::Wanted;

class WantedFields {
 public:
  const Wanted* of(const Field& root) {
    const std::scoped_lock lock(m_mutex);
    const auto [known, is_new] = m_roots.try_emplace(&root, nullptr);
    if (is_new) { known->second = made(root); }
    return known->second;
  }

 private:
  // Null for a leaf.
  const Wanted* made(const Field& field) {
    if (!field.any.empty()) { return &m_made.emplace_back(Wanted::of_map(made(field.any.front()))); }
    if (!field.element.empty()) { return &m_made.emplace_back(Wanted::of_list(made(field.element.front()))); }
    if (field.members.empty()) { return nullptr; }
    std::vector<Wanted::Member> members;
    for (const Field::Member& member : field.members) { members.push_back({member.name, made(member.field)}); }
    return &m_made.emplace_back(Wanted::of_object(std::move(members)));
  }

  std::mutex m_mutex;
  std::deque<Wanted> m_made; // elements never move
  std::unordered_map<const Field*, const Wanted*> m_roots;
};

} // namespace

const Wanted* wanted_of(std::string_view api_version, std::string_view kind) {
  static WantedFields fields;
  if (is_template_object(kind) || kind == "ConfigMap") { return nullptr; }
  const AllowedKind* const allowed = find_allowed(api_group_of(api_version), kind);
  return allowed == nullptr ? nullptr : fields.of(allowed->root);
}

const Wanted* wanted_beside_manifest(std::string_view api_version, std::string_view kind) {
  return is_updated_kind(api_version, kind) ? nullptr : wanted_of(api_version, kind);
}

} // namespace snapshot
