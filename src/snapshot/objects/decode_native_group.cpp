// SPDX-License-Identifier: Apache-2.0
#include "snapshot/objects/decode_native_group.hpp"

#include "snapshot/pods/decode_metadata.hpp"

#include <utility>

namespace snapshot {

namespace {

// Exactly one of basic and gang is present.
void read_policy(document::Value value, const Path& path, model::PodGroup& group) {
  const document::Value gang = object_of(value, path)["gang"];
  group.gang = !gang.absent();
  if (!group.gang) { return; }
  const Path at = path["gang"];
  group.min_member = int32_of(object_of(gang, at)["minCount"], at["minCount"]);
}

// A string in 1.36, a union in 1.37.
void read_disruption_mode(document::Value value, const Path& path, model::PodGroup& group) {
  if (value.is_object()) {
    group.disrupted_whole = !value["all"].absent();
  } else {
    group.disrupted_whole = text_of(value, path) == "PodGroup";
  }
}

} // namespace

void read_native_group(document::Value object, Collected& collected, model::PodGroup& group) {
  const Path root;
  each_member(object["spec"], root["spec"], [&](std::string_view key, document::Value member, const Path& at) {
    if (member.absent()) { return; }
    if (key == "schedulingPolicy") {
      read_policy(member, at, group);
    } else if (key == "schedulingConstraints") {
      each_element(member["topology"], at["topology"], [&](document::Value element, const Path& below) {
        group.topology_keys.push_back(collected.lasting(text_of(object_of(element, below)["key"], below["key"])));
      });
    } else if (key == "disruptionMode") {
      read_disruption_mode(member, at, group);
    } else if (key == "resourceClaims") {
      group.has_claims = member.size() > 0;
    } else if (key == "priorityClassName") {
      group.priority_class = collected.lasting(text_of(member, at));
    } else if (key == "priority") {
      group.priority = int32_of(member, at);
    } else if (key == "parentCompositePodGroupName") {
      group.parent = collected.lasting(text_of(member, at));
    } else if (key == "workloadRef") { // 1.37
      group.workload = collected.lasting(text_of(object_of(member, at)["workloadName"], at["workloadName"]));
    } else if (key == "podGroupTemplateRef") { // 1.36
      const Path below = at["workload"];
      const document::Value workload = object_of(object_of(member, at)["workload"], below);
      group.workload = collected.lasting(text_of(workload["workloadName"], below["workloadName"]));
    }
  });
}

void add_native_workload(Collected& collected, document::Value object, std::string_view default_namespace) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Namespaced);
  const Path path = root["spec"];
  const document::Value spec = object_of(object["spec"], path);
  each_element(spec["podGroups"], path["podGroups"], [&](document::Value element, const Path& at) {
    model::PodGroup group;
    read_policy(object_of(element, at)["policy"], at["policy"], group);
    collected.workload_groups.push_back(
        {collected.lasting(metadata.namespace_name.empty() ? default_namespace : metadata.namespace_name),
         collected.lasting(metadata.name), collected.lasting(text_of(element["name"], at["name"])), group.min_member});
  });
  NativeWorkload workload;
  workload.namespace_name =
      collected.lasting(metadata.namespace_name.empty() ? default_namespace : metadata.namespace_name);
  workload.name = collected.lasting(metadata.name);
  workload.terminating = metadata.terminating;
  workload.has_composites = spec["compositePodGroupTemplates"].size() > 0;
  each_element(spec["podGroupTemplates"], path["podGroupTemplates"], [&](document::Value element, const Path& at) {
    workload.templates.push_back(collected.lasting(text_of(object_of(element, at)["name"], at["name"])));
  });
  collected.native_workloads.push_back(std::move(workload));
}

void add_composite_group(Collected& collected, document::Value object, std::string_view default_namespace) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Namespaced);
  const Path path = root["spec"];
  const document::Value parent = object_of(object["spec"], path)["parentCompositePodGroupName"];
  collected.composites.push_back(
      {collected.lasting(metadata.namespace_name.empty() ? default_namespace : metadata.namespace_name),
       collected.lasting(metadata.name), collected.lasting(text_of(parent, path["parentCompositePodGroupName"]))});
}

} // namespace snapshot
