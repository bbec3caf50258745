// SPDX-License-Identifier: Apache-2.0
// Webhook configurations and admission policies, and the requests that they see.
#pragma once

#include "model/values/labels.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace snapshot {

// Of a rule: the objects that it sees. Of a request: what its object is; Any: not known. Namespaces are objects of the
// cluster. (apiserver, predicates/rules, scope)
enum class AdmissionScope : std::uint8_t { Any, Cluster, Namespaced };

struct KnownWebhook; // objects/known_webhooks.hpp

// A RuleWithOperations. An empty list is one that the object lacks: it may match everything.
struct AdmissionRule {
  std::vector<std::string_view> operations, api_groups, api_versions, resources;
  AdmissionScope scope = AdmissionScope::Any;
  bool by_name = false; // resourceNames
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
  bool works_by_webhook = false;       // of another group: its webhook is in the input, too, and shows what it sees

  // A webhook whose rules are known:
  const KnownWebhook* known = nullptr;
  std::string_view service_namespace = {}, service = {}; // where the API server asks it
  bool must_answer = true;                               // failurePolicy: Fail
};

// A ValidatingAdmissionPolicyBinding or MutatingAdmissionPolicyBinding.
struct AdmissionBinding {
  std::string_view kind; // of the policy
  std::string_view policy;
  bool decides = true; // it denies or changes; it does not only warn
  AdmissionMatch match;
};

} // namespace snapshot
