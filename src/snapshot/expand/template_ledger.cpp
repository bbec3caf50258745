// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/template_ledger.hpp"

#include "model/cluster/gated_field.hpp"
#include "snapshot/admission/admission.hpp"
#include "snapshot/admission/admission_policies.hpp"
#include "snapshot/admission/config_objects.hpp"
#include "snapshot/admission/injected_containers.hpp"
#include "snapshot/admission/kubelet_checks.hpp"
#include "snapshot/admission/pod_security.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/validation/formats.hpp"
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

// Fields of pods by their first release of Kubernetes 1.x. The API server of an earlier one refuses them; with the
// field's feature gate off, it refuses the pod or starts it with other amounts. Fields without which pods start all the
// same need no gate here. Fields of containers[] are in initContainers[] too, and those of required terms in preferred
// ones. (features/kube_features.go; api/pod/util.go, dropDisabledFields)
struct NewField {
  std::string_view path;
  int first, on = 0;       // on: the release that turns the feature gate on, if that counts
  bool is_counted = false; // the run reads the field, and without it a pod may get another node
};
constexpr std::string_view k_restart_policy = "containers[].restartPolicy";
constexpr std::array<NewField, 36> k_new_fields = {
    {{"affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[].matchLabelKeys", 29, 31, true},
     {"affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[].mismatchLabelKeys", 29, 31, true},
     {"affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[].namespaceSelector", 21, 22, true},
     {"affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[].matchLabelKeys", 29, 31, true},
     {"affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[].mismatchLabelKeys", 29, 31, true},
     {"affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[].namespaceSelector", 21, 22, true},
     {"containers[].env[].valueFrom.fileKeyRef", 34, 35},
     {"containers[].lifecycle.postStart.sleep", 29, 30},
     {"containers[].lifecycle.preStop.sleep", 29, 30},
     {"containers[].lifecycle.stopSignal", 33},
     {"containers[].livenessProbe.grpc", 23, 24},
     {"containers[].readinessProbe.grpc", 23, 24},
     {"containers[].resizePolicy", 27},
     {"containers[].resources.claims[].request", 31},
     {k_restart_policy, 34}, // the API server knows the field earlier, and allows it in initContainers
     {"containers[].restartPolicyRules", 34},
     {"containers[].securityContext.appArmorProfile", 30},
     {"containers[].startupProbe.grpc", 23, 24},
     {"containers[].volumeMounts[].recursiveReadOnly", 30},
     {"hostUsers", 25},
     {"hostnameOverride", 34},
     {"initContainers[].restartPolicy", 28, 29, true},
     {"os", 23},
     {"resourceClaims", 26},
     {"resources", 32, 34, true},
     {"schedulingGates", 26, 27, true},
     {"securityContext.appArmorProfile", 30},
     {"securityContext.seLinuxChangePolicy", 32},
     {"securityContext.supplementalGroupsPolicy", 31},
     {"topologySpreadConstraints[].matchLabelKeys", 25, 27, true},
     {"topologySpreadConstraints[].minDomains", 24, 27, true},
     {"topologySpreadConstraints[].nodeAffinityPolicy", 25, 26, true},
     {"topologySpreadConstraints[].nodeTaintsPolicy", 25, 26, true},
     {"volumes[].ephemeral", 19, 21},
     {"volumes[].image", 31, 35},
     {"volumes[].projected.sources[].podCertificate", 34}}};

// Values of fields that API servers accept since 1.on, and since 1.first with a feature gate; those before 1.from drop
// the field. (core/validation, PodValidationOptions; features/kube_features.go)
struct NewValue {
  std::string_view path, what;
  bool (*is_old)(document::Value); // true: every release accepts the value
  int first, on, from = 0;
};

// (IsEnvVarName)
bool is_old_variable_name(document::Value name) {
  constexpr std::string_view k_digits = "0123456789";
  constexpr std::string_view k_others = "-._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const std::string_view text = name.text();
  const bool is_path = text == "." || text.starts_with("..");
  return !is_path && text.find_first_of(k_others) == 0 && std::ranges::all_of(text, [&](char c) {
    return k_others.find(c) != k_others.npos || k_digits.find(c) != k_digits.npos;
  });
}

bool is_old_prefix(document::Value prefix) { return prefix.text().empty() || is_old_variable_name(prefix); }

bool sleeps(document::Value sleep) { return !sleep["seconds"].absent() && sleep["seconds"].text() != "0"; }

bool is_old_search_domain(document::Value search) {
  std::string_view text = search.text();
  if (text.ends_with('.')) { text.remove_suffix(1); }
  return dns_subdomain_complaints(text).empty();
}

bool is_always(document::Value policy) { return policy.text() == "Always"; }

constexpr std::string_view k_variable = "a name with special characters or a digit in front";
constexpr std::array<NewValue, 6> k_new_values = {
    {{"containers[].env[].name", k_variable, is_old_variable_name, 30, 32},
     {"containers[].envFrom[].prefix", k_variable, is_old_prefix, 30, 32},
     {"containers[].lifecycle.postStart.sleep", "no time", sleeps, 32, 33, 30},
     {"containers[].lifecycle.preStop.sleep", "no time", sleeps, 32, 33, 30},
     {"dnsConfig.searches[]", "a domain that is no DNS subdomain", is_old_search_domain, 32, 33},
     {"initContainers[].restartPolicy", "another value than Always", is_always, 34, 34, 29}}};

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

// Adds the values at a.b[].c that are there; [] stands for all elements.
void add_values_at(document::Value value, std::string_view path, std::vector<document::Value>& found) {
  constexpr std::string_view k_all = "[]";
  if (path.empty()) {
    if (!value.absent()) { found.push_back(value); }
    return;
  }
  const std::size_t dot = path.find('.');
  std::string_view step = path.substr(0, dot);
  const std::string_view rest = dot == path.npos ? std::string_view() : path.substr(dot + 1);
  if (!step.ends_with(k_all)) { return add_values_at(value[step], rest, found); }
  step.remove_suffix(k_all.size());
  for (const document::Value element : value[step].elements()) { add_values_at(element, rest, found); }
}

// The path and the one of the same field in init containers, or in the preferred terms of an affinity.
std::vector<std::string> paths_of(std::string_view path) {
  constexpr std::string_view k_containers = "containers[].";
  constexpr std::string_view k_required = "requiredDuringSchedulingIgnoredDuringExecution[].";
  constexpr std::string_view k_preferred = "preferredDuringSchedulingIgnoredDuringExecution[].podAffinityTerm.";
  std::vector<std::string> paths = {std::string(path)};
  if (path.starts_with(k_containers) && path != k_restart_policy) {
    paths.push_back(util::concat("initContainers[].", path.substr(k_containers.size())));
  }
  if (const std::size_t at = path.find(k_required); at != path.npos) {
    paths.push_back(util::concat(path.substr(0, at), k_preferred, path.substr(at + k_required.size())));
  }
  return paths;
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

} // namespace

bool has_field_at(document::Value value, std::string_view path) {
  std::vector<document::Value> found;
  add_values_at(value, path, found);
  return !found.empty();
}

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

void note_new_field(const NewField& row, const std::string& path, int release, Expander& expander) {
  const Source& top = expander.top();
  const std::string object = text_of(top);
  if (release < row.first) {
    expander.note(Authority::Admission, reply_of_server(top),
                  util::concat("pods of Kubernetes 1.", release, " have no field ", path, ", and ", object, " has it"),
                  object);
    return;
  }
  const bool is_counted = row.is_counted && path == row.path; // a preferred term refuses no node
  expander.note(
      Authority::Admission, Reply::NotAsked,
      util::concat(object, " has the field ", path, ", whose feature gate is off by default in Kubernetes 1.", release),
      is_counted ? util::concat(model::k_gate_of_counted_field, path) : object);
}

void note_new_value(const NewValue& row, const std::string& path, document::Value pod_spec, int release,
                    Expander& expander) {
  std::vector<document::Value> values;
  add_values_at(pod_spec, path, values);
  if (std::ranges::all_of(values, row.is_old)) { return; }
  const std::string object = text_of(expander.top());
  const bool has_gate = release >= row.first;
  expander.note(Authority::Admission, has_gate ? Reply::NotAsked : reply_of_server(expander.top()),
                util::concat(object, " has ", row.what, " in ", path, ", which Kubernetes 1.", release,
                             has_gate ? " accepts only with a feature gate that is off by default" : " refuses"),
                object);
}

} // namespace

void note_new_fields(document::Value pod_spec, Expander& expander) {
  const std::optional<int> release = server_release_of(expander);
  if (!release) { return; }
  for (const NewField& row : k_new_fields) {
    if (*release >= std::max(row.first, row.on)) { continue; }
    for (const std::string& path : paths_of(row.path)) {
      if (has_field_at(pod_spec, path)) { note_new_field(row, path, *release, expander); }
    }
  }
  for (const NewValue& row : k_new_values) {
    if (*release >= row.on || *release < row.from) { continue; }
    for (const std::string& path : paths_of(row.path)) { note_new_value(row, path, pod_spec, *release, expander); }
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
  model::Labels labels = *found->labels; // and those that the manifest adds
  for (const KeptObject& object : expander.manifest().objects) {
    const document::Value metadata = object.value()["metadata"];
    if (object.kind != "Namespace" || metadata["name"].text() != source.namespace_name) { continue; }
    for (const auto [key, value] : metadata["labels"].members()) {
      const auto place = std::ranges::lower_bound(labels, key, {}, &model::Label::key);
      if (place != labels.end() && place->key == key) {
        place->value = value.text();
      } else {
        labels.insert(place, {key, value.text()});
      }
    }
  }
  const std::optional<PodSecurity> enforced = pod_security_of(labels, server_release_of(expander));
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
