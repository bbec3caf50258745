// SPDX-License-Identifier: Apache-2.0
// Matches pods with inter-pod affinity terms. A cluster has many pods but few distinct terms. Each distinct term has a
// number, and pods that match the same terms share a "kind", so that no label set is checked twice.
// Source: kube-scheduler framework/types.go, AffinityTerm.Matches; plugins/interpodaffinity.
#pragma once

#include "engine/scheduler_version.hpp"
#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine {

// True if the pod is in one of the term's namespaces and its labels match. A term without a selector matches no pod.
bool matches(const model::PodAffinityTerm& term, const model::Pod& pod, const model::ClusterSnapshot& cluster);

// True if required affinity or anti-affinity of the pod, or anti-affinity of another pod against it, depends on labels
// of a namespace that the snapshot lacks.
bool depends_on_unknown_namespace(const model::Pod& pod, const model::ClusterSnapshot& cluster);

// True if the pod matches every term, if its namespace had no labels; false without terms. The queueing hints look up
// no labels of namespaces. (podMatchesAllAffinityTerms)
bool matches_all_without_namespace_labels(const std::vector<model::PodAffinityTerm>& terms, const model::Pod& pod);

// The affinity terms of all pods of a cluster.
class PodTerms {
 public:
  explicit PodTerms(const model::ClusterSnapshot& cluster);
  PodTerms(const PodTerms&) = delete; // contains views of itself
  PodTerms& operator=(const PodTerms&) = delete;

  bool empty() const { return m_terms.empty(); }

  // Pods of one kind match the same terms. 0 if the cluster has no terms.
  std::int32_t kind_of(model::PodIndex pod) const {
    return m_kinds.empty() ? 0 : m_kinds[static_cast<std::size_t>(pod)];
  }

  // Numbers of the spec's terms, in their order.
  struct Numbers {
    std::vector<std::uint32_t> affinity, anti_affinity; // required
    std::vector<std::uint32_t> preferred_affinity, preferred_anti_affinity;
  };
  // nullptr if the spec has no terms.
  const Numbers* of(const model::PodSpec& spec) const;

  const model::PodAffinityTerm& term(std::uint32_t number) const { return *m_terms[number]; }
  // True if a pod of the kind matches the term of a placed pod.
  bool matched(std::int32_t kind, std::uint32_t term) const { return m_matches[static_cast<std::size_t>(kind)][term]; }
  // True if a placed pod of the kind matches the term of the pod to place.
  bool matched_by_own(std::int32_t kind, std::uint32_t term, const SchedulerVersion& version) const {
    const bool is_lost = version.own_terms_match_without_namespace_labels();
    return matched(kind, term) || (is_lost && m_own_matches[static_cast<std::size_t>(kind)][term]);
  }

  // True if a pod of the kind matches an anti-affinity term of any other pod, placed or not.
  bool is_closed_out(std::int32_t kind) const { return m_closed_out[static_cast<std::size_t>(kind)]; }

  // True if the pod, once on a node, can affect other pods: it matches a term, or has terms.
  bool concerns_others(model::PodIndex pod) const;

 private:
  std::uint32_t number_of(const model::PodAffinityTerm& term);

  const model::ClusterSnapshot& m_cluster;
  std::vector<const model::PodAffinityTerm*> m_terms;
  std::map<model::PodAffinityTerm, std::uint32_t> m_numbers;
  std::unordered_map<const model::PodSpec*, Numbers> m_of_spec;
  std::vector<std::vector<bool>> m_matches;     // [kind][term]
  std::vector<std::vector<bool>> m_own_matches; // [kind][term], as if no namespace had labels
  std::vector<bool> m_matches_any;              // [kind]
  std::vector<bool> m_closed_out;               // [kind]
  std::vector<std::int32_t> m_kinds;            // by pod
};

} // namespace engine
