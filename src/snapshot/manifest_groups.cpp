// SPDX-License-Identifier: Apache-2.0
// dry-run: the groups of a manifest.
#include "snapshot/manifest_groups.hpp"

#include "snapshot/decode_pod_group.hpp"
#include "snapshot/dialects.hpp"
#include "snapshot/kinds.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace snapshot {

namespace {

const model::PodGroup* find_group(const Collected& collected, model::Dialect dialect, std::string_view namespace_name,
                                  std::string_view name) {
  const auto& groups = collected.cluster.groups;
  const auto found = std::ranges::find_if(groups, [&](const model::PodGroup& group) {
    return group.dialect == dialect && group.namespace_name == namespace_name && group.name == name;
  });
  return found == groups.end() ? nullptr : &*found;
}

void put_group(Collected& collected, model::PodGroup&& group, const Origin& origin) {
  group.from_manifest = true;
  const model::PodGroup* const old = find_group(collected, group.dialect, group.namespace_name, group.name);
  if (old == nullptr) {
    collected.cluster.groups.push_back(std::move(group));
    collected.group_origins.push_back(origin);
    return;
  }
  model::PodGroup& place = collected.cluster.groups[static_cast<std::size_t>(old - collected.cluster.groups.data())];
  group.uid = place.uid;
  group.created = place.created;
  group.status = place.status;
  place = std::move(group);
}

// New, or the update of one that is there.
void take_group(Collected& collected, model::PodGroup&& group, std::optional<model::Time> now, const Origin& origin) {
  group.uid = {};
  group.created = now;
  group.status = {};
  put_group(collected, std::move(group), origin);
}

std::vector<std::pair<std::string, std::string>> texts_of(const std::optional<model::ResourceQuantities>& quantities) {
  std::vector<std::pair<std::string, std::string>> texts;
  if (!quantities) { return texts; }
  for (const auto& [name, quantity] : *quantities) { texts.emplace_back(name, quantity.text()); }
  return texts;
}

model::Expansion::Group declared_text(const model::PodGroup& group) {
  model::Expansion::Group text;
  text.dialect = model::dialect_name(group.dialect);
  text.name = group.name;
  text.min_member = group.min_member.value_or(0);
  text.min_resources = texts_of(group.min_resources);
  return text;
}

// The group that the pod's labels name, if it is declared.
std::optional<model::Expansion::Group> group_of(const Collected& collected, const model::Pod& pod) {
  for (const DialectReader& reader : dialects()) {
    const auto membership = reader.membership(marks_of(pod));
    if (!membership) { continue; }
    if (reader.api_group.empty()) {
      model::Expansion::Group text;
      text.dialect = model::dialect_name(reader.dialect);
      text.name = membership->group;
      text.min_member = membership->min_available;
      return text;
    }
    const auto* const group = find_group(collected, reader.dialect, pod.namespace_name, membership->group);
    if (group != nullptr) { return declared_text(*group); }
  }
  return std::nullopt;
}

void record_groups_of(const Collected& collected, model::Expansion& expansion) {
  const model::Labels* seen = nullptr;
  for (const model::Expansion::Role& role : expansion.roles) {
    for (const std::string& name : role.pods) {
      const model::PodIndex index = collected.cluster.find_pod(expansion.namespace_name, name);
      if (index == model::k_none) { continue; }
      const model::Pod& pod = collected.cluster.pods[static_cast<std::size_t>(index)];
      if (std::exchange(seen, pod.labels) == pod.labels) { continue; }
      auto group = group_of(collected, pod);
      const auto is_known = [&](const model::Expansion::Group& known) {
        return known.name == group->name && known.dialect == group->dialect;
      };
      if (group && std::ranges::none_of(expansion.groups, is_known)) { expansion.groups.push_back(std::move(*group)); }
    }
  }
}

} // namespace

bool is_pod_group(std::string_view api_group, std::string_view kind) {
  return kind == "PodGroup" && dialect_of_api_group(api_group) != nullptr;
}

void take_pod_group(Collected& collected, const KeptObject& object, const ManifestOptions& options) {
  const model::Dialect dialect = dialect_of_api_group(api_group_of(object.api_version))->dialect;
  take_group(collected, pod_group_of(collected, object.value(), dialect, options.default_namespace), options.now,
             object.origin);
}

void take_made_group(Collected& collected, document::Value object, model::Dialect dialect,
                     std::optional<model::Time> now, const Origin& origin) {
  take_group(collected, pod_group_of(collected, object, dialect, k_default_namespace), now, origin);
}

std::optional<GroupPlan> group_to_give(const Collected& collected, std::string_view namespace_name,
                                       std::string_view workload, const PodMarks& marks) {
  GroupPlan plan;
  plan.name = workload;
  for (const DialectReader& reader : dialects()) {
    const auto membership = reader.membership(marks);
    if (!membership) { continue; }
    const bool is_declared =
        reader.api_group.empty() || find_group(collected, reader.dialect, namespace_name, membership->group) != nullptr;
    if (is_declared) { return std::nullopt; }
    plan.dialect = reader.dialect;
    plan.name = membership->group;
    break;
  }
  return plan;
}

model::Expansion::Group recorded(const GroupPlan& group) {
  model::Expansion::Group text;
  text.dialect = model::dialect_name(group.dialect);
  text.name = group.name;
  text.min_member = group.min_member;
  text.condition = group.condition;
  if (group.min_resources) {
    for (const auto& [name, quantity] : group.min_resources->amounts()) {
      text.min_resources.emplace_back(name, quantity.text());
    }
  }
  return text;
}

void record_groups(const Collected& collected, std::vector<model::Expansion>& expansions) {
  for (model::Expansion& expansion : expansions) { record_groups_of(collected, expansion); }
}

} // namespace snapshot
