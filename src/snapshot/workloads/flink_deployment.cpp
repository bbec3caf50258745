// SPDX-License-Identifier: Apache-2.0
// FlinkDeployment, flink.apache.org/v1beta1: a Deployment NAME of JobManagers, and TaskManagers: as many as
// `parallelism` needs by their slots. In mode native, the JobManager creates the TaskManagers once it runs; in mode
// standalone, a Deployment NAME-taskmanager does so at once. (flink-kubernetes-operator v1.15, FlinkConfigBuilder,
// FlinkUtils getNumTaskManagers; Flink's flink-kubernetes, decorators, MemorySize)
#include "snapshot/collected/strategic_merge.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/validation/operator_kinds.hpp"

#include "util/ascii.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>

namespace snapshot {

namespace {

constexpr std::string_view k_main_container = "flink-main-container";

// The versions of the CustomResourceDefinition. A version beyond the last one is of a later operator.
constexpr int k_last_flink_major = 2, k_last_flink_minor = 4, k_last_minor_of_1 = 20;

enum class FlinkVersion { Known, Later, Wrong };

FlinkVersion flink_version_of(std::string_view text) { // "v1_20"
  const std::size_t bar = text.find('_');
  if (!text.starts_with('v') || bar == std::string_view::npos) { return FlinkVersion::Wrong; }
  const auto major = util::parse_int64(text.substr(1, bar - 1)), minor = util::parse_int64(text.substr(bar + 1));
  if (!major || !minor || *major < 1 || *minor < 0) { return FlinkVersion::Wrong; }
  if (*major == 1) { return *minor < 13 || *minor > k_last_minor_of_1 ? FlinkVersion::Wrong : FlinkVersion::Known; }
  const bool is_later = *major > k_last_flink_major || *minor > k_last_flink_minor;
  return is_later ? FlinkVersion::Later : FlinkVersion::Known;
}

// Flink's memory sizes are binary: "2048m", "2g", "2 gb"; a quantity such as 2Gi is converted. Returns a quantity.
std::string memory_of(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string unit = util::lowercase(text.substr(digits));
  std::erase(unit, ' ');
  std::string number(text.substr(0, digits));
  if (unit == "m" || unit == "mb" || unit == "mebibytes") { return number + "Mi"; }
  if (unit == "g" || unit == "gb" || unit == "gibibytes") { return number + "Gi"; }
  if (unit == "k" || unit == "kb" || unit == "kibibytes") { return number + "Ki"; }
  if (unit == "t" || unit == "tb" || unit == "tebibytes") { return number + "Ti"; }
  if (unit == "b" || unit == "bytes") { return number; }
  return std::string(text);
}

class Flink {
 public:
  Flink(const KeptObject& object, Expander& expander)
      : m_source(expander.source_of(object)), m_expander(expander), m_path(m_root["spec"]),
        m_spec(object_of(object.value()["spec"], m_path)), m_configuration(m_spec["flinkConfiguration"]) {}

  void expand() {
    const document::Value job = m_spec["job"];
    if (job["state"].text() == "suspended") {
      m_expander.note(model::Authority::Switch, model::Reply::Refuses,
                      util::concat(text_of(m_source), " is suspended, so it makes no pods now"), text_of(m_source));
    }
    note_validator();
    const bool is_native = m_spec["mode"].text() != "standalone";
    const std::vector<std::string> managers = expand_job_managers();
    const std::int32_t workers = count_task_managers(is_native);
    if (workers == 0) { return; }
    // In mode native, the JobManager's Deployment owns the TaskManagers.
    const std::string name = util::concat(m_source.name, "-taskmanager");
    const Source owner = m_expander.child(m_source, "apps/v1", "Deployment", is_native ? m_source.name : name);
    const Prepared prepared = prepare(owner, "taskManager", "taskmanager");
    RolePlan role = m_expander.counted_role(owner, "taskmanager", is_native ? name + "-1" : name, workers,
                                            Expander::Label{"component", "taskmanager"});
    if (is_native && !role.missing.empty()) {
      role.now = static_cast<std::int32_t>(role.existing.size());
      role.after = managers;
      role.waits_for = "the job manager to run";
    }
    m_expander.add_role(owner, prepared, role);
  }

 private:
  void note_open(const std::string& field, std::string_view because) {
    m_expander.note(model::Authority::Operator, model::Reply::NotAsked,
                    util::concat(text_of(m_source), ": ", field, ' ', because), text_of(m_source));
  }

  // What the validator refuses unless the operator's configuration says more.
  void note_validator() {
    const std::string_view version = m_spec["flinkVersion"].text();
    const FlinkVersion known = flink_version_of(version);
    if (known == FlinkVersion::Later) {
      note_open("spec.flinkVersion", util::concat(version, " is newer than the versions known here"));
    } else if (known == FlinkVersion::Wrong && !version.empty()) {
      m_expander.note(
          model::Authority::Admission, model::Reply::Refuses,
          util::concat(text_of(m_source), " is invalid: spec.flinkVersion: Unsupported value: \"", version, '"'),
          text_of(m_source));
    }
    const document::Value job = m_spec["job"];
    const auto lacks = [&](std::string_view option, std::string_view old, std::string_view because) {
      if (has_option(option) || has_option(old)) { return; }
      note_open("spec.flinkConfiguration", util::concat("has no ", option, ", and ", because));
    };
    const auto wants_availability = [&](std::string_view because) {
      if (flink_high_availability(m_configuration) != FlinkHighAvailability::Unsaid) { return; }
      note_open("spec.flinkConfiguration", util::concat("has no high-availability.type, and ", because));
    };
    if (pod_count(m_spec["jobManager"]["replicas"], m_path["jobManager"], 1) > 1) {
      wants_availability("several JobManagers need one");
    }
    if (is_flink_option_on(m_configuration, "kubernetes.operator.deployment.rollback.enabled")) {
      wants_availability("rollbacks need one");
    }
    const std::string_view mode = job["upgradeMode"].text();
    if (mode == "savepoint" || mode == "last-state") {
      lacks("execution.checkpointing.dir", "state.checkpoints.dir", util::concat("upgradeMode ", mode, " needs one"));
    }
    const bool has_savepoints = mode == "savepoint" || !job["savepointTriggerNonce"].absent() ||
                                has_option("kubernetes.operator.periodic.savepoint.interval");
    if (has_savepoints && !job.absent()) {
      lacks("execution.checkpointing.savepoint-dir", "state.savepoints.dir", "savepoints need one");
    }
  }

  bool has_option(std::string_view key) const { return !flink_option(m_configuration, key).text().empty(); }

  std::vector<std::string> expand_job_managers() {
    const Source owner = m_expander.child(m_source, "apps/v1", "Deployment", m_source.name);
    const Path path = m_path["jobManager"];
    const std::int32_t declared = std::max(pod_count(m_spec["jobManager"]["replicas"], path["replicas"], 1), 1);
    const Prepared prepared = prepare(owner, "jobManager", "jobmanager");
    const RolePlan role = m_expander.counted_role(owner, "jobmanager", std::string(m_source.name),
                                                  m_expander.replicas("jobmanager", declared),
                                                  Expander::Label{"component", "jobmanager"});
    m_expander.add_role(owner, prepared, role);
    std::vector<std::string> names;
    for (const PodPlan& pod : role.missing) { names.push_back(pod.name); }
    return names;
  }

  std::int32_t count_task_managers(bool is_native) {
    const document::Value job = m_spec["job"];
    const Path path = m_path["taskManager"];
    const Path job_path = m_path["job"];
    const document::Value replicas = m_spec["taskManager"]["replicas"];
    if (job.absent()) { // a session cluster
      if (is_native) {
        m_expander.assume(
            util::concat(text_of(m_source), " has no job; its TaskManagers come with the jobs of the session"));
        return 0;
      }
      return m_expander.replicas("taskmanager", pod_count(replicas, path["replicas"], 1));
    }
    if (!replicas.absent()) { return m_expander.replicas("taskmanager", pod_count(replicas, path["replicas"], 1)); }
    const auto slots = util::parse_int64(flink_option(m_configuration, "taskmanager.numberOfTaskSlots").text());
    if (!slots || *slots < 1) {
      note_open("spec.flinkConfiguration",
                "has no taskmanager.numberOfTaskSlots, so the operator's configuration decides "
                "how many TaskManagers there are; counted with 1");
    }
    const std::int32_t parallelism = pod_count(job["parallelism"], job_path["parallelism"], 0);
    if (parallelism == 0) { note_open("spec.job.parallelism", "is missing; counted as 1"); }
    const std::int64_t each = slots && *slots > 0 ? *slots : 1;
    const auto count = static_cast<std::int32_t>((std::max(parallelism, 1) + each - 1) / each);
    return m_expander.replicas("taskmanager", count);
  }

  // Writes the amount as request and limit of the main container. (KubernetesUtils.getResourceRequirements)
  static void set(document::Output& container, std::string_view resource, const std::string& amount) {
    container["resources"]["requests"][resource] = amount;
    container["resources"]["limits"][resource] = amount;
  }

  // Raises the limit of cpu or memory above the request: to the limit that the role has beside a request, else by the
  // limit factor of the configuration. (ResourceConfigUtils.computeLimitFactor)
  void raise_limit(document::Output& container, document::Value role, std::string_view component,
                   std::string_view resource, const std::string& request) {
    const document::Value resources = role["resources"], limit = resources["limits"][resource];
    if (!limit.absent() && !resources["requests"][resource].absent()) {
      container["resources"]["limits"][resource] =
          resource == "memory" ? memory_of(limit.text()) : std::string(limit.text());
      return;
    }
    const document::Value factor =
        flink_option(m_configuration, util::concat("kubernetes.", component, '.', resource, ".limit-factor"));
    if (factor.text().empty()) { return; }
    const auto amount = model::Quantity::parse(request), times = model::Quantity::parse(factor.text());
    if (!amount || !times) {
      return note_open(util::concat("kubernetes.", component, '.', resource, ".limit-factor"),
                       "of flinkConfiguration is not read");
    }
    const model::Quantity most =
        model::Quantity::from_nano(amount->nano() * times->milli_value() / 1000, amount->format());
    container["resources"]["limits"][resource] = most.text();
  }

  // cpu and memory: of the role, else of the configuration, else of the operator.
  void set_resources(document::Output& container, std::string_view field, std::string_view component) {
    const document::Value role = m_spec[field];
    const document::Value old = role["resource"]; // v1.13 and older; resources has requests and limits
    const auto amount = [&](std::string_view name, std::string_view key) -> std::string_view {
      for (const document::Value value :
           {role["resources"]["requests"][name], role["resources"]["limits"][name], old[name],
            flink_option(m_configuration, util::concat(key == "cpu" ? "kubernetes." : "", component,
                                                       key == "cpu" ? ".cpu" : ".memory.process.size")),
            flink_option(m_configuration, util::concat("kubernetes.", component, '.', key, ".amount"))}) {
        if (!value.absent()) { return value.text(); }
      }
      return {};
    };
    const std::string_view memory = amount("memory", "memory"), cpu = amount("cpu", "cpu");
    if (memory.empty()) {
      note_open(util::concat("spec.", field, ".resources"), "has no memory, so the operator's configuration decides");
    } else {
      set(container, "memory", memory_of(memory));
      raise_limit(container, role, component, "memory", memory_of(memory));
    }
    const std::string cpus = cpu.empty() ? "1" : std::string(cpu);
    set(container, "cpu", cpus);
    raise_limit(container, role, component, "cpu", cpus);
    if (!old["ephemeralStorage"].absent()) {
      set(container, "ephemeral-storage", std::string(old["ephemeralStorage"].text()));
    }
    for (const document::Value list : {role["resources"]["requests"], role["resources"]["limits"]}) {
      for (const auto [name, value] : list.members()) {
        if (name != "cpu" && name != "memory") { set(container, name, std::string(value.text())); }
      }
    }
    if (component == "taskmanager") { set_external_resources(container); }
  }

  // "external-resources: gpu" with the name and the amount of each. (ExternalResourceUtils)
  void set_external_resources(document::Output& container) {
    std::string_view names = flink_option(m_configuration, "external-resources").text();
    while (!names.empty()) {
      const std::size_t end = std::min(names.find_first_of(";,"), names.size());
      const std::string prefix = util::concat("external-resource.", names.substr(0, end));
      const std::string_view resource = flink_option(m_configuration, prefix + ".kubernetes.config-key").text();
      if (!resource.empty()) {
        set(container, resource, std::string(flink_option(m_configuration, prefix + ".amount").text()));
      }
      names.remove_prefix(std::min(end + 1, names.size()));
    }
  }

  // "a:b,c:d"
  void set_node_selector(document::Output& spec, std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find(','), text.size());
      const std::string_view pair = text.substr(0, end);
      if (const std::size_t colon = pair.find(':'); colon != std::string_view::npos) {
        spec["nodeSelector"][pair.substr(0, colon)] = pair.substr(colon + 1);
      }
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  Prepared prepare(const Source& owner, std::string_view field, std::string_view component) {
    const Path path = m_path[field];
    document::Output out;
    strategic_merge(out, m_spec["podTemplate"]);
    strategic_merge(out, m_spec[field]["podTemplate"]);
    document::Output& spec = out["spec"];
    document::Output::Array containers;
    if (const document::Output* const written = document::find(spec, "containers")) {
      if (const auto* const list = std::get_if<document::Output::Array>(&written->data())) { containers = *list; }
    }
    const auto is_main = [](const document::Output& each) {
      return document::text_of(document::find(each, "name")) == k_main_container;
    };
    auto main = std::ranges::find_if(containers, is_main);
    if (main == containers.end()) {
      main = containers.insert(containers.begin(), document::Output());
      (*main)["name"] = k_main_container;
    }
    if (document::find(*main, "image") == nullptr) { (*main)["image"] = m_spec["image"].text(); }
    set_resources(*main, field, component);
    spec["containers"] = document::Output(std::move(containers));
    set_node_selector(spec,
                      flink_option(m_configuration, util::concat("kubernetes.", component, ".node-selector")).text());
    if (flink_option(m_configuration, util::concat("kubernetes.", component, ".tolerations")).exists()) {
      note_open(util::concat("kubernetes.", component, ".tolerations"), "of flinkConfiguration is not read");
    }
    if (m_spec["serviceAccount"].is_string()) { spec["serviceAccountName"] = m_spec["serviceAccount"].text(); }
    PodTemplate pod_template(m_expander.readable(out), path);
    pod_template.set_label("app", m_source.name);
    pod_template.set_label("component", component);
    return m_expander.prepare(owner, std::move(pod_template), path);
  }

  Path m_root;
  Source m_source;
  Expander& m_expander;
  Path m_path;
  document::Value m_spec, m_configuration;
};

} // namespace

void expand_flink_deployment(const KeptObject& object, Expander& expander) { Flink(object, expander).expand(); }

} // namespace snapshot
