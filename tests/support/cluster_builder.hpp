// SPDX-License-Identifier: Apache-2.0
// Builds clusters for engine tests, without documents:
//
//   ClusterBuilder c;
//   c.node("gpu-a").has("nvidia.com/gpu", 6);
//   c.group("train").min_member(3);
//   c.pod("worker-0").in("train").asks("nvidia.com/gpu", 4);
//   const model::ClusterSnapshot cluster = c.build();
//
// The default namespace is "default". Nodes have 110 pods, 64 cpu and 256 GiB. Creation times of objects, both groups
// and pods, are one second apart, in the order of the calls.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tests {

inline constexpr std::int64_t k_gib = std::int64_t{1} << 30;

class ClusterBuilder {
 public:
  // Not inline, to save compile time: cmake/quick.cmake.
  ClusterBuilder();
  ClusterBuilder(const ClusterBuilder& other);
  ClusterBuilder(ClusterBuilder&& other) noexcept;
  ClusterBuilder& operator=(const ClusterBuilder& other);
  ClusterBuilder& operator=(ClusterBuilder&& other) noexcept;
  ~ClusterBuilder();

  struct NodeSpec {
    std::string name;
    std::map<std::string, std::int64_t> allocatable;
    std::map<std::string, std::string> label_map;
    std::vector<model::Taint> taint_list;
    bool cordon = false;
    bool added = false; // by a what-if
    std::vector<model::NodeImage> image_list;
    NodeSpec& has(const std::string& resource, std::int64_t amount) {
      allocatable[resource] = amount;
      return *this;
    }
    NodeSpec& label(const std::string& key, const std::string& value) {
      label_map[key] = value;
      return *this;
    }
    NodeSpec& taint(std::string_view key, model::TaintEffect effect = model::TaintEffect::NoSchedule,
                    std::string_view value = "") {
      taint_list.push_back({key, value, effect});
      return *this;
    }
    NodeSpec& image(std::string_view image_name, std::int64_t bytes) { // call it in the order of names
      image_list.push_back({image_name, bytes});
      return *this;
    }
    NodeSpec& cordoned() {
      cordon = true;
      return *this;
    }
  };

  struct GroupSpec {
    model::PodGroup group;
    std::string ns, name;
    GroupSpec& min_member(std::int32_t n) {
      group.min_member = n;
      return *this;
    }
    GroupSpec& min_resources(std::string_view resource, std::string_view quantity) {
      if (!group.min_resources) { group.min_resources.emplace(); }
      group.min_resources->emplace_back(resource, *model::Quantity::parse(quantity));
      return *this;
    }
    GroupSpec& timeout(std::int32_t seconds) {
      group.schedule_timeout_seconds = seconds;
      return *this;
    }
    GroupSpec& dialect(model::Dialect d) {
      group.dialect = d;
      return *this;
    }
    GroupSpec& native() { return dialect(model::Dialect::Native); }
    GroupSpec& basic() { // no quorum
      group.gang = false;
      return native();
    }
    GroupSpec& priority(std::int32_t p) {
      group.priority = p;
      return *this;
    }
    GroupSpec& disrupted_whole() {
      group.disrupted_whole = true;
      return *this;
    }
    GroupSpec& missing() {
      group.declared = false;
      return *this;
    }
    GroupSpec& at(std::int64_t seconds) {
      group.created = model::Time::from_seconds(seconds);
      return *this;
    }
    GroupSpec& phase(std::string_view stored) {
      group.status.phase = stored;
      return *this;
    }
  };

  struct PodSpecRow {
    model::Pod pod;
    model::PodSpec spec;
    std::string ns, name, group, node;
    std::map<std::string, std::int64_t> requests;
    std::map<std::string, std::string> label_map;
    std::vector<std::string> waits_for;
    model::PendingStatus status;
    std::optional<model::Owner> owner;
    PodSpecRow& in(const std::string& group_name) {
      group = group_name;
      return *this;
    }
    PodSpecRow& asks(const std::string& resource, std::int64_t amount) {
      requests[resource] = amount;
      return *this;
    }
    PodSpecRow& on(const std::string& node_name) {
      node = node_name;
      pod.phase = model::PodPhase::Running;
      return *this;
    }
    PodSpecRow& priority(std::int32_t p) {
      spec.priority = p;
      return *this;
    }
    PodSpecRow& gate(std::string_view name_of_gate) {
      spec.scheduling_gates.push_back(name_of_gate);
      return *this;
    }
    PodSpecRow& phase(model::PodPhase p) {
      pod.phase = p;
      return *this;
    }
    PodSpecRow& at(std::int64_t seconds) {
      pod.created = model::Time::from_seconds(seconds);
      return *this;
    }
    PodSpecRow& selects(std::string_view key, std::string_view value) {
      spec.node_selector.push_back({key, value});
      return *this;
    }
    PodSpecRow& keeps_off(std::string_view other_node) { // by required node affinity, in addition to other nodes
      auto& terms = spec.required_node_terms;
      if (!terms) { terms.emplace(1); }
      terms->front().fields.push_back({"metadata.name", model::SelectorOperator::NotIn, {other_node}});
      return *this;
    }
    PodSpecRow& tolerates(std::string_view key) {
      spec.tolerations.push_back({key, "", true, std::nullopt});
      return *this;
    }
    PodSpecRow& port(std::int32_t number) {
      spec.host_ports.push_back({"0.0.0.0", "TCP", number});
      return *this;
    }
    PodSpecRow& scheduler(std::string_view scheduler_name) {
      spec.scheduler_name = scheduler_name;
      return *this;
    }
    PodSpecRow& after(const std::string& other) {
      waits_for.push_back(other);
      return *this;
    }
    PodSpecRow& nominated(std::string_view node_name) {
      status.nominated_node = node_name;
      return *this;
    }
    PodSpecRow& label(const std::string& key, const std::string& value) {
      label_map[key] = value;
      return *this;
    }
    // The owner is an object of apps/v1, or a ReplicationController of v1.
    PodSpecRow& owned_by(std::string_view kind, std::string_view owner_name) {
      owner = {kind == "ReplicationController" ? "v1" : "apps/v1", kind, owner_name};
      return *this;
    }
    PodSpecRow& ends(std::int64_t seconds) { // since 1970
      pod.ends = model::KnownEnd{model::Time::from_seconds(seconds), model::KnownEnd::Why::Deadline};
      return *this;
    }
    PodSpecRow& terminating() {
      pod.terminating = true;
      return *this;
    }
  };

  // Adds a budget that allows `allowed` evictions of pods in "default" with the label `key`: `value`.
  void budget(std::string_view key, std::string_view value, std::int32_t allowed);

  // Sources of default selectors: a Service with a label, and a ReplicaSet or similar controller with a selector.
  void service(std::string_view key, std::string_view value, std::string_view ns = "default");
  void controller(std::string_view kind, std::string_view name, model::Selector selector);

  NodeSpec& node(const std::string& name);
  GroupSpec& group(const std::string& name, const std::string& ns = "default");
  PodSpecRow& pod(const std::string& name, const std::string& ns = "default");

  // Returns the snapshot. Texts given as string_view must outlive it; literals do.
  model::ClusterSnapshot build() const;

  static constexpr std::int64_t k_start = 1'700'000'000; // creation time of the first object, in seconds

 private:
  std::deque<NodeSpec> m_nodes;
  std::deque<GroupSpec> m_groups;
  std::deque<PodSpecRow> m_pods;
  std::vector<model::DisruptionBudget> m_budgets;
  std::vector<model::Service> m_services;
  std::vector<model::WorkloadObject> m_workloads;
  std::int64_t m_clock = k_start;
};

} // namespace tests
