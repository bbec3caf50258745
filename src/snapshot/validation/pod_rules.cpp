// SPDX-License-Identifier: Apache-2.0
// Pods and their templates, apart from containers, volumes and placement. (core/validation, ValidatePodSpec,
// ValidatePodTemplateSpec)
#include "model/cluster/effective_requests.hpp"
#include "snapshot/validation/formats.hpp"
#include "snapshot/validation/metadata.hpp"
#include "snapshot/validation/paths.hpp"
#include "snapshot/validation/pod_facts.hpp"
#include "snapshot/validation/resource_names.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace snapshot {

namespace {

constexpr std::string_view k_pod_policies = "Always OnFailure Never";

// ---- annotations with a meaning (ValidatePodSpecificAnnotations)

bool is_seccomp_profile(std::string_view profile) {
  return profile == "runtime/default" || profile == "docker/default" || profile == "unconfined" ||
         profile.starts_with("localhost/");
}

bool is_app_armor_profile(std::string_view profile) {
  return profile.empty() || profile == "runtime/default" || profile == "unconfined" ||
         profile.starts_with("localhost/");
}

void check_pod_annotations(document::Value annotations, const Path& path, document::Value spec,
                           const std::set<std::string_view>& containers, Errors& errors) {
  constexpr std::string_view k_mirror = "kubernetes.io/config.mirror";
  if (annotations[k_mirror].exists() && !is_set(spec, "nodeName")) {
    errors.invalid(path.member(k_mirror), annotations[k_mirror].text(),
                   "must set spec.nodeName if mirror pod annotation is set");
  }
  constexpr std::string_view k_cost = "controller.kubernetes.io/pod-deletion-cost";
  constexpr std::string_view k_app_armor = "container.apparmor.security.beta.kubernetes.io/";
  for (const auto [key, value] : annotations.members()) {
    const std::string_view text = value.text();
    if (key == k_cost) {
      const auto cost = util::parse_int64(text);
      const bool is_canonical = cost && std::to_string(*cost) == text && *cost >= INT32_MIN && *cost <= INT32_MAX;
      if (!is_canonical) { errors.invalid(path.member(key), text, "must be a 32bit integer"); }
    } else if (key.starts_with(k_app_armor)) {
      const std::string_view container = key.substr(k_app_armor.size());
      if (!containers.contains(container)) { errors.invalid(path.member(key), container, "container not found"); }
      if (!is_app_armor_profile(text)) {
        errors.invalid(path.member(key), text, util::concat("invalid AppArmor profile name: \"", text, '"'));
      }
    } else if (key == "seccomp.security.alpha.kubernetes.io/pod" ||
               key.starts_with("container.seccomp.security.alpha.kubernetes.io/")) {
      if (!is_seccomp_profile(text)) {
        errors.invalid(util::concat(path.text(), '.', key), text, "must be a valid seccomp profile");
      }
    }
  }
}

// ---- the spec

void check_gates(const Place& spec) {
  const Path gates = spec.path["schedulingGates"];
  std::set<std::string_view> seen;
  each_element(spec.value["schedulingGates"], gates, [&](document::Value gate, const Path& here) {
    const std::string_view name = text_at(gate, "name");
    spec.errors.invalid(here, name, label_key_complaints(name));
    if (!seen.insert(name).second) { spec.errors.duplicate(here, name); }
  });
  if (spec.pod->is_pod && !seen.empty() && is_set(spec.value, "nodeName")) {
    spec.errors.forbidden(spec.path["nodeName"], "cannot be set until all schedulingGates have been cleared");
  }
}

void check_resource_claims(const Place& spec) {
  const Path claims = spec.path["resourceClaims"];
  std::set<std::string_view> seen;
  each_element(spec.value["resourceClaims"], claims, [&](document::Value claim, const Path& here) {
    const std::string_view name = text_at(claim, "name");
    const bool has_claim = !claim["resourceClaimName"].absent();
    const bool has_template = !claim["resourceClaimTemplateName"].absent();
    if (name.empty()) {
      spec.errors.required(here["name"]);
    } else if (!seen.insert(name).second) {
      spec.errors.duplicate(here["name"], name);
    } else {
      spec.errors.invalid(here["name"], name, dns_label_complaints(name));
    }
    if (has_claim && has_template) {
      spec.errors.invalid(here, claim,
                          "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified");
    }
    if (!has_claim && !has_template) {
      spec.errors.invalid(here, claim, "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
    }
    for (const char* field : {"resourceClaimName", "resourceClaimTemplateName"}) {
      if (claim[field].absent()) { continue; }
      spec.errors.invalid(here[field], text_at(claim, field), dns_subdomain_complaints(text_at(claim, field)));
    }
  });
}

// (validatePodHostNetworkDeps) A template may leave hostPort out.
void check_host_network(const Place& spec) {
  if (!is_true(spec.value, "hostNetwork")) { return; }
  const Path containers = spec.path["containers"];
  each_element(spec.value["containers"], containers, [&](document::Value container, const Path& of_container) {
    const Path ports = of_container["ports"];
    each_element(container["ports"], ports, [&](document::Value port, const Path& here) {
      const std::int64_t host = number_at(port, "hostPort");
      if (host != 0 && host != number_at(port, "containerPort")) {
        spec.errors.invalid(here["hostPort"], host, "must match `containerPort` when `hostNetwork` is true");
      }
    });
  });
}

// (validateHostUsers)
void check_host_users(const Place& spec) {
  if (spec.pod->host_users) { return; }
  constexpr std::string_view k_detail = "when `hostUsers` is false";
  if (is_true(spec.value, "hostNetwork")) { spec.errors.forbidden(spec.path["hostNetwork"], k_detail); }
  if (is_true(spec.value, "hostPID")) { spec.errors.forbidden(spec.path["HostPID"], k_detail); }
  if (is_true(spec.value, "hostIPC")) { spec.errors.forbidden(spec.path["HostIPC"], k_detail); }
}

// (validatePodDNSConfig)
void check_dns(const Place& spec) {
  const document::Value config = spec.value["dnsConfig"];
  const Path path = spec.path["dnsConfig"];
  if (text_at(spec.value, "dnsPolicy") == "None") {
    if (config.absent()) { return spec.errors.required(path, "must provide `dnsConfig` when `dnsPolicy` is None"); }
    if (config["nameservers"].size() == 0) {
      return spec.errors.required(path["nameservers"],
                                  "must provide at least one DNS nameserver when `dnsPolicy` is None");
    }
  }
  const Path servers = path["nameservers"], searches = path["searches"], options = path["options"];
  if (config["nameservers"].size() > 3) {
    spec.errors.invalid(servers, config["nameservers"], "must not have more than 3 nameservers");
  }
  each_element(config["nameservers"], servers, [&](document::Value server, const Path& here) {
    if (!is_ip_address(server.text())) {
      spec.errors.invalid(here, server.text(), "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
    }
  });
  if (config["searches"].size() > 32) {
    spec.errors.invalid(searches, config["searches"], "must not have more than 32 search paths");
  }
  each_element(config["searches"], searches, [&](document::Value search, const Path& here) {
    std::string_view text = search.text();
    if (text == ".") { return; }
    if (text.ends_with('.')) { text.remove_suffix(1); }
    spec.errors.invalid(here, text, search_domain_complaints(text));
  });
  each_element(config["options"], options, [&](document::Value option, const Path& here) {
    if (!is_set(option, "name")) { spec.errors.required(here, "must not be empty"); }
  });
}

void check_host_aliases(const Place& spec) {
  const Path list = spec.path["hostAliases"];
  each_element(spec.value["hostAliases"], list, [&](document::Value alias, const Path& here) {
    if (!is_ip_address(text_at(alias, "ip"))) {
      spec.errors.invalid(here["ip"], text_at(alias, "ip"),
                          "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
    }
    const Path names = here["hostnames"];
    each_element(alias["hostnames"], names, [&](document::Value name, const Path& at) {
      spec.errors.invalid(at, name.text(), dns_subdomain_complaints(name.text()));
    });
  });
}

void check_os(const Place& spec) {
  if (spec.value["os"].absent()) { return; }
  const Path path = spec.path["os"];
  const std::string_view name = text_at(spec.value["os"], "name");
  if (name.empty()) { return spec.errors.required(path["name"]); }
  must_be_one_of({spec.value["os"]["name"], path, spec.pod, spec.errors}, "linux windows");
}

void check_overhead(const Place& spec) {
  const Path overhead = spec.path["overhead"], limits = overhead["limits"];
  for (const auto [resource, value] : spec.value["overhead"].members()) {
    check_container_resource(resource, limits.member(resource), spec.errors);
    check_quantity(resource, quantity_of(value, overhead), limits.member(resource), spec.errors);
  }
}

void check_deadline(const Place& spec) {
  const document::Value deadline = spec.value["activeDeadlineSeconds"];
  if (deadline.absent()) { return; }
  const std::int64_t seconds = number_at(spec.value, "activeDeadlineSeconds");
  if (seconds < 1 || seconds > INT32_MAX) {
    spec.errors.invalid(spec.path["activeDeadlineSeconds"], seconds, range_complaint(1, INT32_MAX));
  }
}

void check_hostname_override(const Place& spec) {
  const document::Value name = spec.value["hostnameOverride"];
  if (name.absent()) { return; }
  const Path path = spec.path["hostnameOverride"];
  if (is_true(spec.value, "setHostnameAsFQDN")) {
    spec.errors.forbidden(path, "may not be specified when setHostnameAsFQDN is true");
  }
  if (is_true(spec.value, "hostNetwork")) {
    spec.errors.forbidden(path, "may not be specified when hostNetwork is true");
  }
  if (name.text().size() > 64) { spec.errors.too_long(path, 64); }
  spec.errors.invalid(path, name.text(), dns_subdomain_complaints(name.text()));
}

void check_group_reference(const Place& spec) {
  const document::Value group = spec.value["schedulingGroup"];
  if (group.absent()) { return; }
  const Path path = spec.path["schedulingGroup"];
  if (group["podGroupName"].absent()) {
    return spec.errors.invalid(path["podGroupName"], document::Value(), "must specify one of: `podGroupName`");
  }
  const std::string_view name = text_at(group, "podGroupName");
  spec.errors.invalid(path["podGroupName"], name, dns_subdomain_complaints(name));
}

void check_runtime_class(const Place& spec) {
  const document::Value name = spec.value["runtimeClassName"];
  if (name.absent()) { return; }
  spec.errors.invalid(spec.path["runtimeClassName"], name.text(), dns_subdomain_complaints(name.text()));
}

// The amounts of a list of containers as they count for the whole pod. A template has no defaults yet.
std::vector<model::ContainerResources> listed_amounts(document::Value containers, const Path& path, bool is_pod) {
  const auto listed = [&](document::Value list) {
    model::ResourceQuantities amounts;
    for (const auto [resource, value] : list.members()) { amounts.emplace_back(resource, quantity_of(value, path)); }
    std::ranges::sort(amounts, {}, &model::ResourceQuantities::value_type::first);
    return amounts;
  };
  std::vector<model::ContainerResources> all;
  for (const document::Value container : containers.elements()) {
    model::ContainerResources& own = all.emplace_back();
    own.requests = listed(container["resources"]["requests"]);
    if (is_pod) { own.limits = listed(container["resources"]["limits"]); }
    own.restart_always = text_at(container, "restartPolicy") == "Always";
  }
  return all;
}

model::Quantity find_amount(const model::ResourceQuantities& amounts, std::string_view resource) {
  const auto found = std::ranges::find(amounts, resource, &model::ResourceQuantities::value_type::first);
  return found == amounts.end() ? model::Quantity() : found->second;
}

// Pod-level amounts hold those of all containers, with init containers. (validatePodResourceConsistency)
void check_pod_sums(const Place& spec, const Path& path) {
  const Path requests = path["requests"], limits = path["limits"];
  const auto sums = [&](bool with_limits) {
    model::PodResources pod;
    pod.containers = listed_amounts(spec.value["containers"], path, with_limits);
    pod.init_containers = listed_amounts(spec.value["initContainers"], path, with_limits);
    return pod;
  };
  const model::ResourceQuantities requested = model::effective_requests(sums(spec.pod->is_pod)).requests;
  for (const auto [resource, value] : spec.value["resources"]["requests"].members()) {
    const model::Quantity amount = quantity_of(value, requests), sum = find_amount(requested, resource);
    if (sum <= amount) { continue; }
    spec.errors.invalid(requests.member(resource), amount.text(),
                        util::concat("must be greater than or equal to aggregate container requests of ", sum.text()));
  }
  for (const auto [resource, value] : spec.value["resources"]["limits"].members()) {
    // Requests that the whole pod lacks become those of its containers. (defaultPodRequests)
    if (!spec.pod->is_pod || !may_be_overcommitted(resource) ||
        spec.value["resources"]["requests"][resource].exists()) {
      continue;
    }
    const model::Quantity limit = quantity_of(value, limits), sum = find_amount(requested, resource);
    if (sum <= limit) { continue; }
    spec.errors.invalid(requests, sum.text(),
                        util::concat("must be less than or equal to ", resource, " limit of ", limit.text()));
  }
  const model::ResourceQuantities limited = model::effective_limits(sums(true));
  for (const auto [resource, value] : spec.value["resources"]["limits"].members()) {
    const model::Quantity amount = quantity_of(value, limits), sum = find_amount(limited, resource);
    if (!is_hugepages(resource) || sum <= amount) { continue; }
    spec.errors.invalid(limits.member(resource), amount.text(),
                        util::concat("must be greater than or equal to aggregate container limits of ", sum.text()));
  }
  std::size_t index = 0;
  for (const document::Value container : spec.value["containers"].elements()) {
    for (const auto [resource, value] : container["resources"]["limits"].members()) {
      const document::Value bound = spec.value["resources"]["limits"][resource];
      if (bound.absent() || quantity_of(value, path) <= quantity_of(bound, limits)) { continue; }
      spec.errors.invalid(
          util::concat(path.text(), ".containers[", index, "][", resource, "].limits"), quantity_of(value, path).text(),
          util::concat("must be less than or equal to pod limits of ", quantity_of(bound, limits).text()));
    }
    ++index;
  }
}

// Requests and limits of the whole pod. (validatePodResources)
void check_pod_resources(const Place& spec) {
  const document::Value resources = spec.value["resources"];
  if (resources.absent()) { return; }
  const Path path = spec.path["resources"], requests = path["requests"], limits = path["limits"];
  if (spec.pod->os == "windows") { return spec.errors.forbidden(path, "may not be set for a windows pod"); }
  if (!resources["claims"].absent()) {
    spec.errors.forbidden(path["claims"], "claims may not be set for Resources at pod-level");
  }
  for (const auto [resource, value] : resources["limits"].members()) {
    check_pod_resource(resource, limits.member(resource), spec.errors);
    check_quantity(resource, quantity_of(value, limits), limits.member(resource), spec.errors);
  }
  for (const auto [resource, value] : resources["requests"].members()) {
    check_pod_resource(resource, requests.member(resource), spec.errors);
    const model::Quantity amount = quantity_of(value, requests);
    check_quantity(resource, amount, requests.member(resource), spec.errors);
    const document::Value bound = resources["limits"][resource];
    if (is_hugepages(resource) && bound.absent()) {
      spec.errors.required(limits, "Limit must be set for non overcommitable resources");
    } else if (is_hugepages(resource) && quantity_of(bound, limits) != amount) {
      spec.errors.invalid(requests, amount.text(),
                          util::concat("must be equal to ", resource, " limit of ", quantity_of(bound, limits).text()));
    } else if (!bound.absent() && quantity_of(bound, limits) < amount) {
      spec.errors.invalid(
          requests, amount.text(),
          util::concat("must be less than or equal to ", resource, " limit of ", quantity_of(bound, limits).text()));
    }
  }
  check_pod_sums(spec, path);
}

void check_volume_names(const Place& spec) {
  const Path list = spec.path["volumes"];
  std::set<std::string_view> names;
  each_element(spec.value["volumes"], list, [&](document::Value volume, const Path& here) {
    const std::string_view name = text_at(volume, "name");
    if (!names.insert(name).second) { spec.errors.duplicate(here["name"], name); }
  });
}

// A StatefulSet gives its pods other ones.
void must_be_host_label(const Place& field, std::string_view) {
  if (!field.pod->is_named_by_controller) { must_be_dns_label(field, {}); }
}

void check_shared_processes(const Place& spec) {
  const Path context = spec.path["securityContext"];
  if (is_true(spec.value, "shareProcessNamespace") && is_true(spec.value, "hostPID")) {
    spec.errors.invalid(context["shareProcessNamespace"], spec.value["shareProcessNamespace"],
                        "ShareProcessNamespace and HostPID cannot both be enabled");
  }
}

void check_spec(const Place& spec) {
  check_shared_processes(spec);
  check_volume_names(spec);
  check_gates(spec);
  check_resource_claims(spec);
  check_host_network(spec);
  check_host_users(spec);
  check_dns(spec);
  check_host_aliases(spec);
  check_os(spec);
  check_overhead(spec);
  check_deadline(spec);
  check_hostname_override(spec);
  check_group_reference(spec);
  check_runtime_class(spec);
  check_pod_resources(spec);
  if (spec.value["ephemeralContainers"].size() > 0 && spec.pod->of != TemplateOf::Operator) {
    spec.errors.forbidden(spec.path["ephemeralContainers"], spec.pod->is_pod
                                                                ? "cannot be set on create"
                                                                : "ephemeral containers not allowed in pod template");
  }
}

// ---- security contexts

// Names of sysctls: segments joined by dots or slashes.
bool is_sysctl(std::string_view name) {
  if (name.size() > 253) { return false; }
  const auto is_inner = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  while (true) {
    const std::size_t end = std::min(name.find_first_of("./"), name.size());
    const std::string_view part = name.substr(0, end);
    const auto is_allowed = [&](char c) { return is_inner(c) || c == '-' || c == '_'; };
    if (part.empty() || !is_inner(part.front()) || !is_inner(part.back()) || !std::ranges::all_of(part, is_allowed)) {
      return false;
    }
    if (end == name.size()) { return true; }
    name.remove_prefix(end + 1);
  }
}

// Sysctls of a namespace that the pod shares with the node. (ValidateHostSysctl)
void check_shared_sysctl(const Place& context, std::string_view name, const Path& path) {
  const bool is_ipc = name.starts_with("kernel.shm") || name.starts_with("kernel.msg") || name == "kernel.sem" ||
                      name.starts_with("fs.mqueue.");
  if (context.pod->host_network && name.starts_with("net.")) {
    context.errors.invalid(path, name, "may not be specified when 'hostNetwork' is true");
  } else if (context.pod->host_ipc && is_ipc) {
    context.errors.invalid(path, name, "may not be specified when 'hostIPC' is true");
  }
}

void check_pod_security(const Place& context) {
  const Path groups = context.path["supplementalGroups"], sysctls = context.path["sysctls"];
  std::set<std::string_view> seen;
  each_element(context.value["supplementalGroups"], groups, [&](document::Value group, const Path& here) {
    must_be_in_range({group, here, context.pod, context.errors}, "0 2147483647");
  });
  each_element(context.value["sysctls"], sysctls, [&](document::Value sysctl, const Path& here) {
    const std::string_view name = text_at(sysctl, "name");
    const Path path = here["name"];
    if (name.empty()) {
      context.errors.required(path);
    } else if (!is_sysctl(name)) {
      context.errors.invalid(path, name,
                             "must have at most 253 characters and match regex "
                             "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$");
    } else if (!seen.insert(name).second) {
      context.errors.duplicate(path, name);
    }
    check_shared_sysctl(context, name, path);
  });
}

void check_security(const Place& context) {
  if (context.value["allowPrivilegeEscalation"].is_boolean() && !is_true(context.value, "allowPrivilegeEscalation")) {
    if (is_true(context.value, "privileged")) {
      context.errors.invalid(context.path, context.value,
                             "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
    }
    for (const document::Value capability : context.value["capabilities"]["add"].elements()) {
      if (capability.text() == "CAP_SYS_ADMIN") {
        context.errors.invalid(context.path, context.value,
                               "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN");
      }
    }
  }
  if (text_at(context.value, "procMount") == "Unmasked" && context.pod->host_users) {
    context.errors.invalid(context.path["procMount"], "Unmasked", "`hostUsers` must be false to use `Unmasked`");
  }
}

// `words`: how errors call the profile.
void check_profile(const Place& profile, std::string_view of_required, std::string_view of_type) {
  const std::string_view type = text_at(profile.value, "type");
  const document::Value file = profile.value["localhostProfile"];
  const Path type_path = profile.path["type"], file_path = profile.path["localhostProfile"];
  if (type.empty()) {
    profile.errors.required(type_path, util::concat("type is required when ", of_required, " is set"));
  }
  must_be_one_of({profile.value["type"], type_path, profile.pod, profile.errors},
                 "Localhost RuntimeDefault Unconfined");
  if (type == "Localhost" && file.absent()) {
    profile.errors.required(file_path, util::concat("must be set when ", of_type, " type is Localhost"));
  } else if (type != "Localhost" && !file.absent()) {
    const BadValue shown = of_type == "seccomp" ? BadValue(profile.value) : BadValue(file);
    profile.errors.invalid(file_path, shown, util::concat("can only be set when ", of_type, " type is Localhost"));
  }
}

void check_seccomp(const Place& profile) {
  check_profile(profile, "seccompProfile", "seccomp");
  check_descending_path(text_at(profile.value, "localhostProfile"), profile.path["localhostProfile"], profile.errors);
}

// (ValidateAppArmorProfileField)
void check_app_armor(const Place& profile) {
  constexpr std::size_t k_longest = 4095;
  constexpr std::string_view k_blanks = " \t\n\v\f\r";
  check_profile(profile, "appArmorProfile", "AppArmor");
  const std::string_view file = text_at(profile.value, "localhostProfile");
  if (text_at(profile.value, "type") != "Localhost" || profile.value["localhostProfile"].absent()) { return; }
  const Path path = profile.path["localhostProfile"];
  if (file.empty()) {
    profile.errors.required(path, "must be set when AppArmor type is Localhost");
  } else if (k_blanks.find(file.front()) != k_blanks.npos || k_blanks.find(file.back()) != k_blanks.npos) {
    profile.errors.invalid(path, file, "must not be padded with whitespace");
  }
  if (file.size() > k_longest) { profile.errors.too_long(path, k_longest); }
}

// ---- templates

// Upstream names `labels` and `annotations` of the template, without its metadata.
void check_template(const Place& pod_template) {
  const document::Value metadata = pod_template.value["metadata"];
  const bool is_api = pod_template.pod == nullptr || pod_template.pod->of != TemplateOf::Operator;
  const Path own = pod_template.path["metadata"];
  const Path& path = is_api ? pod_template.path : own;
  const Path annotations = path["annotations"];
  must_have_valid_labels({metadata["labels"], path["labels"], pod_template.pod, pod_template.errors}, {});
  check_annotations(metadata["annotations"], annotations, pod_template.errors);
  const PodFacts facts = facts_of_pod(pod_template.value["spec"], pod_template.path, pod_template.pod);
  check_pod_annotations(metadata["annotations"], annotations, pod_template.value["spec"], facts.containers,
                        pod_template.errors);
}

void check_pod(const Place& pod) {
  const Path metadata = pod.path["metadata"];
  const PodFacts facts = facts_of_pod(pod.value["spec"], pod.path, pod.pod);
  check_pod_annotations(pod.value["metadata"]["annotations"], metadata["annotations"], pod.value["spec"],
                        facts.containers, pod.errors);
}

constexpr FieldRule k_pod_fields[] = {
    {"PodReadinessGate", "conditionType", must_be_label_key},
    {"PodSecurityContext", "fsGroup", must_be_in_range, "0 2147483647"},
    {"PodSecurityContext", "fsGroupChangePolicy", must_be_one_of_if_given, "Always OnRootMismatch"},
    {"PodSecurityContext", "runAsGroup", must_be_in_range, "0 2147483647"},
    {"PodSecurityContext", "runAsUser", must_be_in_range, "0 2147483647"},
    {"PodSecurityContext", "seLinuxChangePolicy", must_be_one_of_if_given, "MountOption Recursive"},
    {"PodSecurityContext", "supplementalGroupsPolicy", must_be_one_of_if_given, "Merge Strict"},
    {"PodSpec", "dnsPolicy", must_be_one_of, "ClusterFirstWithHostNet ClusterFirst Default None"},
    {"PodSpec", "hostname", must_be_host_label},
    {"PodSpec", "nodeName", must_be_dns_subdomain},
    {"PodSpec", "nodeSelector", must_have_valid_labels},
    {"PodSpec", "preemptionPolicy", must_be_preemption_policy},
    {"PodSpec", "priorityClassName", must_be_dns_subdomain},
    {"PodSpec", "restartPolicy", must_be_one_of, k_pod_policies},
    {"PodSpec", "serviceAccountName", must_be_dns_subdomain},
    {"PodSpec", "subdomain", must_be_host_label},
};

constexpr TypeRule k_pod_types[] = {
    {"AppArmorProfile", check_app_armor},       {"Pod", check_pod},
    {"PodSecurityContext", check_pod_security}, {"PodSpec", check_spec},
    {"PodTemplateSpec", check_template},        {"SeccompProfile", check_seccomp},
    {"SecurityContext", check_security},
};

} // namespace

PodFacts facts_of_pod(document::Value spec, const Path& path, const PodFacts* around) {
  PodFacts facts = around == nullptr ? PodFacts() : *around;
  facts.never_restarts = text_at(spec, "restartPolicy") == "Never";
  facts.host_users = !(spec["hostUsers"].is_boolean() && !is_true(spec, "hostUsers"));
  facts.host_network = is_true(spec, "hostNetwork");
  facts.host_ipc = is_true(spec, "hostIPC");
  facts.grace_seconds = number_at(spec, "terminationGracePeriodSeconds", 30);
  facts.os = text_at(spec["os"], "name");
  for (const document::Value claim : spec["resourceClaims"].elements()) {
    if (is_set(claim, "name")) { facts.claims.insert(text_at(claim, "name")); }
  }
  for (const char* list : {"containers", "initContainers"}) {
    for (const document::Value container : spec[list].elements()) {
      facts.containers.insert(text_at(container, "name"));
    }
  }
  // An invalid volume does not exist for the containers.
  const FieldsType* const type = fields_of_pod_template().find("spec")->below->find("volumes")->below;
  std::set<std::string_view> names;
  for (const document::Value volume : spec["volumes"].elements()) {
    Errors errors;
    apply_rules({volume, path, &facts, errors}, *type);
    const std::string_view name = text_at(volume, "name");
    if (!errors.texts.empty() || !names.insert(name).second) { continue; }
    const bool is_claim = !volume["persistentVolumeClaim"].absent() || !volume["ephemeral"].absent();
    facts.volumes.try_emplace(name, is_claim);
  }
  return facts;
}

RuleTable pod_rules() { return {k_pod_fields, k_pod_types}; }

} // namespace snapshot
