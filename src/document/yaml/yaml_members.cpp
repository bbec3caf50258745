// SPDX-License-Identifier: Apache-2.0
#include "document/yaml/yaml_members.hpp"

#include "document/json/skipped_members.hpp"
#include "document/yaml/yaml_anchors.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <iterator>

namespace document {

void YamlMembers::set_key(const YAML::Mark& mark, std::string_view key) {
  m_open.back().key_position = mark.pos;
  if (is_skipped_member(key)) { return begin_aside(Next::SkippedValue); }
  const std::string_view kept = m_out->keep(key);
  m_out->key(kept);
  m_members.push_back({kept, m_out->node_count(), line_of(mark)});
  m_open.back().next = Next::Value;
}

void YamlMembers::begin_aside(Next next) {
  m_open.back().next = next;
  m_asides.push_back({std::make_unique<Tree>(), m_out});
  m_out = m_asides.back().tree.get();
}

Tree YamlMembers::end_aside() {
  Tree built = std::move(*m_asides.back().tree);
  m_out = m_asides.back().behind;
  m_asides.pop_back();
  return built;
}

bool YamlMembers::end_merge() {
  const Tree tree = end_aside();
  const Value merged = tree.root();
  if (merged.is_object()) {
    merge_members(merged);
    return true;
  }
  if (!merged.is_array()) { return false; }
  std::vector<Value> objects;
  for (const Value element : merged.elements()) {
    if (!element.is_object()) { return false; }
    objects.push_back(element);
  }
  // The last one counts, and the first of several merged objects must win.
  std::for_each(objects.rbegin(), objects.rend(), [this](Value object) { merge_members(object); });
  return true;
}

void YamlMembers::merge_members(Value object) {
  for (const auto [key, value] : object.members()) {
    const std::string_view kept = m_out->keep(key);
    m_members.push_back({kept, m_out->node_count(), 0});
    m_out->key(kept);
    copy_with_texts(*m_out, value);
  }
}

void YamlMembers::drop_duplicates(const Open& map, Place place) {
  std::vector<Member> members(m_members.begin() + static_cast<std::ptrdiff_t>(map.first_member), m_members.end());
  std::sort(members.begin(), members.end(),
            [](const Member& a, const Member& b) { return a.key != b.key ? a.key < b.key : a.node < b.node; });
  std::vector<std::size_t> replaced;
  for (std::size_t i = 0; i + 1 < members.size(); ++i) {
    const Member& earlier = members[i];
    const Member& later = members[i + 1];
    if (earlier.key != later.key) { continue; }
    replaced.push_back(earlier.node);
    if (earlier.line == 0 || later.line == 0) { continue; } // merging replaces on purpose
    place.line = later.line;
    m_items.warn(
        place, Value(),
        util::concat("the key ", later.key, " is given twice, first on line ", earlier.line, "; the last one counts"));
  }
  std::sort(replaced.rbegin(), replaced.rend()); // from the back, so that the other indices stay valid
  for (const std::size_t node : replaced) { m_out->remove(node); }
}

} // namespace document
