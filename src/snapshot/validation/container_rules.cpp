// SPDX-License-Identifier: Apache-2.0
// Containers: names, images, resources, ports, environment, mounts, probes. (core/validation, validateContainers,
// validateInitContainers, validateContainerCommon and the functions that they call)
#include "model/values/resources.hpp"
#include "snapshot/validation/formats.hpp"
#include "snapshot/validation/paths.hpp"
#include "snapshot/validation/resource_names.hpp"
#include "snapshot/validation/rules.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace snapshot {

namespace {

using Names = std::set<std::string_view>;

constexpr std::string_view k_pull_policies = "Always IfNotPresent Never";

// ---- resources

struct Amounts { // limits or requests, with the requests that a pod takes from its limits
  std::vector<std::pair<std::string_view, document::Value>> list;
};

Amounts amounts_of(document::Value map) {
  Amounts amounts;
  for (const auto [resource, value] : map.members()) { amounts.list.emplace_back(resource, value); }
  return amounts;
}

// A pod's requests default to its limits, those of a template do not. (SetDefaults_Pod)
Amounts requests_of(document::Value resources, bool is_pod) {
  Amounts requests = amounts_of(resources["requests"]);
  if (!is_pod) { return requests; }
  for (const auto [resource, value] : resources["limits"].members()) {
    if (!resources["requests"][resource].exists()) { requests.list.emplace_back(resource, value); }
  }
  return requests;
}

void check_amount(std::string_view resource, document::Value value, const Path& path, Errors& errors) {
  const model::Quantity amount = quantity_of(value, path);
  check_quantity(resource, amount, path, errors);
  if (is_hugepages(resource) && !is_multiple_of_page(resource, amount)) {
    errors.invalid(path, amount.text(), util::concat(amount.text(), " is not positive integer multiple of ", resource));
  }
}

// (validateResourceRequirements) `check_name` complains about a name of a resource.
void check_requirements(const Place& place, bool is_pod, void (*check_name)(std::string_view, const Path&, Errors&)) {
  const Path limits_path = place.path["limits"], requests_path = place.path["requests"];
  const document::Value limits = place.value["limits"];
  bool has_compute = false, has_hugepages = false;
  const auto look_at = [&](std::string_view resource, document::Value value, const Path& path) {
    check_name(resource, path, place.errors);
    check_amount(resource, value, path, place.errors);
    has_compute = has_compute || resource == "cpu" || resource == "memory";
    has_hugepages = has_hugepages || is_hugepages(resource);
  };
  for (const auto [resource, value] : limits.members()) { look_at(resource, value, limits_path.member(resource)); }
  for (const auto& [resource, value] : requests_of(place.value, is_pod).list) {
    look_at(resource, value, requests_path.member(resource));
    const document::Value bound = limits[resource];
    if (!bound.exists()) { // null is an amount of 0
      if (!may_be_overcommitted(resource)) {
        place.errors.required(limits_path, "Limit must be set for non overcommitable resources");
      }
      continue;
    }
    const model::Quantity amount = quantity_of(value, place.path), limit = quantity_of(bound, place.path);
    if (amount != limit && !may_be_overcommitted(resource)) {
      place.errors.invalid(requests_path, amount.text(),
                           util::concat("must be equal to ", resource, " limit of ", limit.text()));
    } else if (amount > limit) {
      place.errors.invalid(requests_path, amount.text(),
                           util::concat("must be less than or equal to ", resource, " limit of ", limit.text()));
    }
  }
  if (has_hugepages && !has_compute) { place.errors.forbidden(place.path, "HugePages require cpu or memory"); }
}

// (validateResourceClaimNames)
void check_claims(const Place& claims) {
  std::set<std::string> seen;
  each_element(claims.value, claims.path, [&](document::Value claim, const Path& path) {
    const std::string_view name = text_at(claim, "name"), request = text_at(claim, "request");
    if (name.empty()) { return claims.errors.required(path); }
    if (!request.empty()) {
      const Path of_request = path["request"];
      claims.errors.invalid(of_request, request, dns_label_complaints(request));
    }
    const std::string key = util::concat(name, request.empty() ? "" : "/", request);
    const auto overlaps = [&](const std::string& other) { return other.starts_with(util::concat(name, '/')); };
    if (seen.contains(std::string(name)) || seen.contains(key) ||
        (request.empty() && std::ranges::any_of(seen, overlaps))) {
      claims.errors.duplicate(path, key);
    }
    seen.insert(key);
    if (!claims.pod->claims.contains(name)) {
      const std::string known =
          claims.pod->claims.empty() ? " which is empty" : util::concat(": ", util::joined(claims.pod->claims, ", "));
      claims.errors.not_found(path, name, util::concat("must be one of the names in pod.spec.resourceClaims", known));
    }
  });
}

void check_resources(const Place& container) {
  const Path path = container.path["resources"], claims = path["claims"];
  const document::Value resources = container.value["resources"];
  check_requirements({resources, path, container.pod, container.errors}, container.pod->is_pod,
                     check_container_resource);
  check_claims({resources["claims"], claims, container.pod, container.errors});
}

// ---- mounts (ValidateVolumeMounts, ValidateVolumeDevices)

bool has_path(document::Value list, std::string_view field, std::string_view text) {
  for (const document::Value each : list.elements()) {
    if (text_at(each, field) == text) { return true; }
  }
  return false;
}

void check_mounts(const Place& container) {
  const Path path = container.path["volumeMounts"];
  const document::Value devices = container.value["volumeDevices"];
  Errors& errors = container.errors;
  Names mounted;
  each_element(container.value["volumeMounts"], path, [&](document::Value mount, const Path& here) {
    const Path name_path = here["name"], mount_path = here["mountPath"];
    const std::string_view name = text_at(mount, "name"), where = text_at(mount, "mountPath");
    if (name.empty()) { errors.required(name_path); }
    if (container.pod->of == TemplateOf::Api && !container.pod->volumes.contains(name)) {
      errors.not_found(name_path, name);
    }
    if (where.empty()) { errors.required(mount_path); }
    if (!mounted.insert(where).second) { errors.invalid(mount_path, where, "must be unique"); }
    if (has_path(devices, "name", name)) { errors.invalid(name_path, name, "must not already exist in volumeDevices"); }
    if (has_path(devices, "devicePath", where)) {
      errors.invalid(mount_path, where, "must not already exist as a path in volumeDevices");
    }
    const std::string_view sub_path = text_at(mount, "subPath"), expression = text_at(mount, "subPathExpr");
    check_descending_path(sub_path, path["subPath"], errors);
    if (!expression.empty() && !sub_path.empty()) {
      const Path at = here["subPathExpr"];
      errors.invalid(at, expression, "subPathExpr and subPath are mutually exclusive");
    }
    check_descending_path(expression, path["subPathExpr"], errors);
    const Path propagation = path["mountPropagation"], recursive = path["recursiveReadOnly"];
    const std::string_view mode = text_at(mount, "mountPropagation"), read_only = text_at(mount, "recursiveReadOnly");
    must_be_one_of_if_given({mount["mountPropagation"], propagation, container.pod, errors},
                            "Bidirectional HostToContainer None");
    if (mode == "Bidirectional" && !is_true(container.value["securityContext"], "privileged")) {
      errors.forbidden(propagation, "Bidirectional mount propagation is available only to privileged containers");
    }
    must_be_one_of_if_given({mount["recursiveReadOnly"], recursive, container.pod, errors},
                            "Disabled Enabled IfPossible");
    if (read_only == "Enabled" || read_only == "IfPossible") {
      if (!is_true(mount, "readOnly")) { errors.forbidden(recursive, "may only be specified when readOnly is true"); }
      if (!mode.empty() && mode != "None") {
        errors.forbidden(recursive, "may only be specified when mountPropagation is None or not specified");
      }
    }
  });
}

void check_devices(const Place& container) {
  const Path path = container.path["volumeDevices"];
  const document::Value mounts = container.value["volumeMounts"];
  Errors& errors = container.errors;
  Names names, paths;
  each_element(container.value["volumeDevices"], path, [&](document::Value device, const Path& here) {
    const Path name_path = here["name"], device_path = here["devicePath"];
    const std::string_view name = text_at(device, "name"), where = text_at(device, "devicePath");
    if (name.empty()) { errors.required(name_path); }
    if (names.contains(name)) { errors.invalid(name_path, name, "must be unique"); }
    const auto volume = container.pod->volumes.find(name);
    if (volume != container.pod->volumes.end() && !volume->second) {
      errors.invalid(name_path, name,
                     "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
    } else if (volume == container.pod->volumes.end() && container.pod->of == TemplateOf::Api) {
      errors.not_found(name_path, name);
    }
    if (where.empty()) { errors.required(device_path); }
    if (paths.contains(where)) { errors.invalid(device_path, where, "must be unique"); }
    if (has_backstep(where)) {
      errors.invalid(device_path, where, "can not contain backsteps ('..')");
    } else {
      paths.insert(where);
    }
    if (has_path(mounts, "name", name)) { errors.invalid(name_path, name, "must not already exist in volumeMounts"); }
    if (has_path(mounts, "mountPath", where)) {
      errors.invalid(device_path, where, "must not already exist as a path in volumeMounts");
    }
    if (!name.empty()) { names.insert(name); }
  });
}

// ---- ports

void check_ports(const Place& container) {
  const Path ports = container.path["ports"];
  Names names;
  each_element(container.value["ports"], ports, [&](document::Value port, const Path& here) {
    const Path name_path = here["name"], number_path = here["containerPort"], host_path = here["hostPort"];
    if (const std::string_view name = text_at(port, "name"); !name.empty()) {
      const Complaints complaints = port_name_complaints(name);
      container.errors.invalid(name_path, name, complaints);
      if (complaints.empty() && !names.insert(name).second) { container.errors.duplicate(name_path, name); }
    }
    const std::int64_t number = number_at(port, "containerPort"), host = number_at(port, "hostPort");
    if (number == 0) {
      container.errors.required(number_path);
    } else if (number < 0 || number > 65535) {
      container.errors.invalid(number_path, number, range_complaint(1, 65535));
    }
    if (host != 0 && (host < 0 || host > 65535)) {
      container.errors.invalid(host_path, host, range_complaint(1, 65535));
    }
  });
}

// ---- environment (ValidateEnv, ValidateEnvFrom)

constexpr std::string_view k_field_paths =
    "metadata.name metadata.namespace metadata.uid spec.nodeName spec.serviceAccountName status.hostIP status.hostIPs "
    "status.podIP status.podIPs";
constexpr std::array<std::string_view, 5> k_variable_sources = {"fieldRef", "resourceFieldRef", "configMapKeyRef",
                                                                "secretKeyRef", "fileKeyRef"};

void check_variable(const Place& variable) {
  const Path name = variable.path["name"], from = variable.path["valueFrom"];
  const document::Value source = variable.value["valueFrom"];
  if (text_at(variable.value, "name").empty()) {
    variable.errors.required(name);
  } else {
    variable.errors.invalid(name, text_at(variable.value, "name"),
                            variable_name_complaints(text_at(variable.value, "name")));
  }
  if (source.absent()) { return; }
  std::size_t count = 0;
  for (const std::string_view field : k_variable_sources) { count += source[field].absent() ? 0U : 1U; }
  if (count == 0) {
    variable.errors.invalid(from, "",
                            "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or "
                            "`fileKeyRef`"); // 1.34: without fileKeyRef
  } else if (is_set(variable.value, "value")) {
    variable.errors.invalid(from, "", "may not be specified when `value` is not empty");
  } else if (count > 1) {
    variable.errors.invalid(from, "", "may not have more than one field specified at a time");
  }
  const Path field_path = from["fieldRef"], resource_path = from["resourceFieldRef"];
  if (const document::Value field = source["fieldRef"]; !field.absent()) {
    check_field_reference({field, field_path, variable.pod, variable.errors}, k_field_paths);
  }
  if (const document::Value resource = source["resourceFieldRef"]; !resource.absent()) {
    check_resource_reference({resource, resource_path, variable.pod, variable.errors}, false);
  }
}

void check_env_from(const Place& container) {
  const Path list = container.path["envFrom"];
  each_element(container.value["envFrom"], list, [&](document::Value source, const Path& here) {
    const Path prefix = here["prefix"];
    if (is_set(source, "prefix")) {
      container.errors.invalid(prefix, text_at(source, "prefix"), variable_name_complaints(text_at(source, "prefix")));
    }
    const bool has_map = !source["configMapRef"].absent(), has_secret = !source["secretRef"].absent();
    if (!has_map && !has_secret) {
      container.errors.invalid(list, "", "must specify one of: `configMapRef` or `secretRef`");
    } else if (has_map && has_secret) {
      container.errors.invalid(list, "", "may not have more than one field specified at a time");
    }
    for (const char* field : {"configMapRef", "secretRef"}) {
      if (source[field].absent()) { continue; }
      const Path reference = here[field], name = reference["name"];
      const std::string_view text = text_at(source[field], "name");
      if (text.empty()) {
        container.errors.required(name);
      } else {
        container.errors.invalid(name, text, dns_subdomain_complaints(as_prefix(text)));
      }
    }
  });
}

// A key of a ConfigMap or Secret. (validateConfigMapKeySelector)
void check_key_reference(const Place& reference) {
  const Path name = reference.path["name"], key = reference.path["key"];
  reference.errors.invalid(name, text_at(reference.value, "name"),
                           dns_subdomain_complaints(text_at(reference.value, "name")));
  if (text_at(reference.value, "key").empty()) {
    reference.errors.required(key);
  } else {
    reference.errors.invalid(key, text_at(reference.value, "key"),
                             config_key_complaints(text_at(reference.value, "key")));
  }
}

// ---- probes and hooks (validateProbe, validateLifecycle, validateHandler)

void check_port_reference(document::Value port, const Path& path, Errors& errors) {
  if (port.is_string()) { return errors.invalid(path, port.text(), port_name_complaints(port.text())); }
  const std::int64_t number = util::parse_int64(port.text()).value_or(0);
  if (number < 1 || number > 65535) { errors.invalid(path, number, range_complaint(1, 65535)); }
}

void check_handler(const Place& handler) {
  static constexpr std::array<std::string_view, 5> k_kinds = {"exec", "httpGet", "tcpSocket", "grpc", "sleep"};
  std::size_t count = 0;
  for (const std::string_view kind : k_kinds) {
    const document::Value action = handler.value[kind];
    if (action.absent()) { continue; }
    const Path path = handler.path[kind], port = path["port"];
    if (count++ > 0) {
      handler.errors.forbidden(path, "may not specify more than 1 handler type");
      continue;
    }
    if (kind == "exec" && action["command"].size() == 0) {
      const Path command = path["command"];
      handler.errors.required(command);
    }
    if (kind == "httpGet") {
      check_port_reference(action["port"], port, handler.errors);
      const Path scheme = path["scheme"], headers = path["httpHeaders"];
      must_be_one_of({action["scheme"], scheme, handler.pod, handler.errors}, "HTTP HTTPS");
      for (const document::Value header : action["httpHeaders"].elements()) {
        handler.errors.invalid(headers, text_at(header, "name"), header_name_complaints(text_at(header, "name")));
      }
    }
    if (kind == "tcpSocket" || kind == "grpc") { check_port_reference(action["port"], port, handler.errors); }
    const std::int64_t seconds = number_at(action, "seconds");
    if (kind == "sleep" && (seconds < 0 || seconds > handler.pod->grace_seconds)) {
      handler.errors.invalid(path, seconds,
                             util::concat("must be non-negative and less than terminationGracePeriodSeconds (",
                                          handler.pod->grace_seconds, ')'));
    }
  }
  if (count == 0) { handler.errors.required(handler.path, "must specify a handler type"); }
}

void check_probe(const Place& container, std::string_view field) {
  const document::Value probe = container.value[field];
  if (probe.absent()) { return; }
  const Path path = container.path[field];
  check_handler({probe, path, container.pod, container.errors});
  for (const char* number :
       {"initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"}) {
    const Path at = path[number];
    must_not_be_negative({probe[number], at, container.pod, container.errors}, {});
  }
  const Path grace = path["terminationGracePeriodSeconds"], threshold = path["successThreshold"];
  const document::Value seconds = probe["terminationGracePeriodSeconds"];
  if (!seconds.absent() && number_at(probe, "terminationGracePeriodSeconds") <= 0) {
    container.errors.invalid(grace, number_at(probe, "terminationGracePeriodSeconds"), "must be greater than 0");
  }
  if (field == "readinessProbe") {
    if (!seconds.absent()) { container.errors.invalid(grace, seconds, "must not be set for readinessProbes"); }
  } else if (const std::int64_t successes = number_at(probe, "successThreshold"); successes != 0 && successes != 1) {
    container.errors.invalid(threshold, successes, "must be 1");
  }
}

void check_lifecycle(const Place& container) {
  const document::Value lifecycle = container.value["lifecycle"];
  const Path path = container.path["lifecycle"], signal = path["stopSignal"];
  for (const char* hook : {"postStart", "preStop"}) {
    const Path at = path[hook];
    if (!lifecycle[hook].absent()) { check_handler({lifecycle[hook], at, container.pod, container.errors}); }
  }
  if (is_set(lifecycle, "stopSignal") && container.pod->os.empty()) {
    container.errors.forbidden(signal, "may not be set for containers with empty `spec.os.name`");
  }
}

void check_hooks(const Place& container) {
  check_lifecycle(container);
  for (const char* probe : {"livenessProbe", "readinessProbe", "startupProbe"}) { check_probe(container, probe); }
}

// ---- containers

// 1.34 refuses it in containers that are no initContainers, and other policies than Always there.
void check_restart_policy(const Place& container) {
  const Path policy = container.path["restartPolicy"], rules = container.path["restartPolicyRules"];
  const document::Value list = container.value["restartPolicyRules"];
  if (!is_set(container.value, "restartPolicy") && list.size() > 0) {
    container.errors.required(policy, "must specify restartPolicy when restart rules are used");
  }
  must_be_one_of_if_given({container.value["restartPolicy"], policy, container.pod, container.errors},
                          "Always Never OnFailure");
  if (list.size() > 20) { container.errors.too_many(rules, list.size(), 20); }
  each_element(list, rules, [&](document::Value rule, const Path& here) {
    const Path codes = here["exitCodes"];
    if (rule["exitCodes"].absent()) { container.errors.required(codes, "must be specified"); }
  });
}

void check_resize_policies(const Place& container) {
  const Path list = container.path["resizePolicy"];
  Names seen;
  each_element(container.value["resizePolicy"], list, [&](document::Value policy, const Path& here) {
    const std::string_view resource = text_at(policy, "resourceName"), restart = text_at(policy, "restartPolicy");
    if (!seen.insert(resource).second) { container.errors.duplicate(here, resource); }
    if (resource.empty() || restart.empty()) { container.errors.required(list); }
    must_be_one_of({policy["resourceName"], list, container.pod, container.errors}, "cpu memory");
    must_be_one_of({policy["restartPolicy"], list, container.pod, container.errors}, "NotRequired RestartContainer");
    if (container.pod->never_restarts && restart != "NotRequired") {
      container.errors.invalid(list, restart, "must be 'NotRequired' when pod `restartPolicy` is 'Never'");
    }
  });
}

void check_container(const Place& container) {
  const Path name = container.path["name"], image = container.path["image"];
  if (container.pod->of != TemplateOf::Operator) {
    must_be_set({container.value["name"], name, container.pod, container.errors}, {});
    must_be_set({container.value["image"], image, container.pod, container.errors}, {});
  }
  must_be_dns_label({container.value["name"], name, container.pod, container.errors}, {});
  constexpr std::string_view k_blanks = " \t\r\n";
  if (const std::string_view text = text_at(container.value, "image");
      container.pod->is_pod && !text.empty() &&
      (k_blanks.find(text.front()) != std::string_view::npos || k_blanks.find(text.back()) != std::string_view::npos)) {
    container.errors.invalid(image, text, "must not have leading or trailing whitespace");
  }
  check_resources(container);
  check_ports(container);
  check_mounts(container);
  check_devices(container);
  check_env_from(container);
  check_restart_policy(container);
  check_resize_policies(container);
}

// On the network of its node, a pod uses each port there; a template keeps hostPort as it is. (defaultHostNetworkPorts)
void check_host_ports(const Place& pod, document::Value containers, const Path& path, std::set<std::string>& taken) {
  const bool uses_all = pod.pod->is_pod && is_true(pod.value, "hostNetwork");
  each_element(containers, path, [&](document::Value container, const Path& of_container) {
    const Path ports = of_container["ports"];
    each_element(container["ports"], ports, [&](document::Value port, const Path& here) {
      const std::int64_t host = number_at(port, "hostPort");
      const std::int64_t number = host == 0 && uses_all ? number_at(port, "containerPort") : host;
      if (number == 0) { return; }
      const std::string_view protocol = text_at(port, "protocol");
      const std::string key =
          util::concat(protocol.empty() ? "TCP" : protocol, '/', text_at(port, "hostIP"), '/', number);
      const Path at = here["hostPort"];
      if (!taken.insert(key).second) { pod.errors.duplicate(at, key); }
    });
  });
}

void check_containers(const Place& spec) {
  const Path path = spec.path["containers"];
  const document::Value containers = spec.value["containers"];
  if (containers.size() == 0 && spec.pod->of != TemplateOf::Operator) { spec.errors.required(path); }
  Names names;
  each_element(containers, path, [&](document::Value container, const Path& here) {
    const Path name = here["name"];
    const std::string_view text = text_at(container, "name");
    if (!names.insert(text).second) { spec.errors.duplicate(name, text); }
    check_hooks({container, here, spec.pod, spec.errors});
  });
  std::set<std::string> ports;
  check_host_ports(spec, containers, path, ports);
  const Path inits = spec.path["initContainers"];
  each_element(spec.value["initContainers"], inits, [&](document::Value container, const Path& here) {
    const Path name = here["name"];
    const std::string_view text = text_at(container, "name");
    if (names.contains(text)) {
      spec.errors.duplicate(name, text);
    } else if (!text.empty()) {
      names.insert(text);
    }
    if (text_at(container, "restartPolicy") == "Always") {
      return check_hooks({container, here, spec.pod, spec.errors});
    }
    for (const char* field : {"lifecycle", "livenessProbe", "readinessProbe", "startupProbe"}) {
      const Path at = here[field];
      if (!container[field].absent()) {
        spec.errors.forbidden(at, "may not be set for init containers without restartPolicy=Always");
      }
    }
  });
}

constexpr FieldRule k_container_fields[] = {
    {"Container", "imagePullPolicy", must_be_one_of, k_pull_policies},
    {"Container", "terminationMessagePolicy", must_be_one_of, "File FallbackToLogsOnError"},
    {"ContainerPort", "protocol", must_be_one_of, "SCTP TCP UDP"},
    {"ContainerRestartRule", "action", must_be_one_of, "Restart RestartAllContainers"},
    {"ContainerRestartRuleOnExitCodes", "operator", must_be_one_of, "In NotIn"},
    {"FileKeySelector", "volumeName", must_be_set},
    {"FileKeySelector", "volumeName", must_be_dns_label},
    {"FileKeySelector", "key", must_be_set},
    {"FileKeySelector", "path", must_be_set},
    {"ImageVolumeSource", "pullPolicy", must_be_one_of, k_pull_policies},
    {"SecurityContext", "runAsUser", must_be_in_range, "0 2147483647"},
    {"SecurityContext", "runAsGroup", must_be_in_range, "0 2147483647"},
    {"SecurityContext", "procMount", must_be_one_of_if_given, "Default Unmasked"},
};

constexpr TypeRule k_container_types[] = {
    {"ConfigMapKeySelector", check_key_reference},
    {"Container", check_container},
    {"EnvVar", check_variable},
    {"PodSpec", check_containers},
    {"SecretKeySelector", check_key_reference},
};

} // namespace

RuleTable container_rules() { return {k_container_fields, k_container_types}; }

} // namespace snapshot
