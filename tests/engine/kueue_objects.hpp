// SPDX-License-Identifier: Apache-2.0
// Kueue objects for engine tests. All quota is for the resource "gpu"; queues and workloads are in namespace "ml".
#pragma once

#include "engine/ask.hpp"
#include "model/cluster/cluster_snapshot.hpp"
#include "support/cluster_builder.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace tests {

struct QuotaOf {
  std::string_view flavor = "f";
  std::int64_t nominal = 0;
  std::optional<std::int64_t> borrowing = {}, lending = {};
};

inline std::vector<model::KueueResourceGroup> quota_of(const std::vector<QuotaOf>& flavors) {
  model::KueueResourceGroup group;
  group.covered = {"gpu"};
  for (const QuotaOf& flavor : flavors) {
    model::KueueQuota quota{"gpu", units(flavor.nominal), {}, {}};
    if (flavor.borrowing) { quota.borrowing_limit = units(*flavor.borrowing); }
    if (flavor.lending) { quota.lending_limit = units(*flavor.lending); }
    group.flavors.push_back({flavor.flavor, {quota}});
  }
  return {group};
}

// Add objects in the order of their names, as a snapshot holds them.
struct Kueue {
  explicit Kueue(model::ClusterSnapshot built) : cluster(std::move(built)) {
    cluster.resource_flavors.push_back({"f", {}, {}, {}, ""});
  }

  model::ClusterQueue& queue(std::string_view name, std::string_view cohort, const std::vector<QuotaOf>& flavors) {
    model::ClusterQueue made;
    made.name = name;
    made.cohort = cohort;
    made.groups = quota_of(flavors);
    made.namespace_selector = model::Selector{};
    cluster.local_queues.push_back({"ml", name, name, ""});
    return cluster.cluster_queues.emplace_back(std::move(made));
  }

  // Adds a waiting Workload: `count` pods of `gpus` each, in the LocalQueue with the ClusterQueue's name.
  model::KueueWorkload& workload(std::string_view name, std::string_view queue, std::int32_t count, std::int64_t gpus) {
    model::PodSpec spec;
    spec.requests = {{cluster.resources.intern("gpu"), gpus}};
    cluster.pod_specs.push_back(std::move(spec));
    model::KueueWorkload made;
    made.namespace_name = "ml";
    made.name = name;
    made.local_queue = queue;
    made.created = model::Time::from_seconds(m_clock++);
    made.pod_sets = {{"main", count, {}, &cluster.pod_specs.back(), false}};
    return cluster.kueue_workloads.emplace_back(std::move(made));
  }

  // Adds an admitted Workload that uses `gpus`.
  void admitted(std::string_view name, std::string_view queue, std::int64_t gpus, std::string_view flavor = "f") {
    model::KueueWorkload& made = workload(name, queue, 1, gpus);
    made.admitted = true;
    made.admitted_to = queue;
    made.usage = {{flavor, "gpu", units(gpus)}};
  }

  model::ClusterSnapshot cluster;

 private:
  std::int64_t m_clock = 1000;
};

} // namespace tests
