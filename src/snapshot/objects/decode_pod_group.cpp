// SPDX-License-Identifier: Apache-2.0
// Objects that declare a group: the fields that all dialects share.
#include "snapshot/objects/decode_pod_group.hpp"

#include "snapshot/collected/api_group.hpp"
#include "snapshot/dialects/dialects.hpp"
#include "snapshot/objects/decode_native_group.hpp"
#include "snapshot/objects/decode_sub_groups.hpp"
#include "snapshot/pods/decode_containers.hpp"
#include "snapshot/pods/decode_marks.hpp"
#include "snapshot/pods/decode_metadata.hpp"
#include "snapshot/pods/decode_selectors.hpp"

#include <algorithm>

namespace snapshot {

namespace {

model::NetworkTopology network_topology_of(document::Value value, const Path& path, Collected& collected) {
  model::NetworkTopology topology;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "mode") {
      topology.mode = collected.lasting(text_of(member, at));
    } else if (key == "highestTierAllowed" && !member.absent()) {
      topology.highest_tier_allowed = int32_of(member, at);
    } else if (key == "highestTierName") {
      topology.highest_tier_name = collected.lasting(text_of(member, at));
    }
  });
  return topology;
}

void read_spec(document::Value value, const Path& path, Collected& collected, model::PodGroup& group) {
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (member.absent()) { return; }
    if (key == "minMember") {
      group.min_member = int32_of(member, at);
    } else if (key == "minResources") {
      group.min_resources = collected.lasting(quantities_of(member, at));
    } else if (key == "scheduleTimeoutSeconds") {
      group.schedule_timeout_seconds = int32_of(member, at);
    } else if (key == "queue") {
      group.queue = collected.lasting(text_of(member, at));
    } else if (key == "priorityClassName") {
      group.priority_class = collected.lasting(text_of(member, at));
    } else if (key == "preemptibility" && group.dialect == model::Dialect::Kai) {
      group.preemptibility = collected.lasting(text_of(member, at));
    } else if (key == "networkTopology" && group.dialect == model::Dialect::Volcano) {
      group.network_topology = network_topology_of(member, at, collected);
    } else {
      read_sub_groups(key, member, at, collected, group);
    }
  });
}

void read_status(document::Value value, const Path& path, Collected& collected, model::PodGroupStatus& status) {
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "phase") {
      status.phase = collected.lasting(text_of(member, at));
    } else if (key == "occupiedBy") {
      status.occupied_by = collected.lasting(text_of(member, at));
    } else if (key == "running") {
      status.running = int32_of(member, at);
    } else if (key == "succeeded") {
      status.succeeded = int32_of(member, at);
    } else if (key == "failed") {
      status.failed = int32_of(member, at);
    } else if (key == "scheduled") {
      status.scheduled = int32_of(member, at);
    } else if (key == "scheduleStartTime") {
      collected.newest.see(member);
      status.schedule_start = time_of(member, at);
    }
  });
}

void read_conditions(document::Value value, const Path& path, Collected& collected,
                     std::vector<model::GroupCondition>& conditions) {
  each_element(value, path, [&](document::Value element, const Path& at) {
    model::GroupCondition condition;
    each_member(element, at, [&](std::string_view key, document::Value member, const Path& below) {
      if (key == "type") {
        condition.type = collected.lasting(text_of(member, below));
      } else if (key == "status") {
        condition.status = collected.lasting(text_of(member, below));
      } else if (key == "reason") {
        condition.reason = collected.lasting(text_of(member, below));
      } else if (key == "message") {
        condition.message = collected.lasting(text_of(member, below));
      } else if (key == "lastTransitionTime") {
        collected.newest.see(member);
        condition.since = time_of(member, below);
      }
    });
    conditions.push_back(condition);
  });
}

// A PodGroup of scheduling.sigs.k8s.io with Koordinator's annotations belongs to Koordinator.
void read_annotations(document::Value metadata, const Path& path, Collected& collected, model::PodGroup& group) {
  if (group.dialect != model::Dialect::CoschedulingSigs) { return; }
  model::Labels annotations = labels_of(metadata["annotations"], path["annotations"]);
  std::erase_if(annotations, [](const model::Label& label) { return !is_dialect_annotation(label.key); });
  if (annotations.empty()) { return; }
  group.dialect = model::Dialect::Koordinator;
  for (model::Label& label : annotations) {
    label.value = collected.lasting(mark_text(collected, label.key, label.value));
  }
  read_koordinator(annotations, group);
}

} // namespace

model::PodGroup pod_group_of(Collected& collected, document::Value object, std::string_view api_version,
                             std::string_view default_namespace) {
  const Path root;
  const Path status = root["status"];
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Namespaced);
  model::PodGroup group;
  group.dialect = dialect_of_api_group(api_group_of(api_version))->dialect;
  group.api_version = collected.lasting(api_version);
  group.namespace_name =
      collected.lasting(metadata.namespace_name.empty() ? default_namespace : metadata.namespace_name);
  group.name = collected.lasting(metadata.name);
  group.uid = collected.sharing.unique_text(metadata.uid);
  group.declared = true;
  group.leaving = metadata.terminating;
  group.created = metadata.created;
  if (group.dialect == model::Dialect::Native) {
    read_native_group(object, collected, group);
  } else {
    read_spec(object["spec"], root["spec"], collected, group);
    read_status(object["status"], status, collected, group.status);
  }
  read_annotations(object["metadata"], root["metadata"], collected, group);
  read_conditions(object["status"]["conditions"], status["conditions"], collected, group.conditions);
  read_conditions(object["status"]["schedulingConditions"], status["schedulingConditions"], collected,
                  group.conditions); // KAI
  return group;
}

void add_pod_group(Collected& collected, const document::Item& item, const Origin& origin) {
  collected.cluster.groups.push_back(pod_group_of(collected, item.value, item.api_version, k_default_namespace));
  collected.group_origins.push_back(origin);
}

} // namespace snapshot
