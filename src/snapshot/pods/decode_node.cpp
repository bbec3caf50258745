// SPDX-License-Identifier: Apache-2.0
// Nodes.
#include "snapshot/pods/decode_node.hpp"

#include "model/cluster/effective_requests.hpp"
#include "snapshot/pods/decode_metadata.hpp"
#include "snapshot/pods/decode_pod_spec.hpp"
#include "snapshot/pods/decode_selectors.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>

namespace snapshot {

model::Taint taint_of(document::Value value, const Path& path, Collected& collected) {
  model::Taint taint;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "key") {
      taint.key = collected.lasting(text_of(member, at));
    } else if (key == "value") {
      taint.value = collected.lasting(text_of(member, at));
    } else if (key == "effect") {
      taint.effect = taint_effect_of(member, at).value_or(model::TaintEffect::NoSchedule);
    }
  });
  return taint;
}

namespace {

void read_spec(document::Value value, const Path& path, Collected& collected, model::Node& node) {
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "unschedulable") {
      node.unschedulable = boolean_of(member, at);
    } else if (key == "taints") {
      each_element(member, at, [&](document::Value element, const Path& below) {
        node.taints.push_back(taint_of(element, below, collected));
      });
    }
  });
}

void read_condition(document::Value value, const Path& path, NewestTime& newest, model::Node& node) {
  std::string_view type, status;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "type") {
      type = text_of(member, at);
    } else if (key == "status") {
      status = text_of(member, at);
    } else if (key == "lastHeartbeatTime" || key == "lastTransitionTime") {
      newest.see(member);
    }
  });
  const bool holds = status == "True";
  if (type == "Ready") { node.ready = holds; }
  if (type == "MemoryPressure") { node.memory_pressure = holds; }
  if (type == "DiskPressure") { node.disk_pressure = holds; }
  if (type == "PIDPressure") { node.pid_pressure = holds; }
  if (type == "NetworkUnavailable") { node.has_no_network = holds; }
}

// The image list of a node: each name of an image with the image's size, sorted by name.
const std::vector<model::NodeImage>* images_of(document::Value value, const Path& path, Sharing& sharing) {
  std::vector<model::NodeImage> images;
  each_element(value, path, [&](document::Value element, const Path& at) {
    const std::int64_t bytes = int64_of(object_of(element, at)["sizeBytes"], at["sizeBytes"]);
    for (const std::string_view name : texts_of(element["names"], at["names"])) { images.push_back({name, bytes}); }
  });
  std::ranges::sort(images);
  return images.empty() ? nullptr : sharing.images(images);
}

model::RuntimeHandler runtime_handler_of(document::Value value, const Path& path, Collected& collected) {
  const Path features = path["features"];
  const document::Value handler = object_of(value, path);
  return {collected.lasting(text_of(handler["name"], path["name"])),
          boolean_of(object_of(handler["features"], features)["userNamespaces"], features["userNamespaces"])};
}

// 28 of v1.28.2-gke.100; 0: unknown.
std::int16_t release_of_kubelet(std::string_view version) {
  constexpr std::string_view k_major = "v1.";
  constexpr std::int64_t k_highest = 999;
  if (!version.starts_with(k_major)) { return 0; }
  version.remove_prefix(k_major.size());
  const auto minor = util::parse_int64(version.substr(0, version.find_first_not_of("0123456789")));
  return minor && *minor <= k_highest ? static_cast<std::int16_t>(*minor) : std::int16_t{0};
}

struct Resources {
  document::Value allocatable, capacity;
};

Resources read_status(document::Value status, const Path& path, Collected& collected, model::Node& node) {
  Resources resources;
  each_member(status, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "allocatable") {
      resources.allocatable = member;
    } else if (key == "capacity") {
      resources.capacity = member;
    } else if (key == "conditions") {
      each_element(member, at, [&](document::Value element, const Path& below) {
        read_condition(element, below, collected.newest, node);
      });
    } else if (key == "images") {
      node.images = images_of(member, at, collected.sharing);
    } else if (key == "declaredFeatures") {
      for (const std::string_view name : texts_of(member, at)) {
        node.declared_features.push_back(collected.lasting(name));
      }
    } else if (key == "runtimeHandlers") {
      each_element(member, at, [&](document::Value element, const Path& below) {
        node.runtime_handlers.push_back(runtime_handler_of(element, below, collected));
      });
    } else if (key == "features") {
      node.strict_groups =
          boolean_of(object_of(member, at)["supplementalGroupsPolicy"], at["supplementalGroupsPolicy"]);
    } else if (key == "nodeInfo") {
      node.kubelet_release = release_of_kubelet(text_of(object_of(member, at)["kubeletVersion"], at["kubeletVersion"]));
    }
  });
  return resources;
}

void report_negative(Collected& collected, const model::Node& node, const Origin& origin, const Path& at,
                     document::Value value) {
  collected.cluster.problems.push_back({collected.place_text(origin), util::concat("Node ", node.name),
                                        util::concat(at.text(), ": \"", value.text(), "\" is negative; taken as 0")});
}

model::ResourceAmounts amounts_of(document::Value value, const Path& path, Collected& collected,
                                  const model::Node& node, const Origin& origin) {
  model::ResourceQuantities quantities;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    const model::Quantity quantity = quantity_of(member, at);
    if (quantity.nano() < 0) {
      report_negative(collected, node, origin, at, member);
    } else {
      quantities.emplace_back(collected.lasting(key), quantity);
    }
  });
  std::ranges::stable_sort(quantities, {}, &model::ResourceQuantities::value_type::first);
  return model::to_amounts(quantities, collected.cluster.resources, model::Zeros::Kept);
}

// The policy by which a kubelet refuses pods; empty: it refuses none. (kubelet topologymanager, canAdmitPodResult;
// scheduler-plugins, nodeconfig/topologymanager.go: attributes replace the older topologyPolicies)
std::string_view refusing_policy_of(document::Value object) {
  constexpr std::string_view k_single = "single-numa-node", k_restricted = "restricted";
  std::string_view policy;
  const Path root;
  each_element(object["topologyPolicies"], root["topologyPolicies"], [&](document::Value element, const Path& at) {
    const std::string_view word = text_of(element, at);
    if (word.starts_with("SingleNUMANode")) { policy = k_single; }
    if (word.starts_with("Restricted")) { policy = k_restricted; }
  });
  each_element(object["attributes"], root["attributes"], [&](document::Value element, const Path& at) {
    if (text_of(object_of(element, at)["name"], at["name"]) != "topologyManagerPolicy") { return; }
    policy = text_of(element["value"], at["value"]);
  });
  return policy == k_single || policy == k_restricted ? policy : std::string_view();
}

} // namespace

void add_node_topology(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  std::int64_t numa_nodes = 0;
  each_element(object["zones"], root["zones"], [&](document::Value element, const Path& at) {
    numa_nodes += text_of(object_of(element, at)["type"], at["type"]) == "Node" ? 1 : 0;
  });
  const std::string_view policy = numa_nodes == 1 ? std::string_view() : refusing_policy_of(object);
  collected.node_topologies.push_back({collected.lasting(metadata.name), collected.lasting(policy)});
  collected.node_topology_origins.push_back(origin);
}

void add_node(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  model::Node node;
  node.name = collected.lasting(metadata.name);
  node.uid = collected.sharing.unique_text(metadata.uid);
  node.labels = collected.sharing.labels(metadata.labels);
  node.leaving = metadata.terminating;
  read_spec(object["spec"], root["spec"], collected, node);
  const Path status = root["status"];
  const Resources resources = read_status(object["status"], status, collected, node);
  // The API server copies capacity if allocatable is missing (SetDefaults_NodeStatus); hand-written nodes lack it.
  const bool given = !resources.allocatable.absent();
  node.allocatable = amounts_of(given ? resources.allocatable : resources.capacity,
                                status[given ? "allocatable" : "capacity"], collected, node, origin);
  collected.cluster.nodes.push_back(std::move(node));
  collected.node_origins.push_back(origin);
}

} // namespace snapshot
