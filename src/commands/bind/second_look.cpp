// SPDX-License-Identifier: Apache-2.0
#include "commands/bind/second_look.hpp"

#include "engine/solver/placement_check.hpp"
#include "kube/api/lister.hpp"
#include "snapshot/build/builder.hpp"
#include "util/concat.hpp"

#include <optional>
#include <set>
#include <utility>

namespace commands {

namespace {

// Up to this number, one list per node and one for its pods. Beyond, one list of all nodes and one of all pods are
// cheaper.
constexpr std::size_t k_most_nodes = 32;

kube::ListRequest list_of(std::string resource, std::string kind, kube::Query query = {}) {
  kube::ListRequest request;
  request.version = "v1";
  request.resource = std::move(resource);
  request.kind = std::move(kind);
  request.query = std::move(query);
  return request;
}

// The batch's own pods, while they have no node.
kube::ListRequest own_pods(const Batch& batch) {
  kube::ListRequest request = list_of("pods", "Pod");
  request.namespace_name = batch.name.first;
  if (batch.is_group) {
    request.query = {{"fieldSelector", "spec.nodeName="}};
    if (!batch.label.empty()) {
      request.query.emplace_back("labelSelector", util::concat(batch.label, '=', batch.name.second));
    }
  } else {
    request.query = {{"fieldSelector", util::concat("metadata.name=", batch.bindings.front().pod)}};
  }
  return request;
}

std::vector<kube::ListRequest> lists_for(const Batch& batch) {
  std::set<std::string> nodes;
  for (const kube::Binding& binding : batch.bindings) { nodes.insert(binding.node); }
  if (batch.across_nodes || nodes.size() > k_most_nodes) {
    return {list_of("namespaces", "Namespace"), list_of("nodes", "Node"), list_of("pods", "Pod")};
  }
  std::vector<kube::ListRequest> lists = {own_pods(batch)};
  for (const std::string& node : nodes) {
    lists.push_back(list_of("nodes", "Node", {{"fieldSelector", util::concat("metadata.name=", node)}}));
    lists.push_back(list_of("pods", "Pod", {{"fieldSelector", util::concat("spec.nodeName=", node)}}));
  }
  return lists;
}

// nullopt if the lists are inconsistent: one restarted, or a pod moved from one to another.
std::optional<model::ClusterSnapshot> read_once(kube::Client& client, const Batch& batch) {
  snapshot::Builder builder;
  std::set<std::string> seen;
  bool is_void = false;
  kube::Lister lister(client);
  for (kube::ListRequest& request : lists_for(batch)) {
    kube::ListSink sink;
    sink.item = [&](const document::Item& item) {
      const document::Value metadata = item.value["metadata"];
      const bool is_new =
          seen.insert(util::concat(item.kind, ' ', metadata["namespace"].text(), '/', metadata["name"].text())).second;
      is_void = is_void || !is_new;
      if (is_new) { builder.add(item); }
    };
    sink.restart = [&] { is_void = true; };
    lister.add(std::move(request), std::move(sink));
  }
  for (const kube::ListOutcome& outcome : lister.run()) {
    if (outcome.error) { throw kube::ApiError(*outcome.error); }
  }
  if (is_void) { return std::nullopt; }
  return builder.finish();
}

model::ClusterSnapshot read_anew(kube::Client& client, const Batch& batch) {
  constexpr int k_tries = 5;
  for (int tries = 0; tries < k_tries; ++tries) {
    if (auto cluster = read_once(client, batch)) { return std::move(*cluster); }
  }
  throw IncompletePicture("the pods change faster than they can be read");
}

// The pod as it is now. If it no longer matches the plan: null, with the reason why it cannot be bound.
const model::Pod* unchanged_pod(const model::ClusterSnapshot& cluster, const Batch& batch, const kube::Binding& binding,
                                std::vector<std::string>& reasons) {
  const std::string name = util::concat("pod ", binding.namespace_name, '/', binding.pod);
  const auto changed = [&](std::string_view how) {
    reasons.push_back(util::concat(name, ' ', how));
    return nullptr;
  };
  const model::PodIndex index = cluster.find_pod(binding.namespace_name, binding.pod);
  if (index == model::k_none) { return changed("is gone, or another client bound it"); }
  const model::Pod& pod = cluster.pods[static_cast<std::size_t>(index)];
  if (pod.uid != binding.uid) { return changed("is another one of the same name"); }
  if (pod.bound()) { return changed(util::concat("is on ", pod.node_name, " already")); }
  if (pod.finished() || pod.terminating) { return changed("is at its end"); }
  if (pod.gated()) { return changed("is gated"); }
  const bool in_group = pod.group != model::k_none;
  const std::string_view group = in_group ? cluster.groups[static_cast<std::size_t>(pod.group)].name : "";
  if (in_group != batch.is_group || (in_group && group != batch.name.second)) {
    return changed("belongs to another group now");
  }
  return &pod;
}

} // namespace

std::vector<std::string> second_look(kube::Client& client, const BindInput& input, const Now& now, Batch& batch) {
  const model::ClusterSnapshot cluster = read_anew(client, batch);
  const engine::Options options = options_at(input.request, now);
  const engine::Rules rules(cluster, options);
  std::vector<std::string> reasons;
  if (!cluster.unread.empty()) { reasons.push_back(util::concat(cluster.unread.front(), " could not be read")); }
  std::vector<engine::Placement> placements;
  for (kube::Binding& binding : batch.bindings) {
    const model::Pod* const pod = unchanged_pod(cluster, batch, binding, reasons);
    if (pod == nullptr) { continue; }
    if (rules.profile_of(*pod) == nullptr) {
      reasons.push_back(util::concat("pod ", model::pod_key(*pod), " names another scheduler now"));
      continue;
    }
    const model::NodeIndex node = cluster.find_node(binding.node);
    if (node == model::k_none) {
      reasons.push_back(util::concat("node ", binding.node, " is gone"));
      continue;
    }
    binding.resource_version = pod->pending->resource_version;
    placements.push_back({static_cast<model::PodIndex>(cluster.pods.index_of(*pod)), node});
  }
  for (const engine::Objection& objection : engine::objections(rules, placements)) {
    reasons.push_back(util::concat("pod ", model::pod_key(cluster.pods[static_cast<std::size_t>(objection.pod)]), ": ",
                                   objection.reason));
  }
  return reasons;
}

} // namespace commands
