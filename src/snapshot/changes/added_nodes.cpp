// SPDX-License-Identifier: Apache-2.0
// --add-nodes.
#include "snapshot/changes/added_nodes.hpp"

#include "document/reading/reader.hpp"
#include "model/cluster/node_taints.hpp"

#include "snapshot/collected/api_group.hpp"
#include "snapshot/link/settle.hpp"
#include "snapshot/pods/daemon_pods.hpp"
#include "snapshot/pods/decode_node.hpp"
#include "util/concat.hpp"
#include "util/edit_distance.hpp"
#include "util/error.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

namespace snapshot {

namespace {

constexpr std::int64_t k_most_copies = 100'000;

model::Node copy_of(Collected& collected, const model::Node& original, const std::string& name) {
  model::Node node = model::new_node_like(original);
  node.name = collected.lasting(name);
  node.labels = collected.sharing.labels(model::labels_of_new_node(original, node.name));
  return node;
}

bool has_node(const Collected& collected, std::string_view name) {
  return std::ranges::binary_search(collected.cluster.nodes, name, {}, &model::Node::name);
}

// Pods that come with a new node.
struct PodsOfNode {
  std::int64_t count = 0;                            // like those of the original
  std::vector<std::string_view> absent_daemons = {}; // DaemonSets whose pod the original lacks
};

// The new nodes get the same pods of DaemonSets, and the same static pods. A pod of a DaemonSet that waits for the node
// or terminates on it counts, unless the node has another of them. So does a pod that another node has, if the
// DaemonSet has to run one on the new nodes, too. (daemon_controller.go, podsShouldBeOnNode)
PodsOfNode take_pods_of_node(const Collected& collected, model::Node& node) {
  std::vector<const model::Pod*> taken;
  const auto of_its_daemon = [&](const model::Pod& pod) {
    return std::ranges::any_of(taken, [&](const model::Pod* other) {
      return other->owner != nullptr && *other->owner == *pod.owner && other->namespace_name == pod.namespace_name;
    });
  };
  const auto take = [&](const model::Pod& pod) {
    model::take_from(node, *pod.spec);
    taken.push_back(&pod);
  };
  const auto is_at_work = [&](const model::Pod& pod) {
    return pod.bound() && !pod.terminating && pod.node_name == node.name;
  };
  for (const model::Pod& pod : collected.cluster.pods) {
    if (model::is_of_its_node(pod) && is_at_work(pod)) { take(pod); }
  }
  for (const model::Pod& pod : collected.cluster.pods) {
    if (!model::is_of_its_node(pod) || model::is_static(pod) || is_at_work(pod)) { continue; }
    if (node_of_daemon(pod) == node.name && !of_its_daemon(pod)) { take(pod); }
  }
  PodsOfNode result{std::ssize(taken)};
  const model::Node added = model::new_node_like(node);
  std::set<std::tuple<std::string_view, const model::Owner*, const model::PodSpec*>> seen;
  for (const model::Pod& pod : collected.cluster.pods) {
    if (!model::is_of_its_node(pod) || model::is_static(pod) || pod.finished()) { continue; }
    if (!seen.emplace(pod.namespace_name, pod.owner, pod.spec).second || of_its_daemon(pod)) { continue; }
    if (!runs_daemon(without_pinned_node(*pod.spec), added)) { continue; }
    take(pod);
    result.absent_daemons.push_back(pod.owner->name);
  }
  return result;
}

// DaemonSets that want pods, and of whose pods none shows what it requests.
void note_unknown_daemons(Collected& collected, std::string_view like) {
  std::set<std::pair<std::string_view, std::string_view>> known; // by namespace and name
  for (const model::Pod& pod : collected.cluster.pods) {
    const bool is_of_daemon = pod.owner != nullptr && pod.owner->kind == "DaemonSet";
    if (is_of_daemon && !pod.finished()) { known.emplace(pod.namespace_name, pod.owner->name); }
  }
  for (const Workload& workload : collected.workloads) {
    const model::WorkloadObject& object = workload.object;
    if (object.kind != "DaemonSet" || object.pods_at_once.value_or(0) == 0 || object.leaving) { continue; }
    if (known.contains({object.namespace_name, object.name})) { continue; }
    collected.cluster.successors.push_back(
        {std::numeric_limits<std::int32_t>::max(),
         util::concat("DaemonSet ", object.name, " may run a pod on each new node like ", like,
                      ", and the input has none of its pods, which shows what they request"),
         util::concat("DaemonSet ", object.namespace_name, '/', object.name)});
  }
}

void assume_once(Collected& collected, const std::string& sentence) {
  std::vector<std::string>& said = collected.cluster.assumptions;
  if (std::ranges::find(said, sentence) == said.end()) { said.push_back(sentence); }
}

void add_copies(Collected& collected, std::string_view name, std::int64_t count) {
  model::Node original = collected.cluster.nodes[known_node(collected, "--add-nodes", name)];
  const PodsOfNode pods = take_pods_of_node(collected, original);
  if (pods.count > 0) {
    assume_once(collected, util::concat("each new node like ", name, " runs the same ", pods.count,
                                        pods.count == 1 ? " pod" : " pods", " of DaemonSets as ", name));
  }
  for (const std::string_view daemon : pods.absent_daemons) {
    assume_once(collected, util::concat("each new node like ", name, " runs a pod of DaemonSet ", daemon, ", although ",
                                        name, " has none"));
  }
  note_unknown_daemons(collected, name);
  const std::vector<model::ResourceSlice>& slices = collected.cluster.resource_slices;
  if (std::ranges::find(slices, name, &model::ResourceSlice::node_name) != slices.end()) {
    assume_once(collected, util::concat("drivers publish for each new node like ", name, " the devices of ", name));
  }
  for (const model::Taint& taint : original.taints) {
    if (!model::is_startup_taint(taint)) { continue; }
    assume_once(collected, util::concat("an agent removes the taint ", taint.key, " from each new node like ", name));
  }
  std::vector<model::Node> copies;
  for (std::int64_t number = 1; std::ssize(copies) < count; ++number) {
    const std::string copy = util::concat(name, "-add-", number);
    if (has_node(collected, copy)) { continue; }
    copies.push_back(copy_of(collected, original, copy));
    model::add_driver_objects(collected.cluster, name, copies.back().name);
  }
  collected.csi_node_origins.resize(collected.cluster.csi_nodes.size());
  collected.resource_slice_origins.resize(collected.cluster.resource_slices.size());
  collected.node_origins.resize(collected.node_origins.size() + copies.size());
  std::ranges::move(copies, std::back_inserter(collected.cluster.nodes));
  settle(collected);
}

void add_from_file(Collected& collected, const std::string& path) {
  std::vector<std::string> names;
  const auto add = [&](const document::Item& item) {
    if (item.kind != "Node" || !api_group_of(item.api_version).empty()) { return; }
    const std::string_view name = item.value["metadata"]["name"].text();
    if (has_node(collected, name)) {
      throw util::Error(util::concat("--add-nodes ", path, ": node ", name, " is in the cluster already (",
                                     item.place.text(), "); give the new one another name"));
    }
    names.emplace_back(name);
    try {
      add_node(collected, item.value, collected.origin_of(item.place));
    } catch (const DecodeError& error) {
      throw util::Error(util::concat("--add-nodes ", item.place.text(), ": Node ", name, ": ", error.what()));
    }
  };
  const auto refuse = [](const util::Problem& problem) {
    throw util::Error(util::concat("--add-nodes ", problem.place, ": ", problem.message));
  };
  document::read(path, {}, add, refuse);
  if (names.empty()) { throw util::Error(util::concat("--add-nodes ", path, ": the file holds no Node")); }
  settle(collected);
  for (const std::string& name : names) {
    std::ranges::lower_bound(collected.cluster.nodes, std::string_view(name), {}, &model::Node::name)->added = true;
  }
}

} // namespace

std::size_t known_node(const Collected& collected, std::string_view flag, std::string_view name) {
  const model::NodeList& nodes = collected.cluster.nodes;
  const auto place = std::ranges::lower_bound(nodes, name, {}, &model::Node::name);
  if (place != nodes.end() && place->name == name) { return static_cast<std::size_t>(place - nodes.begin()); }
  std::vector<std::string_view> names;
  for (const model::Node& node : nodes) { names.push_back(node.name); }
  throw util::Error(util::concat(flag, ' ', name, ": there is no such node", util::did_you_mean(name, names)));
}

void add_nodes(Collected& collected, const std::string& argument) {
  const std::size_t equals = argument.rfind('=');
  const auto count =
      equals == std::string::npos ? std::nullopt : util::parse_int64(std::string_view(argument).substr(equals + 1));
  // A node's name before the sign means a typing error. Otherwise the argument is a file whose name contains the sign.
  const bool is_slip = equals != std::string::npos && !count && has_node(collected, argument.substr(0, equals));
  if (!count && !is_slip) {
    std::error_code error;
    if (equals == std::string::npos && argument != "-" && !std::filesystem::exists(argument, error)) {
      throw util::Error(util::concat("--add-nodes ", argument,
                                     ": give NODE=COUNT, as in gpu-a=2, or a file with Node objects; there is no file ",
                                     argument));
    }
    return add_from_file(collected, argument);
  }
  if (is_slip || *count < 1 || *count > k_most_copies) {
    throw util::Error(
        util::concat("--add-nodes ", argument, ": give NODE=COUNT with a count from 1 to ", k_most_copies));
  }
  add_copies(collected, std::string_view(argument).substr(0, equals), *count);
}

} // namespace snapshot
