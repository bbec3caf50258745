// SPDX-License-Identifier: Apache-2.0
// Which webhooks and admission policies of the input may reject or change the objects of a manifest. Their decisions
// are not known; which requests they see is, by their rules and selectors. (apiserver, pkg/admission/plugin/webhook:
// predicates/rules, predicates/namespace, predicates/object; plugin/policy/matching)
#pragma once

#include "document/bytes/item.hpp"
#include "snapshot/collected/collected.hpp"

#include <optional>
#include <span>
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
  bool needs_token = true;               // kubelets ask for a token of the service account of its pods
};

// The policies that may see a request for the object, for what its controller creates, or for the binding of its pods.
std::vector<const AdmissionPolicy*> policies_for(const Collected& collected, const NewObject& object);
// The same of webhooks whose rules are known.
std::vector<const AdmissionPolicy*> known_webhooks_for(const Collected& collected, const NewObject& object);

// A request for an object that makes no pods.
struct ObjectRequest {
  std::string_view operation, resource, api_group; // "UPDATE", "resourceclaims/status", "resource.k8s.io"
  AdmissionScope scope = AdmissionScope::Namespaced;
  std::string_view namespace_name = {};            // of a Namespace: its name
  const model::Labels* labels = nullptr;           // null: not known
  const model::Labels* namespace_labels = nullptr; // null: not known
};
std::vector<const AdmissionPolicy*> policies_for(const Collected& collected, const ObjectRequest& wanted);

// The labels of the namespace; null: not known.
const model::Labels* labels_of_namespace(const Collected& collected, std::string_view name);

// True if one of the policies may see a request to create or to delete a pod, or to create a workload of Kubernetes,
// whatever its labels and namespace.
bool may_see_pods(const Collected& collected);

// The resources of the requests for an object of the kind, and for what its controller creates, that one of the
// policies may see, whatever its labels and namespace: "pytorchjobs.kubeflow.org", "updates of jobs.batch".
std::vector<std::string> resources_seen(const Collected& collected, std::string_view api_group, std::string_view kind);
// The same for one request; nothing if no policy sees it.
std::optional<std::string> request_seen(const Collected& collected, const ObjectRequest& wanted);

// What a scheduler requests for pods that exist, apart from their deletion: to bind one, or to evict one.
std::span<const ObjectRequest> requests_for_existing_pods();

// The webhook configurations and policies that may see what a scheduler requests to evict a pod, whatever its labels
// and namespace.
std::vector<std::string_view> policies_for_deletions(const Collected& collected);

// Namespaces of pending pods, each with a policy that may see a request to bind its pods: a webhook configuration, an
// admission policy, or a quota that the scheduler reads. Sorted.
std::vector<std::pair<std::string_view, std::string_view>> policies_for_bindings(const Collected& collected);

// Pending pods ("ml/train-0"), each with a policy that may see a request for its claims. Sorted.
std::vector<std::pair<std::string_view, std::string_view>> policies_for_claims(Collected& collected);

} // namespace snapshot
