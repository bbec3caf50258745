// SPDX-License-Identifier: Apache-2.0
#include "snapshot/decode_native_group.hpp"

namespace snapshot {

namespace {

// Exactly one of basic and gang is there.
void read_policy(document::Value value, const Path& path, model::PodGroup& group) {
  const document::Value gang = object_of(value, path)["gang"];
  group.gang = !gang.absent();
  if (!group.gang) { return; }
  const Path at = path["gang"];
  group.min_member = int32_of(object_of(gang, at)["minCount"], at["minCount"]);
}

// A word in 1.36, a union in 1.37.
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
    } else if (key == "priorityClassName") {
      group.priority_class = collected.lasting(text_of(member, at));
    } else if (key == "priority") {
      group.priority = int32_of(member, at);
    }
  });
}

} // namespace snapshot
