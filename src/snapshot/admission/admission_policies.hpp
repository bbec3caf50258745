// SPDX-License-Identifier: Apache-2.0
// Which webhooks and admission policies of the input may reject or change the objects of a manifest. Their decisions
// are not known; which requests they see is, by their rules and selectors. (apiserver, pkg/admission/plugin/webhook:
// predicates/rules, predicates/namespace, predicates/object; plugin/policy/matching)
#pragma once

#include "document/bytes/item.hpp"
#include "snapshot/collected/collected.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace snapshot {

// Records the object if it is a webhook configuration, an admission policy or its binding. Also a profile of
// Koordinator; and policies of Kyverno, Gatekeeper and Capsule, and quotas of other systems, whose own selection of
// objects is not read.
void add_admission_policy(Collected& collected, const document::Item& item);

// An object of the manifest, and the pods that come of it.
struct NewObject {
  std::string_view api_group, kind, namespace_name;
  const model::Labels& pod_labels;       // of the template, as its controller writes it
  const model::Labels* namespace_labels; // null: not known
  bool exists = false;                   // so that it is updated, not created
  bool has_gates = false;                // so that a controller updates the pods before they start
};

// The policies that may see a request for the object, for what its controller creates, or for the binding of its pods.
std::vector<const AdmissionPolicy*> policies_for(const Collected& collected, const NewObject& object);

// True if one of the policies may see a request to create or to delete a pod, or to create a workload of Kubernetes,
// whatever its labels and namespace.
bool may_see_pods(const Collected& collected);

// The resources of the requests for an object of the kind, and for what its controller creates, that one of the
// policies may see, whatever its labels and namespace: "pytorchjobs.kubeflow.org".
std::vector<std::string> resources_seen(const Collected& collected, std::string_view api_group, std::string_view kind);

// The webhook configurations and policies that may see a request to delete a pod, whatever its labels and namespace.
std::vector<std::string_view> policies_for_deletions(const Collected& collected);

// Namespaces of pending pods, each with a webhook configuration or policy that may see a request to bind its pods.
std::vector<std::pair<std::string_view, std::string_view>> policies_for_bindings(const Collected& collected);

} // namespace snapshot
