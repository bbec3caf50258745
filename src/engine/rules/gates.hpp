// SPDX-License-Identifier: Apache-2.0
// Gates above the scheduler. They keep pods from being created or tried before any scheduling rule applies.
//
// The engine evaluates each gate once, on the snapshot, before the simulation. A gate lets a pod through, keeps it out
// of the run, or opens its own scheduling gates. A gate without objects in the snapshot has no effect.
//
// To add a gate: one file in gates/, one row in gates.cpp.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"
#include "model/cluster/gate.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace engine {

// Result of the gates for a pod.
enum class AdmissionResult : std::uint8_t {
  Free,    // it passes, or no gate concerns it
  Opened,  // Kueue removes its scheduling gates, so the scheduler tries it
  Held,    // it exists, but no scheduler tries it
  Refused, // the API server does not create it
};

struct Gates {
  explicit Gates(const model::ClusterSnapshot& cluster)
      : passages(cluster.pods.size(), AdmissionResult::Free), groups(cluster.groups.size()) {}

  std::vector<AdmissionResult> passages;              // by PodIndex
  std::vector<std::vector<model::GateReport>> groups; // by GroupIndex: reports of the gates
  struct KeptOut {
    model::GateKind gate = model::GateKind::ResourceQuota;
    std::string reason;
  };
  std::map<model::PodIndex, KeptOut> kept_out; // the held and the refused pods
  // Pods of no group that a controller of existing pods wants, and that quotas refuse. `like`: one of its pods.
  struct Missing {
    model::PodIndex like = model::k_none;
    std::int32_t wanted = 0, refused = 0; // in all; of the missing ones
    std::string reason;                   // the API server's message
  };
  std::vector<Missing> missing;
  std::vector<model::GateReport> kueue;            // Kueue's decisions about Workloads with pods
  std::map<model::PodIndex, std::size_t> kueue_of; // which of them concerns the pod
  std::vector<std::string> assumptions;            // sentences without a full stop

  bool keeps_out(model::PodIndex pod) const {
    return at(pod) == AdmissionResult::Held || at(pod) == AdmissionResult::Refused;
  }
  bool refuses(model::PodIndex pod) const { return at(pod) == AdmissionResult::Refused; }
  bool opens(model::PodIndex pod) const { return at(pod) == AdmissionResult::Opened; }
  void hold(model::PodIndex pod, KeptOut why) { keep(pod, AdmissionResult::Held, std::move(why)); }
  void open(model::PodIndex pod) { passages[static_cast<std::size_t>(pod)] = AdmissionResult::Opened; }
  void hold_what_kueue_would_open(); // for bind, which does not wait for Kueue
  // Kueue's decision about the pod's Workload; null: there is none.
  const model::GateReport* decision_of_kueue(model::PodIndex pod) const {
    const auto found = kueue_of.find(pod);
    return found == kueue_of.end() ? nullptr : &kueue[found->second];
  }
  void refuse(model::PodIndex pod, KeptOut why) { keep(pod, AdmissionResult::Refused, std::move(why)); }

 private:
  void keep(model::PodIndex pod, AdmissionResult passage, KeptOut why);
  AdmissionResult at(model::PodIndex pod) const { return passages[static_cast<std::size_t>(pod)]; }
};

struct GateRow {
  model::GateKind kind;
  void (*judge)(const model::ClusterSnapshot& cluster, model::Time now, Gates& gates);
};

Gates judge_gates(const model::ClusterSnapshot& cluster, model::Time now);

// One function per row, each in its own file.
void judge_resource_quota(const model::ClusterSnapshot& cluster, model::Time now, Gates& gates);
void judge_kueue(const model::ClusterSnapshot& cluster, model::Time now, Gates& gates);
void judge_volcano_enqueue(const model::ClusterSnapshot& cluster, model::Time now, Gates& gates);
void judge_volcano_allocate(const model::ClusterSnapshot& cluster, model::Time now, Gates& gates);
void judge_kai_queue(const model::ClusterSnapshot& cluster, model::Time now, Gates& gates);

} // namespace engine
