// SPDX-License-Identifier: Apache-2.0
// What controllers and schedulers request of the API server for the claims of a pod before the pod can start, and which
// webhooks and admission policies may see that.
#pragma once

#include "snapshot/admission/admission_policies.hpp"

#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace snapshot {

// The steps from a pod's entries to claims that it can use; a set of bits.
using ClaimSteps = unsigned;
inline constexpr ClaimSteps k_makes_claim = 1, k_provisions = 2, k_binds_claim = 4, k_makes_device_claim = 8,
                            k_allocates = 16, k_reserves = 32;

struct ClaimRequest {
  ClaimSteps steps; // the request belongs to one of these
  ObjectRequest request;
};
std::span<const ClaimRequest> claim_requests();

// The steps that the pod's claims still need. The claims and classes must be settled.
ClaimSteps claim_steps_of(const Collected& collected, const model::Pod& pod);

// The policies for the claims of pods. `collected` must outlive it, and gets no other policies meanwhile.
class ClaimPolicies {
 public:
  // Null: the labels of the namespace are not known.
  using LabelsOfNamespace = std::function<const model::Labels*(std::string_view)>;
  ClaimPolicies(const Collected& collected, LabelsOfNamespace labels)
      : m_collected(collected), m_labels(std::move(labels)) {}

  std::vector<const AdmissionPolicy*> of(const model::Pod& pod);

 private:
  struct Seen {
    const AdmissionPolicy* policy;
    ClaimSteps steps;
  };
  const std::vector<Seen>& seen_in(std::string_view namespace_name);

  const Collected& m_collected;
  LabelsOfNamespace m_labels;
  std::map<std::string_view, std::vector<Seen>> m_seen; // by namespace
};

} // namespace snapshot
