// SPDX-License-Identifier: Apache-2.0
// dry-run: the groups of a manifest.
#include "snapshot/expand/manifest_groups.hpp"

#include "snapshot/collected/api_group.hpp"
#include "snapshot/groups/governing.hpp"
#include "snapshot/groups/group_facts.hpp"
#include "snapshot/objects/decode_native_group.hpp"
#include "snapshot/objects/decode_pod_group.hpp"

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
  model::PodGroup& place = collected.cluster.groups[collected.cluster.groups.index_of(*old)];
  group.uid = place.uid;
  group.created = place.created;
  group.status = place.status;
  place = std::move(group);
}

// Adds a new group, or updates an existing one.
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
  text.min_member = (group.min_member ? group.min_member : quorum_of_parts(group)).value_or(0);
  text.min_resources = texts_of(group.min_resources);
  if (const auto& topology = group.network_topology) {
    text.network_topology = {std::string(topology->mode), topology->highest_tier_allowed,
                             std::string(topology->highest_tier_name)};
  }
  for (const model::SubGroup& part : group.sub_groups) {
    if (group.dialect == model::Dialect::Volcano && !part.labelled) {
      text.min_task_member.emplace_back(part.name, part.min_member);
    } else {
      text.sub_groups.push_back({std::string(part.name), std::string(part.parent),
                                 part.labelled ? part.labelled->size : part.min_member, part.min_sub_groups});
    }
  }
  return text;
}

// True if the snapshot contains the object of a group; for marks_by_rank().
IsDeclared declared_in(const Collected& collected, std::string_view namespace_name) {
  return [&collected, namespace_name](const DialectReader& reader, std::string_view name) {
    return find_group(collected, reader.dialect, namespace_name, name) != nullptr;
  };
}

// The group that the pod names, if it is declared and not just a workload.
std::optional<model::Expansion::Group> group_of(const Collected& collected, const model::Pod& pod) {
  const PodMarks said = marks_of(pod);
  for (const Mark& mark : marks_by_rank(said, declared_in(collected, pod.namespace_name))) {
    const DialectReader& reader = *mark.reader;
    if (reader.tier == Tier::Workload || !mark.is_declared) { continue; }
    const auto* const group = find_group(collected, reader.dialect, pod.namespace_name, mark.membership.group);
    if (group != nullptr) { return declared_text(*group); }
    model::PodGroup described;
    described.dialect = reader.dialect;
    described.name = mark.membership.group;
    if (reader.describe != nullptr) { reader.describe(said, described); }
    if (!described.min_member) { described.min_member = quorum_of_parts(described); }
    return declared_text(described);
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

// The priority that admission gives a native group: that of its class, else of the default class. (Priority plugin)
std::optional<std::int32_t> admitted_priority(const Collected& collected, const model::PodGroup& group) {
  const auto& classes = collected.cluster.priority_classes;
  const auto found = std::ranges::find_if(classes, [&](const model::PriorityClass& each) {
    return group.priority_class.empty() ? each.global_default : each.name == group.priority_class;
  });
  return found == classes.end() ? std::nullopt : std::optional(found->value);
}

} // namespace

bool is_group_object(std::string_view api_group, std::string_view kind) {
  const DialectReader* const reader = dialect_of_api_group(api_group);
  if (reader == nullptr) { return false; }
  const bool is_native = reader->dialect == model::Dialect::Native;
  return kind == model::facts_of(reader->dialect).kind ||
         (is_native && (kind == "Workload" || kind == "CompositePodGroup"));
}

void take_group_object(Collected& collected, const KeptObject& object, const ManifestOptions& options) {
  const std::string_view default_namespace = options.default_namespace;
  if (object.kind == "Workload") { return add_native_workload(collected, object.value(), default_namespace); }
  if (object.kind == "CompositePodGroup") { return add_composite_group(collected, object.value(), default_namespace); }
  model::PodGroup group = pod_group_of(collected, object.value(), object.api_version, default_namespace);
  if (group.dialect == model::Dialect::Native && !group.priority) {
    group.priority = admitted_priority(collected, group);
  }
  take_group(collected, std::move(group), options.now, object.origin);
}

void take_made_group(Collected& collected, document::Value object, model::Dialect dialect,
                     std::optional<model::Time> now, const Origin& origin) {
  const std::string_view api_version = model::facts_of(dialect).api_version;
  take_group(collected, pod_group_of(collected, object, api_version, k_default_namespace), now, origin);
}

std::optional<GroupPlan> group_to_give(const Collected& collected, std::string_view namespace_name,
                                       std::string_view workload, const PodMarks& marks) {
  GroupPlan plan;
  plan.name = workload;
  for (const Mark& mark : marks_by_rank(marks, declared_in(collected, namespace_name))) {
    if (mark.reader->tier != Tier::Gang) { continue; }
    if (mark.is_declared) { return std::nullopt; }
    plan.dialect = mark.reader->dialect;
    plan.name = mark.membership.group;
    break;
  }
  return plan;
}

model::Expansion::Group recorded(const Collected& collected, const GroupPlan& plan, std::string_view namespace_name) {
  model::Expansion::Group text = declared_text(*find_group(collected, plan.dialect, namespace_name, plan.name));
  text.condition = plan.condition;
  return text;
}

void record_groups(const Collected& collected, std::vector<model::Expansion>& expansions) {
  for (model::Expansion& expansion : expansions) { record_groups_of(collected, expansion); }
}

} // namespace snapshot
