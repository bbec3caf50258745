// SPDX-License-Identifier: Apache-2.0
// The picture with one role of the job larger or smaller: what if the manifest said so?
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/sizing/job.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

// The pods that a manifest makes for one purpose.
struct Role {
  std::string kind, namespace_name, object, name;
  std::vector<model::PodIndex> pods; // in the run's picture, ascending
};

class Resized {
 public:
  // `run` is that of the job as it is; it must outlive this object, as must `role`.
  Resized(const Run& run, const Job& job, const Role& role);
  Resized(const Resized&) = delete; // rules and tables refer to the picture
  Resized& operator=(const Resized&) = delete;

  // One of these, once. minMember that is the size of its group stays so; minResources and what quotas are charged with
  // follow.
  void set_replicas(std::int64_t count); // not below the pods that are bound already
  void set_request(model::ResourceId resource, std::int64_t amount);

  // Whether every pod of the job is bound at rest, with everything that is pending. Simulates.
  bool places_all();
  // Whether there is no placement of all of them even with nobody else pending, by proof.
  bool is_impossible();

 private:
  void add_pods(std::int64_t count);
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

// Whether the group's minMember is the number of its live members.
bool needs_all_members(const model::ClusterSnapshot& cluster, const model::PodGroup& group);

// How few pods the role may have so that quorums which do not go with its size are not beyond reach; at least 1.
std::int64_t fewest_replicas(const model::ClusterSnapshot& cluster, const Role& role);

} // namespace engine
