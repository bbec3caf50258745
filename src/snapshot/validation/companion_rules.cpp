// SPDX-License-Identifier: Apache-2.0
// What manifests often have beside workloads: Services (core/validation, validateService; without addresses), roles and
// bindings (rbac/validation).
#include "snapshot/validation/formats.hpp"
#include "snapshot/validation/rules.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <set>

namespace snapshot {

namespace {

constexpr std::string_view k_rbac = "rbac.authorization.k8s.io";

// ---- Services

void check_service_port(const Place& port, bool needs_name, std::set<std::string_view>& names) {
  const std::string_view name = text_at(port.value, "name");
  const std::int64_t number = number_at(port.value, "port");
  if (name.empty()) {
    if (needs_name) { port.errors.required(port.path["name"]); }
  } else {
    port.errors.invalid(port.path["name"], name, dns_label_complaints(name));
    if (!names.insert(name).second) { port.errors.duplicate(port.path["name"], name); }
  }
  if (!port_number_complaints(number).empty()) {
    port.errors.invalid(port.path["port"], number, range_complaint(1, 65535));
  }
  const document::Value target = port.value["targetPort"]; // the default is the port
  const Path path = port.path["targetPort"];
  if (target.is_string() && !target.text().empty()) {
    port.errors.invalid(path, target.text(), port_name_complaints(target.text()));
  } else if (const std::int64_t wanted = util::parse_int64(target.text()).value_or(0);
             target.is_number() && wanted != 0) {
    if (!port_number_complaints(wanted).empty()) { port.errors.invalid(path, wanted, range_complaint(1, 65535)); }
  } else if (!port_number_complaints(number).empty()) {
    port.errors.invalid(path, number, range_complaint(1, 65535));
  }
}

void check_service(const Place& spec) {
  const std::string_view type = text_at(spec.value, "type"), external = text_at(spec.value, "externalName");
  const document::Value ports = spec.value["ports"];
  const bool is_headless = text_at(spec.value, "clusterIP") == "None";
  const Path path = spec.path["ports"];
  if (ports.size() == 0 && !is_headless && type != "ExternalName") { spec.errors.required(path); }
  if (is_headless && (type == "LoadBalancer" || type == "NodePort")) {
    spec.errors.invalid(spec.path["clusterIPs"].at(0), "None",
                        util::concat("may not be set to 'None' for ", type, " services"));
  }
  if (type == "ExternalName") {
    if (external.empty()) { spec.errors.required(spec.path["externalName"]); }
    const std::string_view name = external.ends_with('.') ? external.substr(0, external.size() - 1) : external;
    if (!name.empty()) { spec.errors.invalid(spec.path["externalName"], name, dns_subdomain_complaints(name)); }
  }
  std::set<std::string_view> names;
  std::set<std::string> numbers;
  each_element(ports, path, [&](document::Value port, const Path& here) {
    check_service_port({port, here, spec.pod, spec.errors}, ports.size() > 1, names);
    const std::string_view protocol = text_at(port, "protocol");
    const std::string shown = protocol.empty() ? "TCP" : std::string(protocol);
    if (!numbers.insert(util::concat(shown, '/', number_at(port, "port"))).second) {
      spec.errors.duplicate(here, util::concat(shown, '/', number_at(port, "port")));
    }
    if ((type.empty() || type == "ClusterIP") && number_at(port, "nodePort") != 0) {
      spec.errors.forbidden(here["nodePort"], "may not be used when `type` is 'ClusterIP'");
    }
  });
  if (spec.value["loadBalancerSourceRanges"].size() > 0 && type != "LoadBalancer") {
    spec.errors.forbidden(spec.path["LoadBalancerSourceRanges"], "may only be used when `type` is 'LoadBalancer'");
  }
}

// The API server adds a label with the name. (SetDefaults_Namespace)
void check_namespace(const Place& object) {
  const std::string_view name = text_at(object.value["metadata"], "name");
  const Path metadata = object.path["metadata"];
  object.errors.invalid(metadata["labels"], name, label_value_complaints(name));
}

// ---- roles and bindings

void check_rules(const Place& role, bool is_namespaced) {
  const Path rules = role.path["rules"];
  each_element(role.value["rules"], rules, [&](document::Value rule, const Path& here) {
    if (rule["verbs"].size() == 0) { role.errors.required(here["verbs"], "verbs must contain at least one value"); }
    const document::Value urls = rule["nonResourceURLs"];
    if (urls.size() > 0) {
      if (is_namespaced) {
        role.errors.invalid(here["nonResourceURLs"], urls, "namespaced rules cannot apply to non-resource URLs");
      }
      if (rule["apiGroups"].size() + rule["resources"].size() + rule["resourceNames"].size() > 0) {
        role.errors.invalid(here["nonResourceURLs"], urls,
                            "rules cannot apply to both regular resources and non-resource URLs");
      }
      return;
    }
    if (rule["apiGroups"].size() == 0) {
      role.errors.required(here["apiGroups"], "resource rules must supply at least one api group");
    }
    if (rule["resources"].size() == 0) {
      role.errors.required(here["resources"], "resource rules must supply at least one resource");
    }
  });
}

void check_role(const Place& role) { check_rules(role, true); }
void check_cluster_role(const Place& role) { check_rules(role, false); }

// The group of a subject or role defaults to the only one possible. (SetDefaults_RoleBinding, SetDefaults_Subject)
void check_subjects(const Place& binding, bool is_namespaced) {
  const Path subjects = binding.path["subjects"];
  each_element(binding.value["subjects"], subjects, [&](document::Value subject, const Path& here) {
    const std::string_view kind = text_at(subject, "kind"), name = text_at(subject, "name");
    const std::string_view group = text_at(subject, "apiGroup");
    if (name.empty()) { binding.errors.required(here["name"]); }
    if (kind == "ServiceAccount") {
      if (!name.empty()) { binding.errors.invalid(here["name"], name, dns_subdomain_complaints(name)); }
      if (!group.empty()) { binding.errors.not_supported(here["apiGroup"], group, " "); }
      if (!is_namespaced && !is_set(subject, "namespace")) { binding.errors.required(here["namespace"]); }
    } else if (kind == "User" || kind == "Group") {
      if (!group.empty() && group != k_rbac) { binding.errors.not_supported(here["apiGroup"], group, k_rbac); }
    } else {
      binding.errors.not_supported(here["kind"], kind, "ServiceAccount User Group");
    }
  });
}

void check_role_reference(const Place& binding, std::string_view kinds) {
  const document::Value reference = binding.value["roleRef"];
  const Path path = binding.path["roleRef"];
  const std::string_view group = text_at(reference, "apiGroup"), kind = text_at(reference, "kind");
  const std::string_view name = text_at(reference, "name");
  if (!group.empty() && group != k_rbac) { binding.errors.not_supported(path["apiGroup"], group, k_rbac); }
  if (kind.empty()) {
    binding.errors.not_supported(path["kind"], kind, kinds);
  } else {
    must_be_one_of({reference["kind"], path["kind"], nullptr, binding.errors}, kinds);
  }
  if (name.empty()) {
    binding.errors.required(path["name"]);
  } else {
    binding.errors.invalid(path["name"], name, path_segment_complaints(name));
  }
}

void check_role_binding(const Place& binding) {
  check_role_reference(binding, "Role ClusterRole");
  check_subjects(binding, true);
}

void check_cluster_role_binding(const Place& binding) {
  check_role_reference(binding, "ClusterRole");
  check_subjects(binding, false);
}

constexpr FieldRule k_companion_fields[] = {
    {"ServicePort", "protocol", must_be_one_of, "SCTP TCP UDP"},
    {"ServiceSpec", "externalTrafficPolicy", must_be_one_of, "Cluster Local"},
    {"ServiceSpec", "internalTrafficPolicy", must_be_one_of, "Cluster Local"},
    {"ServiceSpec", "selector", must_have_valid_labels},
    {"ServiceSpec", "sessionAffinity", must_be_one_of, "ClientIP None"},
    {"ServiceSpec", "type", must_be_one_of, "ClusterIP ExternalName LoadBalancer NodePort"},
};

constexpr TypeRule k_companion_types[] = {
    {"ClusterRole", check_cluster_role}, {"ClusterRoleBinding", check_cluster_role_binding},
    {"Namespace", check_namespace},      {"Role", check_role},
    {"RoleBinding", check_role_binding}, {"ServiceSpec", check_service},
};

} // namespace

RuleTable companion_rules() { return {k_companion_fields, k_companion_types}; }

} // namespace snapshot
