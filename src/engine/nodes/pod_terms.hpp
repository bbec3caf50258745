// SPDX-License-Identifier: Apache-2.0
// Which pods match which inter-pod affinity terms. A cluster has few different terms and many pods: each different term
// has a number, and pods that match the same terms share a "kind", so that no label is looked at twice.
// Source: kube-scheduler framework/types.go, AffinityTerm.Matches; plugins/interpodaffinity.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine {

// Whether the pod is in one of the term's namespaces and its labels match. A term without a selector matches no pod.
bool matches(const model::PodAffinityTerm& term, const model::Pod& pod, const model::ClusterSnapshot& cluster);

// All of them; without terms no pod does. (podMatchesAllAffinityTerms)
bool matches_all(const std::vector<model::PodAffinityTerm>& terms, const model::Pod& pod,
                 const model::ClusterSnapshot& cluster);

// The affinity terms of all pods of a cluster.
class PodTerms {
 public:
  explicit PodTerms(const model::ClusterSnapshot& cluster);
  PodTerms(const PodTerms&) = delete; // holds views of itself
  PodTerms& operator=(const PodTerms&) = delete;

  bool empty() const { return m_terms.empty(); }

  // Pods of one kind match the same terms. 0 where there are no terms at all.
  std::int32_t kind_of(model::PodIndex pod) const {
    return m_kinds.empty() ? 0 : m_kinds[static_cast<std::size_t>(pod)];
  }

  // Numbers of the spec's terms, in their order.
  struct Numbers {
    std::vector<std::uint32_t> affinity, anti_affinity; // required
    std::vector<std::uint32_t> preferred_affinity, preferred_anti_affinity;
  };
  // nullptr where the spec has no terms.
  const Numbers* of(const model::PodSpec& spec) const;

  const model::PodAffinityTerm& term(std::uint32_t number) const { return *m_terms[number]; }
  bool matched(std::int32_t kind, std::uint32_t term) const { return m_matches[static_cast<std::size_t>(kind)][term]; }

  // Whether a pod of the kind matches anti-affinity of any other pod, placed or not.
  bool is_closed_out(std::int32_t kind) const { return m_closed_out[static_cast<std::size_t>(kind)]; }

  // Whether such a pod on a node can decide about others: it matches a term, or it has terms.
  bool concerns_others(model::PodIndex pod) const;

 private:
  std::uint32_t number_of(const model::PodAffinityTerm& term);

  const model::ClusterSnapshot& m_cluster;
  std::vector<const model::PodAffinityTerm*> m_terms;
  std::map<model::PodAffinityTerm, std::uint32_t> m_numbers;
  std::unordered_map<const model::PodSpec*, Numbers> m_of_spec;
  std::vector<std::vector<bool>> m_matches; // [kind][term]
  std::vector<bool> m_matches_any;          // [kind]
  std::vector<bool> m_closed_out;           // [kind]
  std::vector<std::int32_t> m_kinds;        // by pod
};

} // namespace engine
