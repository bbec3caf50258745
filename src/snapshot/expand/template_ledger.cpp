// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/template_ledger.hpp"

#include "model/cluster/gated_field.hpp"
#include "snapshot/admission/admission.hpp"
#include "snapshot/admission/admission_policies.hpp"
#include "snapshot/admission/config_objects.hpp"
#include "snapshot/admission/injected_containers.hpp"
#include "snapshot/admission/kubelet_checks.hpp"
#include "snapshot/admission/newer_fields.hpp"
#include "snapshot/admission/platform_needs.hpp"
#include "snapshot/admission/pod_security.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/objects/known_webhooks.hpp"
#include "snapshot/validation/validate.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <utility>

namespace snapshot {

namespace {

using model::Authority;
using model::Reply;

// The API server makes them when it starts, and its plugin NamespaceLifecycle refuses to delete them.
constexpr std::array<std::string_view, 3> k_lasting_namespaces = {"default", "kube-public", "kube-system"};

// Volumes whose plugin was removed from the kubelet without a CSI driver in its place. (pkg/volume)
struct RemovedVolume {
  std::string_view source;
  int release; // of Kubernetes 1.x
};
constexpr std::array<RemovedVolume, 8> k_removed_volumes = {{{"cephfs", 31},
                                                             {"flocker", 25},
                                                             {"glusterfs", 26},
                                                             {"photonPersistentDisk", 25},
                                                             {"quobyte", 25},
                                                             {"rbd", 31},
                                                             {"scaleIO", 22},
                                                             {"storageos", 25}}};

// Volumes for which kubelets use a driver that an administrator installs on the nodes: those of clouds, which CSI
// replaced. (csi-translation-lib, plugins)
struct DrivenVolume {
  std::string_view source, driver;
};
constexpr std::array<DrivenVolume, 7> k_driven_volumes = {{{"awsElasticBlockStore", "ebs.csi.aws.com"},
                                                           {"azureDisk", "disk.csi.azure.com"},
                                                           {"azureFile", "file.csi.azure.com"},
                                                           {"cinder", "cinder.csi.openstack.org"},
                                                           {"gcePersistentDisk", "pd.csi.storage.gke.io"},
                                                           {"portworxVolume", "pxd.portworx.com"},
                                                           {"vsphereVolume", "csi.vsphere.vmware.com"}}};

// True if a node reports the image, also with its registry or the tag latest. (distribution/reference, docker.io)
bool is_on_some_node(const Collected& collected, std::string_view image) {
  const bool has_tag = image.find_first_of("@:", image.rfind('/') + 1) != image.npos;
  const std::string whole = has_tag ? std::string(image) : util::concat(image, ":latest");
  const std::string below = util::concat('/', whole);
  return std::ranges::any_of(collected.cluster.nodes, [&](const model::Node& node) {
    return node.images != nullptr && std::ranges::any_of(*node.images, [&](const model::NodeImage& each) {
             return each.name == whole || each.name.ends_with(below);
           });
  });
}

// (kubelet, images/image_manager.go: ErrImageNeverPull) A node lists at most 50 images, and only some nodes may have
// it.
void note_images_never_pulled(document::Value pod_spec, Expander& expander) {
  const std::string object = text_of(expander.top());
  for (const char* const list : {"initContainers", "containers"}) {
    for (const document::Value container : pod_spec[list].elements()) {
      const std::string_view image = container["image"].text();
      if (container["imagePullPolicy"].text() != "Never" || is_on_some_node(expander.collected(), image)) { continue; }
      expander.note(Authority::Inputs, Reply::NotAsked,
                    util::concat("image ", image, " of ", object,
                                 " is never pulled (imagePullPolicy), and no node of the input reports it"),
                    object);
    }
  }
}

bool uses_secrets(document::Value pod_spec) {
  if (pod_spec["imagePullSecrets"].size() > 0) { return true; }
  for (const document::Value volume : pod_spec["volumes"].elements()) {
    if (volume["secret"].exists()) { return true; }
  }
  for (const char* const list : {"initContainers", "containers"}) {
    for (const document::Value container : pod_spec[list].elements()) {
      for (const document::Value entry : container["env"].elements()) {
        if (entry["valueFrom"]["secretKeyRef"].exists()) { return true; }
      }
      for (const document::Value entry : container["envFrom"].elements()) {
        if (entry["secretRef"].exists()) { return true; }
      }
    }
  }
  return false;
}

// A disk in the pod itself is no claim: the attach limits of its driver and its access modes are not simulated.
void note_driven_volume(document::Value volume, const std::string& object, Expander& expander) {
  const std::string begin = util::concat("volume ", volume["name"].text(), " of ", object, " is of type ");
  for (const DrivenVolume& row : k_driven_volumes) {
    if (volume[row.source].absent()) { continue; }
    expander.note(Authority::Inputs, Reply::NotAsked,
                  util::concat(begin, row.source, ", which kubelets mount by the CSI driver ", row.driver,
                               ": whether the nodes have it, and can attach the disk, is not asked"),
                  object);
  }
  const std::string_view driver = volume["flexVolume"]["driver"].text();
  if (driver.empty()) { return; }
  expander.note(
      Authority::Inputs, Reply::NotAsked,
      util::concat(begin, "flexVolume, which kubelets mount only if the driver ", driver, " is installed on the node"),
      object);
}

// Objects whose controllers add no containers to the pods of their templates.
bool makes_pods_as_written(std::string_view kind) {
  constexpr std::array<std::string_view, 8> k_kinds = {
      "CronJob", "DaemonSet", "Deployment", "Job", "Pod", "ReplicaSet", "ReplicationController", "StatefulSet"};
  return std::ranges::find(k_kinds, kind) != k_kinds.end();
}

// True if kubelets need a token of the service account to start the pod. The account may switch that off, too, and this
// field is not read. (plugin ServiceAccount, mountServiceAccountToken; kubelet, projected volumes)
bool needs_token(document::Value pod_spec) {
  const document::Value automount = pod_spec["automountServiceAccountToken"];
  if (!automount.is_boolean() || automount.boolean()) { return true; }
  for (const document::Value volume : pod_spec["volumes"].elements()) {
    for (const document::Value source : volume["projected"]["sources"].elements()) {
      if (source["serviceAccountToken"].exists()) { return true; }
    }
  }
  return false;
}

// Why a webhook may not answer, so that the API server refuses what it should ask about; empty: no reason is seen.
// (failurePolicy; webhook.ServiceResolver)
std::string doubt_about_server(const Collected& collected, const AdmissionPolicy& webhook) {
  if (!webhook.must_answer) { return {}; }
  const std::vector<model::Service>& services = collected.cluster.services;
  const std::string name = util::concat("Service ", webhook.service_namespace, '/', webhook.service);
  const auto service = std::ranges::find_if(services, [&](const model::Service& each) {
    return each.name == webhook.service && each.namespace_name == webhook.service_namespace;
  });
  if (service == services.end()) {
    return collected.omissions.is_given("services", !services.empty())
               ? util::concat(webhook.text, " needs ", name, ", which is not in the input")
               : std::string();
  }
  if (service->selector.empty()) { return {}; } // others write its endpoints
  const auto& pods = collected.cluster.pods;
  const auto is_there = [&](const model::Pod& pod) { return pod.namespace_name == webhook.service_namespace; };
  const auto serves = [&](const model::Pod& pod) {
    return is_there(pod) && pod.bound() && !pod.finished() &&
           std::ranges::all_of(service->selector, [&](const model::Label& label) {
             return model::find_label(*pod.labels, label.key) == label.value;
           });
  };
  const bool is_known = collected.omissions.is_given("pods", std::ranges::any_of(pods, is_there));
  if (!is_known || std::ranges::any_of(pods, serves)) { return {}; }
  return util::concat(webhook.text, " needs a pod of ", name, ", and none runs");
}

} // namespace

std::optional<int> server_release_of(const Expander& expander) {
  return server_release_of(expander.manifest().options, expander.collected());
}

std::optional<int> server_release_of(const ManifestOptions& options, const Collected& collected) {
  const std::string& asked = options.scheduler_version;
  std::string_view text = asked.empty() ? collected.cluster.server_version : asked;
  if (!text.starts_with("1.")) { return std::nullopt; }
  text.remove_prefix(2);
  const auto minor = util::parse_int64(text.substr(0, text.find_first_not_of("0123456789")));
  return minor ? std::optional(static_cast<int>(*minor)) : std::nullopt;
}

// (limitranger, PersistentVolumeClaimValidateLimitFunc)
void note_claim_limits(document::Value claim_spec, const std::string& claim_name, Expander& expander) {
  const document::Value storage = claim_spec["resources"]["requests"]["storage"];
  model::PersistentVolumeClaim claim;
  claim.namespace_name = expander.top().namespace_name;
  claim.requested = model::Quantity::parse(storage.text());
  const auto refusal = violated_claim_limits(expander.collected(), claim);
  if (!refusal) { return; }
  const std::string object = util::concat("PersistentVolumeClaim ", claim.namespace_name, '/', claim_name);
  expander.note(Authority::Admission, Reply::Refuses, util::concat(object, ": ", *refusal), object);
}

void note_invalid(const std::vector<std::string>& errors, Expander& expander) {
  const std::string object = text_of(expander.top());
  for (const std::string& error : errors) {
    expander.note(Authority::Admission, Reply::Refuses, util::concat(object, " is invalid: ", error), object);
  }
}

void note_invalid_template(document::Value pod_template, const Path& path, Expander& expander) {
  const Source& top = expander.top();
  if (is_validated_kind(top.api_version, top.kind)) { return; } // as a whole
  const WorkloadKind* const kind = find_workload_kind(top.api_version, top.kind);
  const TemplateOf of = kind == nullptr ? TemplateOf::Operator : kind->validates;
  note_invalid(invalid_fields_of_template(pod_template, path, of), expander);
}

// Fields of one release's groups. An API server of another one refuses them, or drops them from an operator's pods.
void note_group_fields(document::Value pod_spec, Expander& expander) {
  const std::optional<int> release = server_release_of(expander);
  if (!release) { return; }
  const Source& top = expander.top();
  const bool has_workload_field = *release == 35, has_group_field = *release >= 36;
  for (const auto& [field, is_known] :
       {std::pair("workloadRef", has_workload_field), std::pair("schedulingGroup", has_group_field)}) {
    if (is_known || pod_spec[field].absent()) { continue; }
    expander.note(Authority::Admission, is_validated_kind(top.api_version, top.kind) ? Reply::Refuses : Reply::NotAsked,
                  util::concat("pods of Kubernetes 1.", *release, " have no field ", field), text_of(top));
  }
}

// (defaultHostNetworkPorts, AccumulateUniqueHostPorts) The API server takes the template and refuses its pods.
void note_ports_of_nodes(document::Value pod_spec, Expander& expander) {
  if (!pod_spec["hostNetwork"].boolean() || expander.top().kind == "Pod") { return; }
  const std::string object = text_of(expander.top());
  std::set<std::string> taken;
  for (const document::Value container : pod_spec["containers"].elements()) {
    for (const document::Value port : container["ports"].elements()) {
      const std::string_view protocol = port["protocol"].text(), host = port["hostPort"].text();
      const std::string used = util::concat(protocol.empty() ? "TCP" : protocol, '/', port["hostIP"].text(), '/',
                                            host.empty() || host == "0" ? port["containerPort"].text() : host);
      if (taken.insert(used).second) { continue; }
      expander.note(
          Authority::Admission, Reply::Refuses,
          util::concat("containers of ", object, " have the port ", used,
                       " twice on the network of their node (hostNetwork), so the API server refuses its pods"),
          object);
    }
  }
}

namespace {

// An operator's pods are refused, or made without the field.
Reply reply_of_server(const Source& top) {
  return is_validated_kind(top.api_version, top.kind) ? Reply::Refuses : Reply::NotAsked;
}

void note_unsupported_field(const UnsupportedField& field, int release, Expander& expander) {
  const std::string object = text_of(expander.top());
  const bool is_value = !field.value.empty();
  std::string because;
  if (is_value) {
    because = util::concat(object, " has ", field.value, " in ", field.path, ", which Kubernetes 1.", release,
                           field.has_gate ? " accepts only with a feature gate that is off by default" : " refuses");
  } else if (field.has_gate) {
    because = util::concat(object, " has the field ", field.path,
                           ", whose feature gate is off by default in Kubernetes 1.", release);
  } else {
    because =
        util::concat("pods of Kubernetes 1.", release, " have no field ", field.path, ", and ", object, " has it");
  }
  expander.note(Authority::Admission, field.has_gate ? Reply::NotAsked : reply_of_server(expander.top()),
                std::move(because),
                field.is_counted ? util::concat(model::k_gate_of_counted_field, field.path) : object);
}

} // namespace

void note_new_fields(document::Value pod_spec, Expander& expander) {
  const std::optional<int> release = server_release_of(expander);
  if (!release) { return; }
  for (const UnsupportedField& field : unsupported_fields(pod_spec, *release)) {
    note_unsupported_field(field, *release, expander);
  }
}

void note_volume_plugins(document::Value pod_spec, Expander& expander) {
  constexpr std::array<std::string_view, 5> k_checked = {"BlockDevice", "CharDevice", "Directory", "File", "Socket"};
  constexpr int k_git_is_off = 33, k_git_is_gone = 36; // feature gate GitRepoVolumeDriver
  const std::optional<int> release = server_release_of(expander);
  const std::string object = text_of(expander.top());
  for (const document::Value volume : pod_spec["volumes"].elements()) {
    for (const RemovedVolume& removed : k_removed_volumes) {
      if (volume[removed.source].absent() || (release && *release < removed.release)) { continue; }
      expander.note(Authority::Inputs, Reply::Refuses,
                    util::concat("volume ", volume["name"].text(), " of ", object, " is of type ", removed.source,
                                 ", which kubelets have not known since 1.", removed.release),
                    object);
    }
    note_driven_volume(volume, object, expander);
    if (volume["image"].exists() && volume["image"]["reference"].text().empty() && expander.top().kind != "Pod") {
      expander.note(Authority::Admission, Reply::Refuses,
                    util::concat("volume ", volume["name"].text(), " of ", object,
                                 " has no image.reference, so the API server refuses its pods"),
                    object);
    }
    const document::Value path = volume["hostPath"];
    if (std::ranges::find(k_checked, path["type"].text()) != k_checked.end()) { // (pkg/volume/hostpath, checkType)
      expander.note(Authority::Inputs, Reply::Assumed,
                    util::concat("the nodes have the ", path["type"].text(), ' ', path["path"].text(), " that ", object,
                                 " mounts"),
                    object);
    }
    if (volume["gitRepo"].absent() || (release && *release < k_git_is_off)) { continue; }
    const bool is_gone = release && *release >= k_git_is_gone;
    expander.note(
        Authority::Inputs, is_gone ? Reply::Refuses : Reply::NotAsked,
        util::concat("volume ", volume["name"].text(), " of ", object, " is of type gitRepo, which kubelets ",
                     is_gone ? "do not mount since 1.36" : "mount only with the feature gate GitRepoVolumeDriver"),
        object);
  }
}

void note_kubelet_refusals(document::Value pod_spec, Expander& expander) {
  constexpr int k_latest = 36;
  const std::string object = text_of(expander.top());
  for (KubeletRefusal& refusal : kubelet_refusals(pod_spec, server_release_of(expander).value_or(k_latest),
                                                  makes_pods_as_written(expander.top().kind), object)) {
    expander.note(Authority::Inputs, refusal.is_certain ? Reply::Refuses : Reply::NotAsked, std::move(refusal.because),
                  object);
  }
  note_images_never_pulled(pod_spec, expander);
}

void note_pod_security(const Source& source, document::Value pod_template, Expander& expander) {
  const auto& namespaces = expander.collected().cluster.namespaces;
  const auto found = std::ranges::find(namespaces, source.namespace_name, &model::Namespace::name);
  if (found == namespaces.end()) { return; }
  const std::optional<PodSecurity> enforced = pod_security_of(*found->labels, server_release_of(expander));
  if (!enforced) { return; }
  const std::string object = util::concat("namespace ", source.namespace_name);
  const std::string what = util::concat("Pod Security of the ", object);
  const bool is_known = enforced->release >= k_first_pod_security;
  const std::vector<std::string> violations = pod_security_violations(*enforced, pod_template);
  // A violation of baseline stays one, whatever containers an operator adds.
  const bool is_whole = makes_pods_as_written(expander.top().kind);
  if (is_known && !violations.empty() && (is_whole || enforced->level == "baseline")) {
    expander.note(Authority::Admission, Reply::Refuses,
                  util::concat(what, " (", enforced->level, ") forbids the pods of ", text_of(expander.top()), ": ",
                               violations.front(),
                               violations.size() == 1 ? "" : util::concat("; ", violations.size() - 1, " more")),
                  object);
  } else if (!is_known || !is_whole) {
    expander.note(Authority::Admission, Reply::NotAsked,
                  util::concat(what, " decides (", enforced->level, "), which is not checked here"), object);
  }
}

void note_platform(const Source& source, document::Value pod_template, Expander& expander) {
  const Source& top = expander.top();
  const std::string object = text_of(top);
  const bool is_new = top.kind != "Pod" || expander.find_pod(top.namespace_name, top.name) == nullptr;
  for (PlatformNeed& need : platform_needs(expander.collected(), source.namespace_name, pod_template, object, is_new)) {
    expander.note(need.authority, need.reply, std::move(need.because), object);
  }
}

void note_ephemeral_claims(document::Value pod_spec, const Source& source, Expander& expander) {
  for (const document::Value volume : pod_spec["volumes"].elements()) {
    const document::Value claim = volume["ephemeral"]["volumeClaimTemplate"];
    if (claim.absent()) { continue; }
    const bool is_running = source.kind == "Pod" ? expander.find_pod(source.namespace_name, source.name) != nullptr
                                                 : !expander.live_pods_of(source).empty();
    if (is_running) { return; } // its pods have their claims
    note_claim_limits(claim["spec"], util::concat(source.name, '-', volume["name"].text()), expander);
  }
}

void note_policies(const model::Labels& pod_labels, document::Value pod_spec, Expander& expander) {
  const Source& top = expander.top();
  const Collected& collected = expander.collected();
  const bool is_pod = top.kind == "Pod" && expander.find_pod(top.namespace_name, top.name) != nullptr;
  const bool has_gates = pod_spec["schedulingGates"].size() > 0;
  const NewObject object{.api_group = api_group_of(top.api_version),
                         .kind = top.kind,
                         .namespace_name = top.namespace_name,
                         .pod_labels = pod_labels,
                         .namespace_labels = labels_of_namespace(top.namespace_name, collected, expander.manifest()),
                         .exists = is_pod || expander.existing(top) != nullptr,
                         .has_gates = has_gates || !collected.cluster.local_queues.empty(), // Kueue adds gates
                         .needs_token = needs_token(pod_spec)};
  for (const AdmissionPolicy* const policy : policies_for(collected, object)) {
    expander.note(Authority::Admission, Reply::NotAsked, util::concat(policy->text, " decides, and it is not asked"),
                  std::string(policy->text));
  }
  for (const AdmissionPolicy* const webhook : known_webhooks_for(collected, object)) {
    if (const std::string doubt = doubt_about_server(collected, *webhook); !doubt.empty()) {
      expander.note(Authority::Admission, Reply::NotAsked, doubt, std::string(webhook->text));
    } else if (!webhook->known->assumed.empty()) {
      expander.note(Authority::Admission, Reply::Assumed, std::string(webhook->known->assumed),
                    std::string(webhook->text));
    }
  }
}

void note_volcano_budget(document::Value pod_template, Expander& expander) {
  const Source& top = expander.top();
  if (top.kind == "Pod" && expander.find_pod(top.namespace_name, top.name) != nullptr) { return; } // it was accepted
  const Collected& collected = expander.collected();
  const std::vector<std::string_view>& known = collected.cluster.known_webhooks;
  const bool is_there = std::ranges::find(known, "Volcano") != known.end();
  if (!is_there &&
      collected.omissions.is_given("validatingwebhookconfigurations.admissionregistration.k8s.io", false)) {
    return;
  }
  const std::string error = volcano_budget_error(pod_template);
  if (error.empty()) { return; }
  expander.note(Authority::Admission, Reply::Refuses,
                util::concat("Volcano's webhook refuses the pods of ", text_of(top), ": ", error), text_of(top));
}

void note_injected_containers(const Source& source, document::Value pod_template, Expander& expander) {
  const Source& top = expander.top();
  if (top.kind == "Pod" && expander.find_pod(top.namespace_name, top.name) != nullptr) { return; } // it has them
  const auto& namespaces = expander.collected().cluster.namespaces;
  const auto space = std::ranges::find(namespaces, source.namespace_name, &model::Namespace::name);
  const std::string injector = injector_of(pod_template, space == namespaces.end() ? nullptr : &*space);
  if (injector.empty()) { return; }
  const std::string object = text_of(top);
  expander.note(Authority::Admission, Reply::NotAsked,
                util::concat("a webhook adds containers to the pods of ", object, " for ", injector,
                             ", and the input does not show what they request"),
                object);
}

// (resourcequota, limitedResources with matchScopes: "insufficient quota to match these scopes") An option of the API
// server sets that, as GKE does for the classes of the system. A quota for the class elsewhere is a sign of it.
void note_limited_class(const Source& source, std::string_view priority_class, Expander& expander) {
  if (!priority_class.starts_with("system-")) { return; } // quotas by other classes are usual without that option
  bool is_elsewhere = false, is_here = false;
  for (const model::ResourceQuota& quota : expander.collected().cluster.resource_quotas) {
    const bool is_for = std::ranges::any_of(quota.scope_selector, [&](const model::Requirement& requirement) {
      return requirement.key == "PriorityClass" && requirement.op == model::SelectorOperator::In &&
             std::ranges::find(requirement.values, priority_class) != requirement.values.end();
    });
    bool& is_there = quota.namespace_name == source.namespace_name ? is_here : is_elsewhere;
    is_there = is_there || is_for;
  }
  if (!is_elsewhere || is_here) { return; }
  const std::string object = util::concat("PriorityClass ", priority_class);
  expander.note(Authority::Quota, Reply::NotAsked,
                util::concat(object, " has a ResourceQuota in another namespace and none in ", source.namespace_name,
                             ": whether the API server allows it there is not in the input"),
                object);
}

void note_names(const Source& source, std::string_view service_account, Expander& expander) {
  const Collected& collected = expander.collected();
  const std::string_view space = source.namespace_name;
  const auto& namespaces = collected.cluster.namespaces;
  const auto found = std::ranges::find(namespaces, space, &model::Namespace::name);
  const std::string object = util::concat("namespace ", space);
  if (found != namespaces.end()) {
    if (found->terminating) {
      expander.note(Authority::Admission, Reply::Refuses, util::concat("the ", object, " is being deleted"), object);
    }
  } else if (!namespaces.empty()) {
    if (std::ranges::find(k_lasting_namespaces, space) == k_lasting_namespaces.end()) {
      expander.note(Authority::Admission, Reply::Refuses, util::concat("there is no ", object), object);
    }
  } else if (!expander.has_pods_in(space)) {
    expander.note(Authority::Admission, Reply::Assumed, util::concat(object, " exists"), object);
  }
  const std::string_view wanted = service_account.empty() ? "default" : service_account;
  const auto is_wanted = [&](const ServiceAccount& account) {
    return account.name == wanted && account.namespace_name == space;
  };
  if (std::ranges::any_of(collected.service_accounts, is_wanted)) { return; }
  const std::string account = util::concat("ServiceAccount ", space, '/', wanted);
  const auto is_of_cluster = [](const ServiceAccount& other) { return !other.from_manifest; };
  if (std::ranges::any_of(collected.service_accounts, is_of_cluster)) {
    expander.note(Authority::Admission, Reply::Refuses, util::concat("there is no ", account), account);
  } else if (!service_account.empty() && service_account != "default") {
    expander.note(Authority::Admission, Reply::NotAsked, util::concat(account, " is not in the input"), account);
  }
}

void note_config(const Source& source, document::Value pod_spec, Expander& expander) {
  const ConfigNeeds needs = config_needs_of(expander.collected(), source.namespace_name, pod_spec);
  for (const MissingConfig& missing : needs.missing) {
    expander.note(Authority::Inputs, Reply::NotAsked, missing.because, missing.object);
  }
  for (const std::string& object : needs.left_out) {
    expander.note(Authority::Inputs, Reply::NotAsked,
                  util::concat("whether ", object, " exists is not known: a snapshot holds none, and its source did"),
                  object);
  }
  const std::vector<std::string>& objects = needs.not_listed;
  if (objects.empty()) { return; }
  constexpr std::size_t k_shown = 3;
  const bool are_many = objects.size() > k_shown;
  std::string list =
      util::joined(std::span(objects).first(std::min(objects.size(), k_shown)), are_many ? ", " : " and ");
  if (are_many) { list += util::concat(" and ", objects.size() - k_shown, " more"); }
  expander.note(Authority::Inputs, Reply::Assumed, list + (objects.size() == 1 ? " exists" : " exist"),
                objects.front());
}

// (plugin ServiceAccount, limitSecretReferences) The list of the account is not read.
void note_limited_secrets(const Source& source, std::string_view service_account, document::Value pod_spec,
                          Expander& expander) {
  const std::string_view wanted = service_account.empty() ? "default" : service_account;
  const std::vector<ServiceAccount>& accounts = expander.collected().service_accounts;
  const bool is_limited = std::ranges::any_of(accounts, [&](const ServiceAccount& account) {
    return account.limits_secrets && account.name == wanted && account.namespace_name == source.namespace_name;
  });
  if (!is_limited || !uses_secrets(pod_spec)) { return; }
  const std::string object = util::concat("ServiceAccount ", source.namespace_name, '/', wanted);
  expander.note(Authority::Admission, Reply::NotAsked,
                util::concat(object, " allows only Secrets that it lists (annotation "
                                     "kubernetes.io/enforce-mountable-secrets), and the list is not read"),
                object);
}

} // namespace snapshot
