// SPDX-License-Identifier: Apache-2.0
// What Apache's flink-kubernetes-operator refuses in a FlinkDeployment; it then makes no pods. Its own configuration
// completes flinkConfiguration, so an absent option is no reason to refuse. (v1.15, DefaultValidator.java)
#include "snapshot/validation/formats.hpp"
#include "snapshot/validation/operator_kinds.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <array>

namespace snapshot {

namespace {

constexpr std::array<std::string_view, 3> k_forbidden_options = {"kubernetes.namespace", "kubernetes.cluster-id",
                                                                 "high-availability.cluster-id"};

void check_job_of_flink(document::Value spec, const Path& path, Errors& errors) {
  const document::Value job = spec["job"];
  const bool has_replicas = !spec["taskManager"]["replicas"].absent();
  if (!job.absent() && !has_replicas && number_at(job, "parallelism") < 1) {
    const Path of_job = path["job"];
    errors.omitted(of_job["parallelism"], "Job parallelism must be larger than 0");
  }
}

void check_options(document::Value spec, const Path& path, Errors& errors) {
  const document::Value options = spec["flinkConfiguration"];
  const Path of_options = path["flinkConfiguration"], managers = path["jobManager"];
  for (const std::string_view key : k_forbidden_options) {
    if (flink_option(options, key).exists()) {
      errors.omitted(of_options, util::concat("Forbidden Flink config key: ", key));
    }
  }
  if (flink_high_availability(options) != FlinkHighAvailability::Off) { return; }
  if (number_at(spec["jobManager"], "replicas", 1) > 1) {
    errors.omitted(managers["replicas"], "High availability should be enabled when starting standby JobManagers.");
  }
  if (is_flink_option_on(options, "kubernetes.operator.deployment.rollback.enabled")) {
    errors.omitted(of_options, "HA must be enabled for rollback support.");
  }
}

} // namespace

document::Value flink_option(document::Value configuration, std::string_view key) {
  if (configuration[key].exists()) { return configuration[key]; }
  for (std::size_t dot = key.find('.'); dot != std::string_view::npos; dot = key.find('.', dot + 1)) {
    const document::Value inner = configuration[key.substr(0, dot)];
    if (!inner.is_object()) { continue; }
    if (const document::Value found = flink_option(inner, key.substr(dot + 1)); found.exists()) { return found; }
  }
  return {};
}

bool is_flink_option_on(document::Value configuration, std::string_view key) {
  const document::Value value = flink_option(configuration, key);
  return value.boolean() || util::lowercase(value.text()) == "true";
}

FlinkHighAvailability flink_high_availability(document::Value configuration) {
  document::Value type = flink_option(configuration, "high-availability.type");
  if (!type.exists()) { type = flink_option(configuration, "high-availability"); } // the old key
  if (type.absent() || type.is_object()) { return FlinkHighAvailability::Unsaid; }
  return util::lowercase(type.text()) == "none" ? FlinkHighAvailability::Off : FlinkHighAvailability::On;
}

void check_flink_deployment(const Place& deployment) {
  const document::Value spec = deployment.value["spec"];
  const Path metadata = deployment.path["metadata"], of_spec = deployment.path["spec"];
  const Path of_log = of_spec["logConfiguration"], of_ingress = of_spec["ingress"];
  const std::string_view name = text_at(deployment.value["metadata"], "name"), version = text_at(spec, "flinkVersion");
  if (name.size() > 45) {
    deployment.errors.invalid(metadata["name"], name, "the length must be no more than 45 characters");
  }
  deployment.errors.invalid(metadata["name"], name, dns_1035_label_complaints(name));
  if (spec["flinkVersion"].absent()) {
    deployment.errors.required(of_spec["flinkVersion"], "Flink Version must be defined.");
  }
  if (version == "v1_13" || version == "v1_14") { // since v1.7
    deployment.errors.invalid(of_spec["flinkVersion"], version, "is not supported by this operator version");
  }
  if (spec["serviceAccount"].absent()) {
    deployment.errors.required(of_spec["serviceAccount"], "spec.serviceAccount must be defined.");
  }
  if (!spec["ingress"].absent() && !is_set(spec["ingress"], "template")) {
    deployment.errors.required(of_ingress["template"], "Ingress template must be defined");
  }
  for (const auto [key, value] : spec["logConfiguration"].members()) {
    if (key == "log4j-console.properties" || key == "logback-console.xml") { continue; }
    deployment.errors.not_supported(of_log.member(key), key, "log4j-console.properties logback-console.xml");
  }
  check_options(spec, of_spec, deployment.errors);
  check_job_of_flink(spec, of_spec, deployment.errors);
}

} // namespace snapshot
