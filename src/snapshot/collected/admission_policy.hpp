// SPDX-License-Identifier: Apache-2.0
// Webhook configurations and admission policies, and the requests that they see.
#pragma once

#include "model/values/labels.hpp"

#include <string_view>
#include <vector>

namespace snapshot {

// A RuleWithOperations. An empty list is one that the object lacks: it may match everything.
struct AdmissionRule {
  std::vector<std::string_view> operations, api_groups, api_versions, resources;
  bool of_cluster = false; // scope Cluster: it sees no objects of namespaces
  bool by_name = false;    // resourceNames
};

// One webhook, the constraints of a policy, or those of a binding. An empty selector matches everything.
struct AdmissionMatch {
  std::vector<AdmissionRule> rules, excluded;
  model::Selector namespaces, objects;
};

// A webhook configuration, an admission policy, or a quota of another system.
struct AdmissionPolicy {
  std::string_view kind;               // of admissionregistration.k8s.io; empty: of another group
  std::string_view name, text;         // "x", "ValidatingWebhookConfiguration x"
  std::string_view namespace_name;     // empty: it may concern every namespace
  std::string_view tree = {};          // the namespace below which it counts; empty: none
  std::vector<AdmissionMatch> matches; // one of them suffices
};

// A ValidatingAdmissionPolicyBinding or MutatingAdmissionPolicyBinding.
struct AdmissionBinding {
  std::string_view kind; // of the policy
  std::string_view policy;
  bool decides = true; // it denies or changes; it does not only warn
  AdmissionMatch match;
};

} // namespace snapshot
