// SPDX-License-Identifier: Apache-2.0
// The snapshot with a larger or smaller role of the job, as if the manifest said so.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/sizing/job.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

// Pods that a manifest creates for one purpose.
struct Role {
  std::string kind, namespace_name, object, name;
  std::vector<model::PodIndex> pods;     // indexes in the run's snapshot, ascending
  std::optional<std::int32_t> most = {}; // pods that the object allows
};

class Resized {
 public:
  // `run` is the run of the unchanged job. It and `role` must outlive this object.
  Resized(const Run& run, const Job& job, const Role& role);
  Resized(const Resized&) = delete; // rules and tables refer to the snapshot
  Resized& operator=(const Resized&) = delete;

  // Call one of these, once. A minMember that equals the size of its group follows the size. minResources and quota
  // charges follow as well.
  void set_replicas(std::int64_t count); // not below the number of bound pods
  void set_request(model::ResourceId resource, std::int64_t amount);

  // True if every pod of the job is bound at rest, in a simulation with everything that is pending.
  bool places_all();
  // True if the solver proves that no placement holds all pods of the job, even with no other pending pods.
  bool is_impossible();

 private:
  void add_pods(std::int64_t count);
  void queue_like(model::PodIndex like, model::PodIndex made);
  void drop_pods(std::int64_t count);
  void resize_group(std::int64_t more, const model::PodSpec& spec);
  void charge_more(model::PodIndex pod, model::ResourceId resource, std::int64_t more);
  void build();

  const Run& m_original;
  const Role& m_role;
  Job m_job;
  model::ClusterSnapshot m_cluster;
  std::unique_ptr<Experiment> m_experiment;
};

// True if the group's minMember equals the number of its live members.
bool needs_all_members(const model::ClusterSnapshot& cluster, const model::PodGroup& group);

// The fewest pods of the role with which quorums that do not follow its size stay reachable; at least 1.
std::int64_t fewest_replicas(const model::ClusterSnapshot& cluster, const Role& role);

} // namespace engine
