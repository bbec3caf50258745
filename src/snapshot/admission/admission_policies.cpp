// SPDX-License-Identifier: Apache-2.0
#include "snapshot/admission/admission_policies.hpp"

#include "snapshot/admission/claim_requests.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/collected/lasting.hpp"
#include "snapshot/objects/known_webhooks.hpp"
#include "snapshot/pods/decode_selectors.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace snapshot {

namespace {

using Texts = std::vector<std::string_view>;

constexpr std::string_view k_registration = "admissionregistration.k8s.io";
constexpr std::string_view k_name_of_namespace = "kubernetes.io/metadata.name"; // set by the API server

Texts lasting_texts(Collected& collected, document::Value list) {
  Texts texts;
  for (const document::Value each : list.elements()) { texts.push_back(collected.lasting(each.text())); }
  return texts;
}

AdmissionScope scope_of(std::string_view text) {
  return text == "Cluster"      ? AdmissionScope::Cluster
         : text == "Namespaced" ? AdmissionScope::Namespaced
                                : AdmissionScope::Any;
}

std::vector<AdmissionRule> rules_of(Collected& collected, document::Value list) {
  std::vector<AdmissionRule> rules;
  for (const document::Value rule : list.elements()) {
    rules.push_back({lasting_texts(collected, rule["operations"]), lasting_texts(collected, rule["apiGroups"]),
                     lasting_texts(collected, rule["apiVersions"]), lasting_texts(collected, rule["resources"]),
                     scope_of(rule["scope"].text()), rule["resourceNames"].size() > 0});
  }
  return rules;
}

// Empty if it is absent, or invalid: then it may match everything.
model::Selector selector_or_all(Collected& collected, document::Value value) {
  try {
    return lasting(collected, label_selector_of(value, Path()).value_or(model::Selector()));
  } catch (const DecodeError&) { return {}; }
}

AdmissionMatch match_of(Collected& collected, document::Value value, std::string_view rules) {
  return {rules_of(collected, value[rules]), rules_of(collected, value["excludeResourceRules"]),
          selector_or_all(collected, value["namespaceSelector"]), selector_or_all(collected, value["objectSelector"])};
}

// Constraints of policies and bindings: without rules, they match every resource.
AdmissionMatch constraints_of(Collected& collected, document::Value value) {
  AdmissionMatch match = match_of(collected, value, "resourceRules");
  if (match.rules.empty()) { match.rules.emplace_back(); }
  return match;
}

// The pods to which Koordinator's webhook gives a scheduler, a priority, labels and other resources.
AdmissionMatch profile_of(Collected& collected, document::Value spec) {
  AdmissionMatch match;
  match.rules.push_back({{"CREATE"}, {""}, {"v1"}, {"pods"}});
  match.namespaces = selector_or_all(collected, spec["namespaceSelector"]);
  match.objects = selector_or_all(collected, spec["selector"]);
  return match;
}

void add_binding(Collected& collected, const document::Item& item) {
  constexpr std::string_view k_binding = "Binding";
  const document::Value spec = item.value["spec"], actions = spec["validationActions"];
  AdmissionBinding binding;
  binding.kind = collected.lasting(item.kind.substr(0, item.kind.size() - k_binding.size()));
  binding.policy = collected.lasting(spec["policyName"].text());
  binding.match = constraints_of(collected, spec["matchResources"]);
  const Texts texts = lasting_texts(collected, actions);
  binding.decides = texts.empty() || std::ranges::find(texts, "Deny") != texts.end();
  collected.admission_bindings.push_back(std::move(binding));
}

// A request to the API server.
struct Request {
  std::string_view operation, resource, api_group; // "CREATE", "pods/binding", ""
  std::optional<std::string_view> api_version;     // nullopt: not known
  enum class Labels : std::uint8_t { Unknown, OfPods, OfBinding, OfObject } labels = Labels::Unknown;
  AdmissionScope scope = AdmissionScope::Namespaced;
};

bool is_built_in(const NewObject& object) {
  return object.api_group.empty() || object.api_group == "apps" || object.api_group == "batch";
}

// Resources that Kubernetes' controllers create below their objects, beside pods. No kind: below those of every
// operator.
struct MadeResource {
  std::string_view kind, resource, api_group;
};
constexpr std::array<MadeResource, 14> k_made = {{{"CronJob", "jobs", "batch"},
                                                  {"DaemonSet", "controllerrevisions", "apps"},
                                                  {"Deployment", "replicasets", "apps"},
                                                  {"StatefulSet", "controllerrevisions", "apps"},
                                                  {"StatefulSet", "persistentvolumeclaims", ""},
                                                  {"", "jobs", "batch"},
                                                  {"", "replicasets", "apps"},
                                                  {"", "statefulsets", "apps"},
                                                  {"", "jobsets", "jobset.x-k8s.io"},
                                                  {"", "leaderworkersets", "leaderworkerset.x-k8s.io"},
                                                  {"", "rayclusters", "ray.io"},
                                                  {"", "workloads", "kueue.x-k8s.io"},
                                                  {"", "workloads", "scheduling.k8s.io"},
                                                  {"", "persistentvolumeclaims", ""}}};

// Resources that the operator of one kind creates between the object and its pods, beside those of k_made. (kserve
// deployment_reconciler.go and ksvc_reconciler.go, flink-kubernetes-operator NativeFlinkService, katib
// trial_controller, aibrix rayclusterfleet, rbgs, dynamo and NIM operators; kinds with a schedule)
struct MadeByOperator {
  std::string_view of, kind, resource, api_group;
};
constexpr std::array<MadeByOperator, 22> k_made_by_operators = {
    {{"apps.nvidia.com", "NIMService", "deployments", "apps"},
     {"argoproj.io", "CronWorkflow", "workflows", "argoproj.io"},
     {"batch.volcano.sh", "CronJob", "jobs", "batch.volcano.sh"},
     {"flink.apache.org", "FlinkDeployment", "deployments", "apps"},
     {"flow.volcano.sh", "JobFlow", "jobs", "batch.volcano.sh"},
     {"kubeflow.org", "Experiment", "deployments", "apps"},
     {"kubeflow.org", "Experiment", "suggestions", "kubeflow.org"},
     {"kubeflow.org", "Experiment", "trials", "kubeflow.org"},
     {"nvidia.com", "DynamoGraphDeployment", "deployments", "apps"},
     {"nvidia.com", "DynamoGraphDeployment", "dynamocomponentdeployments", "nvidia.com"},
     {"nvidia.com", "DynamoGraphDeployment", "podcliques", "grove.io"},
     {"nvidia.com", "DynamoGraphDeployment", "podcliquesets", "grove.io"},
     {"orchestration.aibrix.ai", "RayClusterFleet", "rayclusterreplicasets", "orchestration.aibrix.ai"},
     {"ray.io", "RayCronJob", "rayjobs", "ray.io"},
     {"serving.kserve.io", "InferenceService", "deployments", "apps"},
     {"serving.kserve.io", "InferenceService", "revisions", "serving.knative.dev"},
     {"serving.kserve.io", "InferenceService", "services", "serving.knative.dev"},
     {"serving.kserve.io", "LLMInferenceService", "deployments", "apps"},
     {"sparkoperator.k8s.io", "ScheduledSparkApplication", "sparkapplications", "sparkoperator.k8s.io"},
     {"training.volcano.sh", "HyperJob", "jobs", "batch.volcano.sh"},
     {"training.volcano.sh", "HyperJob", "propagationpolicies", "policy.karmada.io"},
     {"workloads.x-k8s.io", "RoleBasedGroup", "deployments", "apps"}}};

// Operators that create Services beside pods, and nothing else of the core group. (training-operator pkg/controller.v1,
// jobset_controller.go createHeadlessSvcIfNecessary, lws leaderworkerset_controller.go reconcileHeadlessServices)
constexpr std::array<std::string_view, 8> k_with_services_only = {
    "JAXJob", "JobSet", "LeaderWorkerSet", "MXJob", "PaddleJob", "PyTorchJob", "TFJob", "XGBoostJob"};

// Objects that an operator creates before or between the pods: if one is refused, the pods after it do not come.
void add_companions(const NewObject& object, std::vector<Request>& requests) {
  constexpr std::array<MadeResource, 5> k_others = {{{"", "configmaps", ""},
                                                     {"", "secrets", ""},
                                                     {"", "serviceaccounts", ""},
                                                     {"", "roles", "rbac.authorization.k8s.io"},
                                                     {"", "rolebindings", "rbac.authorization.k8s.io"}}};
  const auto add = [&](std::string_view resource, std::string_view api_group) {
    requests.push_back({"CREATE", resource, api_group, std::nullopt, Request::Labels::Unknown});
  };
  add("services", "");
  if (std::ranges::find(k_with_services_only, object.kind) != k_with_services_only.end()) { return; }
  for (const MadeResource& row : k_others) { add(row.resource, row.api_group); }
}

// API groups of the PodGroups that a scheduler or an operator creates for pods.
constexpr std::array<std::string_view, 4> k_pod_groups_of = {"scheduling.k8s.io", "scheduling.run.ai",
                                                             "scheduling.volcano.sh", "scheduling.x-k8s.io"};

std::array<std::string, 2> resource_names(std::string_view kind) {
  const std::string name = util::lowercase(kind);
  return {util::concat(name, 's'), util::concat(name, "es")};
}

// `names` keeps the resource names of the object.
std::vector<Request> requests_for(const NewObject& object, const std::array<std::string, 2>& names) {
  using enum Request::Labels;
  const bool is_own = is_built_in(object);
  std::vector<Request> requests = {{"CREATE", "pods", "", "v1", OfPods},
                                   {"CREATE", "pods/binding", "", "v1", OfBinding},
                                   {"CREATE", "bindings", "", "v1", OfBinding}};
  const bool updates_pods = object.has_gates || !is_own || (object.kind == "Pod" && object.exists);
  if (updates_pods) { requests.push_back({"UPDATE", "pods", "", "v1", OfPods}); }
  if (object.needs_token) { requests.push_back({"CREATE", "serviceaccounts/token", "", "v1", Unknown}); }
  if (object.kind == "Pod") { return requests; }
  const bool is_updated = object.exists || object.has_gates || !is_own;
  const auto add = [&](std::string_view resource, std::string_view api_group) {
    requests.push_back({"CREATE", resource, api_group, std::nullopt, Unknown});
    if (is_updated) { requests.push_back({"UPDATE", resource, api_group, std::nullopt, Unknown}); }
  };
  for (const std::string& name : names) { add(name, object.api_group); }
  for (const std::string_view api_group : k_pod_groups_of) { add("podgroups", api_group); }
  for (const MadeResource& row : k_made) {
    if (is_own ? row.kind == object.kind : row.kind.empty()) { add(row.resource, row.api_group); }
  }
  for (const MadeByOperator& row : k_made_by_operators) {
    if (row.of == object.api_group && row.kind == object.kind) { add(row.resource, row.api_group); }
  }
  if (!is_own && object.api_group != "argoproj.io") { add_companions(object, requests); } // Argo makes pods alone
  return requests;
}

// `unsure`: the answer if a list or a value is not known.
bool has(const Texts& list, std::optional<std::string_view> value, bool unsure) {
  if (list.empty()) { return unsure; }
  if (std::ranges::find(list, "*") != list.end()) { return true; }
  return value ? std::ranges::find(list, *value) != list.end() : unsure;
}

// "pods" and "pods/*" match pods; "*" matches whole resources only, "*/*" also parts of them. (rules.go, resource)
bool has_resource(const Texts& list, std::string_view resource, bool unsure) {
  const auto split = [](std::string_view text) {
    const std::size_t slash = text.find('/');
    return slash == std::string_view::npos ? std::pair(text, std::string_view())
                                           : std::pair(text.substr(0, slash), text.substr(slash + 1));
  };
  if (list.empty()) { return unsure; }
  const auto wanted = split(resource);
  return std::ranges::any_of(list, [&](std::string_view pattern) {
    const auto [whole, part] = split(pattern);
    return (whole == "*" || whole == wanted.first) && (part == "*" || part == wanted.second);
  });
}

bool may_see(const AdmissionRule& rule, const Request& request) {
  const bool is_in_scope =
      rule.scope == request.scope || rule.scope == AdmissionScope::Any || request.scope == AdmissionScope::Any;
  // Another version of the resource may be equivalent to that of the request. (matchPolicy)
  return is_in_scope && has(rule.operations, request.operation, true) &&
         has(rule.api_groups, request.api_group, true) && has_resource(rule.resources, request.resource, true);
}

bool surely_excludes(const AdmissionRule& rule, const Request& request) {
  const bool is_in_scope = rule.scope == request.scope || rule.scope == AdmissionScope::Any;
  return is_in_scope && !rule.by_name && has(rule.operations, request.operation, false) &&
         has(rule.api_groups, request.api_group, false) && has(rule.api_versions, request.api_version, false) &&
         has_resource(rule.resources, request.resource, false);
}

// Labels that Kubernetes' controllers, and Kueue, give pods. An entry that ends with a slash is a domain.
constexpr std::array<std::string_view, 9> k_labels_of_controllers = {"apps.kubernetes.io/",
                                                                     "batch.kubernetes.io/",
                                                                     "controller-revision-hash",
                                                                     "controller-uid",
                                                                     "job-name",
                                                                     "kueue.x-k8s.io/",
                                                                     "pod-template-generation",
                                                                     "pod-template-hash",
                                                                     "statefulset.kubernetes.io/"};

// Domains whose labels users put on pods, and no operator does: of service meshes, workload identity and Koordinator's
// quotas.
constexpr std::array<std::string_view, 4> k_labels_of_users = {"azure.workload.identity", "istio.io", "linkerd.io",
                                                               "quota.scheduling.koordinator.sh"};

// True if the template shows whether the new pods have this label, and its value.
bool shows_label(const NewObject& object, std::string_view key) {
  if (object.kind == "Pod") { return true; }
  if (is_built_in(object)) {
    return std::ranges::none_of(k_labels_of_controllers, [&](std::string_view row) {
      return row.ends_with('/') ? key.starts_with(row) : key == row;
    });
  }
  const std::string_view domain = key.substr(0, std::min(key.find('/'), key.size()));
  return model::find_label(object.pod_labels, key).has_value() ||
         std::ranges::any_of(k_labels_of_users, [&](std::string_view row) {
           return domain == row || domain.ends_with(util::concat('.', row));
         });
}

bool may_select_object(const model::Selector& selector, const Request& request, const NewObject& object) {
  return std::ranges::all_of(selector, [&](const model::Requirement& requirement) {
    switch (request.labels) {
    case Request::Labels::Unknown:
      return true;
    case Request::Labels::OfPods:
      return !shows_label(object, requirement.key) || model::matches(requirement, object.pod_labels);
    case Request::Labels::OfBinding: // only PodTopologyLabels adds labels
      return requirement.key.starts_with("topology.kubernetes.io/") || model::matches(requirement, model::Labels());
    case Request::Labels::OfObject:
      return model::matches(requirement, object.pod_labels);
    }
    return true;
  });
}

bool may_select_namespace(const model::Selector& selector, const NewObject& object) {
  const model::Labels name = {{k_name_of_namespace, object.namespace_name}};
  return std::ranges::all_of(selector, [&](const model::Requirement& requirement) {
    if (requirement.key == k_name_of_namespace) { return model::matches(requirement, name); }
    return object.namespace_labels == nullptr || model::matches(requirement, *object.namespace_labels);
  });
}

// True if the selectors of the match may select the objects in question.
using MaySelect = std::function<bool(const AdmissionMatch&)>;

bool may_see(const AdmissionMatch& match, const Request& request, const MaySelect& may_select) {
  const auto sees = [&](const AdmissionRule& rule) { return may_see(rule, request); };
  const auto excludes = [&](const AdmissionRule& rule) { return surely_excludes(rule, request); };
  return std::ranges::any_of(match.rules, sees) && std::ranges::none_of(match.excluded, excludes) && may_select(match);
}

// A policy decides nothing without a binding. Without any binding in the input, their list is not known.
bool may_be_bound(const Collected& collected, const AdmissionPolicy& policy, const Request& request,
                  const MaySelect& may_select) {
  const std::vector<AdmissionBinding>& bindings = collected.admission_bindings;
  if (std::ranges::find(bindings, policy.kind, &AdmissionBinding::kind) == bindings.end()) { return true; }
  return std::ranges::any_of(bindings, [&](const AdmissionBinding& binding) {
    return binding.kind == policy.kind && binding.policy == policy.name && binding.decides &&
           may_see(binding.match, request, may_select);
  });
}

bool may_decide(const Collected& collected, const AdmissionPolicy& policy, const Request& request,
                const MaySelect& may_select) {
  return std::ranges::any_of(policy.matches,
                             [&](const AdmissionMatch& match) { return may_see(match, request, may_select); }) &&
         may_be_bound(collected, policy, request, may_select);
}

Request request_of(const ObjectRequest& wanted) {
  return {wanted.operation,
          wanted.resource,
          wanted.api_group,
          std::nullopt,
          wanted.labels == nullptr ? Request::Labels::Unknown : Request::Labels::OfObject,
          wanted.scope};
}

// A scheduler binds a pod by a request. (DefaultBinder) It writes the condition DisruptionTarget of a victim before it
// deletes the pod, and deletes it only if the API server takes that. (kube-scheduler preemption, prepareCandidate;
// volcano cache.go, Evict)
constexpr ObjectRequest k_deletion = {"DELETE", "pods", ""}, k_notice = {"UPDATE", "pods/status", ""};
constexpr std::array<ObjectRequest, 2> k_for_existing_pods = {{{"CREATE", "pods/binding", ""}, k_notice}};

// HNC labels each namespace with those above it. (hierarchical-namespaces, api/v1alpha2, LabelTreeDepthSuffix)
bool is_below(const NewObject& object, std::string_view tree) {
  if (object.namespace_labels == nullptr || object.namespace_name == tree) { return true; }
  return model::find_label(*object.namespace_labels, util::concat(tree, ".tree.hnc.x-k8s.io/depth")).has_value();
}

// True if the policy counts for objects of the namespace: quotas count in theirs only.
bool counts_for(const AdmissionPolicy& policy, const NewObject& object) {
  const bool is_in = policy.namespace_name.empty() || policy.namespace_name == object.namespace_name;
  return is_in && (policy.tree.empty() || is_below(object, policy.tree));
}

// "updates of jobs.batch", "pods/binding": the request as a snapshot names it.
std::string request_name(const Request& request) {
  return util::concat(request.operation == "UPDATE" ? k_updates_of : "", request.resource,
                      request.api_group.empty() ? "" : ".", request.api_group);
}

// True if one of the policies may see the request, whatever its labels and namespace. Policies of other groups see new
// pods, too, and a snapshot names them with those.
bool is_seen(const Collected& collected, const Request& request) {
  return std::ranges::any_of(collected.admission_policies, [&](const AdmissionPolicy& policy) {
    return !policy.works_by_webhook &&
           may_decide(collected, policy, request, [](const AdmissionMatch&) { return true; });
  });
}

// Those of `policies` that may see a request for the object.
std::vector<const AdmissionPolicy*>
deciding_for(const Collected& collected, const std::vector<AdmissionPolicy>& policies, const NewObject& object) {
  std::vector<const AdmissionPolicy*> found;
  if (policies.empty()) { return found; }
  const std::array<std::string, 2> names = resource_names(object.kind);
  const std::vector<Request> requests = requests_for(object, names);
  for (const AdmissionPolicy& policy : policies) {
    if (!counts_for(policy, object)) { continue; }
    const auto decides = [&](const Request& request) {
      return may_decide(collected, policy, request, [&](const AdmissionMatch& match) {
        return may_select_namespace(match.namespaces, object) && may_select_object(match.objects, request, object);
      });
    };
    if (std::ranges::any_of(requests, decides)) { found.push_back(&policy); }
  }
  return found;
}

// Adds what the webhooks of a configuration match to its policy, and those whose rules are known to their own list.
void add_webhooks(Collected& collected, document::Value webhooks, AdmissionPolicy& policy) {
  for (const document::Value webhook : webhooks.elements()) {
    AdmissionMatch match = match_of(collected, webhook, "rules");
    const KnownWebhook* const known = find_known_webhook(webhook);
    if (known == nullptr) {
      policy.matches.push_back(std::move(match));
      continue;
    }
    AdmissionPolicy row = policy;
    row.known = known;
    row.matches = {std::move(match)};
    const document::Value service = webhook["clientConfig"]["service"];
    row.service_namespace = collected.lasting(service["namespace"].text());
    row.service = collected.lasting(service["name"].text());
    row.must_answer = webhook["failurePolicy"].text() != "Ignore";
    add_known_webhook(collected, std::move(row));
  }
}

// Koordinator's webhook denies pods of a quota that is the parent of others, whichever scheduler they name.
// (koord-manager, quotaTopology.ValidateAddPod)
bool is_parent_quota(const document::Item& item) {
  return item.kind == "ElasticQuota" && api_group_of(item.api_version) == "scheduling.sigs.k8s.io" &&
         item.value["metadata"]["labels"]["quota.scheduling.koordinator.sh/is-parent"].text() == "true";
}

// A quota concerns pods of its namespace, and pods that name it.
void add_parent_quota(Collected& collected, const document::Item& item) {
  const document::Value metadata = item.value["metadata"];
  AdmissionPolicy policy;
  policy.name = collected.lasting(metadata["name"].text());
  policy.text = collected.lasting(util::concat("Koordinator's parent ElasticQuota ", policy.name));
  policy.works_by_webhook = true;
  AdmissionPolicy of_namespace = policy;
  of_namespace.namespace_name = collected.lasting(metadata["namespace"].text());
  of_namespace.matches.emplace_back().rules.push_back({{"CREATE"}, {""}, {"v1"}, {"pods"}});
  AdmissionMatch& named = policy.matches.emplace_back();
  named.rules.push_back({{"CREATE"}, {""}, {"v1"}, {"pods"}});
  named.objects = {{"quota.scheduling.koordinator.sh/name", model::SelectorOperator::In, {policy.name}}};
  collected.admission_policies.push_back(std::move(of_namespace));
  collected.admission_policies.push_back(std::move(policy));
}

} // namespace

const model::Labels* labels_of_namespace(const Collected& collected, std::string_view name) {
  const auto& namespaces = collected.cluster.namespaces;
  const auto found = std::ranges::find(namespaces, name, &model::Namespace::name);
  return found == namespaces.end() ? nullptr : found->labels;
}

void add_admission_policy(Collected& collected, const document::Item& item) {
  const std::string_view api_group = api_group_of(item.api_version);
  const bool is_foreign = (api_group == "kyverno.io" && item.kind.ends_with("Policy")) ||
                          api_group == "policies.kyverno.io" || api_group == "constraints.gatekeeper.sh" ||
                          api_group == "mutations.gatekeeper.sh" ||
                          (api_group == "capsule.clastix.io" && item.kind == "Tenant") ||
                          (api_group == "quota.openshift.io" && item.kind == "ClusterResourceQuota");
  const bool is_profile = api_group == "config.koordinator.sh" && item.kind == "ClusterColocationProfile";
  // CapacityScheduling of scheduler-plugins compares each pod of the namespace with these before it chooses a node.
  // (capacity_scheduling.go, PreFilter)
  const bool is_elastic = api_group == "scheduling.x-k8s.io" && item.kind == "ElasticQuota";
  const bool is_of_kubewarden = api_group == "policies.kubewarden.io" &&
                                item.kind.find("AdmissionPolicy") != item.kind.npos &&
                                item.value["spec"]["mode"].text() != "monitor";
  const bool is_hierarchical = api_group == "hnc.x-k8s.io" && item.kind == "HierarchicalResourceQuota";
  if (is_parent_quota(item)) { return add_parent_quota(collected, item); }
  if (api_group != k_registration && !is_foreign && !is_elastic && !is_hierarchical && !is_profile &&
      !is_of_kubewarden) {
    return;
  }
  if (api_group == k_registration && item.kind.ends_with("Binding")) { return add_binding(collected, item); }
  const document::Value metadata = item.value["metadata"];
  AdmissionPolicy policy;
  policy.name = collected.lasting(metadata["name"].text());
  policy.text = collected.lasting(util::concat(item.kind, ' ', policy.name));
  const bool is_of_namespace = is_elastic || (is_of_kubewarden && item.kind.starts_with("Admission"));
  if (is_of_namespace) { policy.namespace_name = collected.lasting(metadata["namespace"].text()); }
  if (is_hierarchical) { policy.tree = collected.lasting(metadata["namespace"].text()); }
  policy.works_by_webhook = api_group != k_registration && !is_elastic;
  if (is_profile) {
    policy.matches.push_back(profile_of(collected, item.value["spec"]));
  } else if (is_of_kubewarden) { // its controller makes webhooks with these rules
    policy.matches.push_back(match_of(collected, item.value["spec"], "rules"));
  } else if (is_elastic) {
    policy.matches.emplace_back().rules.push_back({{"CREATE"}, {""}, {"v1"}, {"pods/binding"}});
  } else if (api_group != k_registration) {
    policy.matches.emplace_back().rules.emplace_back(); // everything
  } else {
    policy.kind = collected.lasting(item.kind);
    add_webhooks(collected, item.value["webhooks"], policy);
    const document::Value constraints = item.value["spec"]["matchConstraints"];
    if (!constraints.absent()) { policy.matches.push_back(constraints_of(collected, constraints)); }
  }
  if (!policy.matches.empty()) { collected.admission_policies.push_back(std::move(policy)); }
}

bool may_see_pods(const Collected& collected) {
  const auto request = [](std::string_view operation, std::string_view resource, std::string_view api_group) {
    return Request{operation, resource, api_group, "v1", Request::Labels::Unknown};
  };
  const std::array<Request, 7> requests = {
      {request("CREATE", "pods", ""), request("CREATE", "pods/binding", ""), request("DELETE", "pods", ""),
       request("CREATE", "jobs", "batch"), request("CREATE", "deployments", "apps"),
       request("CREATE", "replicasets", "apps"), request("CREATE", "statefulsets", "apps")}};
  return std::ranges::any_of(collected.admission_policies, [&](const AdmissionPolicy& policy) {
    return std::ranges::any_of(requests, [&](const Request& each) {
      return may_decide(collected, policy, each, [](const AdmissionMatch&) { return true; });
    });
  });
}

std::vector<std::string> resources_seen(const Collected& collected, std::string_view api_group, std::string_view kind) {
  std::vector<std::string> resources;
  if (collected.admission_policies.empty()) { return resources; }
  const model::Labels labels;
  const NewObject object{api_group, kind, {}, labels, nullptr, true, true};
  const std::array<std::string, 2> names = resource_names(kind);
  for (const Request& request : requests_for(object, names)) {
    if (is_seen(collected, request)) { resources.push_back(request_name(request)); }
  }
  return resources;
}

std::optional<std::string> request_seen(const Collected& collected, const ObjectRequest& wanted) {
  const Request request = request_of(wanted);
  return is_seen(collected, request) ? std::optional(request_name(request)) : std::nullopt;
}

std::vector<const AdmissionPolicy*> policies_for(const Collected& collected, const NewObject& object) {
  return deciding_for(collected, collected.admission_policies, object);
}

std::vector<const AdmissionPolicy*> known_webhooks_for(const Collected& collected, const NewObject& object) {
  return deciding_for(collected, collected.known_webhooks, object);
}

std::vector<const AdmissionPolicy*> policies_for(const Collected& collected, const ObjectRequest& wanted) {
  const Request request = request_of(wanted);
  const model::Labels no_labels;
  const NewObject object{wanted.api_group,
                         {},
                         wanted.namespace_name,
                         wanted.labels == nullptr ? no_labels : *wanted.labels,
                         wanted.namespace_labels};
  // Other objects of the cluster pass every selector of namespaces. (predicates/namespace, MatchNamespaceSelector)
  const bool has_namespace = wanted.scope == AdmissionScope::Namespaced || wanted.resource == "namespaces";
  const auto may_select = [&](const AdmissionMatch& match) {
    return (!has_namespace || may_select_namespace(match.namespaces, object)) &&
           may_select_object(match.objects, request, object);
  };
  std::vector<const AdmissionPolicy*> found;
  for (const AdmissionPolicy& policy : collected.admission_policies) {
    if (!has_namespace && !policy.tree.empty()) { continue; }
    if (counts_for(policy, object) && may_decide(collected, policy, request, may_select)) { found.push_back(&policy); }
  }
  return found;
}

std::span<const ObjectRequest> requests_for_existing_pods() { return k_for_existing_pods; }

std::vector<std::string_view> policies_for_deletions(const Collected& collected) {
  const auto is_asked = [&](const AdmissionPolicy& policy) {
    const auto may_select = [](const AdmissionMatch&) { return true; };
    return may_decide(collected, policy, request_of(k_deletion), may_select) ||
           may_decide(collected, policy, request_of(k_notice), may_select);
  };
  std::vector<std::string_view> found;
  for (const AdmissionPolicy& policy : collected.admission_policies) {
    if (!policy.works_by_webhook && is_asked(policy)) { found.push_back(policy.text); }
  }
  return found;
}

std::vector<std::pair<std::string_view, std::string_view>> policies_for_bindings(const Collected& collected) {
  std::vector<std::pair<std::string_view, std::string_view>> found;
  if (collected.admission_policies.empty()) { return found; }
  std::set<std::string_view> spaces;
  for (const model::Pod& pod : collected.cluster.pods) {
    if (!pod.bound() && !pod.finished()) { spaces.insert(pod.namespace_name); }
  }
  const Request request{"CREATE", "pods/binding", "", "v1", Request::Labels::OfBinding};
  const model::Labels no_labels;
  for (const std::string_view space : spaces) {
    const NewObject object{"", "Pod", space, no_labels, labels_of_namespace(collected, space)};
    const auto may_select = [&](const AdmissionMatch& match) {
      return may_select_namespace(match.namespaces, object) && may_select_object(match.objects, request, object);
    };
    for (const AdmissionPolicy& policy : collected.admission_policies) {
      if (policy.works_by_webhook || !counts_for(policy, object)) { continue; }
      if (may_decide(collected, policy, request, may_select)) { found.emplace_back(space, policy.text); }
    }
  }
  std::ranges::sort(found);
  return found;
}

std::vector<std::pair<std::string_view, std::string_view>> policies_for_claims(Collected& collected) {
  std::vector<std::pair<std::string_view, std::string_view>> found;
  if (collected.admission_policies.empty()) { return found; }
  ClaimPolicies claim_policies(collected, [&](std::string_view name) { return labels_of_namespace(collected, name); });
  for (const model::Pod& pod : collected.cluster.pods) {
    if (pod.bound() || pod.finished()) { continue; }
    for (const AdmissionPolicy* const policy : claim_policies.of(pod)) {
      found.emplace_back(collected.lasting(model::pod_key(pod)), policy->text);
    }
  }
  std::ranges::sort(found);
  return found;
}

} // namespace snapshot
