// SPDX-License-Identifier: Apache-2.0
// SparkApplication and ScheduledSparkApplication, sparkoperator.k8s.io/v1beta2: a driver, which creates the executors
// once it runs. With a batch scheduler, the application has a group whose quorum is the driver alone. (spark-operator
// v2.5, internal/scheduler, pkg/util/sparkapplication.go; Spark's KubernetesUtils for the pods)
#include "snapshot/expand/workloads.hpp"
#include "snapshot/workloads/spark.hpp"

#include "util/ascii.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>

namespace snapshot {

std::int64_t jvm_mib(std::string_view text, const Path& path) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto number = util::parse_int64(text.substr(0, digits));
  const std::string unit = util::lowercase(text.substr(digits));
  constexpr std::int64_t k_most = std::int64_t{1} << 40;
  if (number && *number >= 0 && *number < k_most) {
    if (unit.empty() || unit == "m" || unit == "mb") { return *number; }
    if (unit == "k" || unit == "kb") { return (*number + 1023) / 1024; }
    if (unit == "g" || unit == "gb") { return *number * 1024; }
    if (unit == "t" || unit == "tb") { return *number * 1024 * 1024; }
  }
  throw DecodeError(path, util::concat('"', text, "\" is no memory size such as 512m or 2g"));
}

void add_executors(const Source& owner, const Prepared& prepared, std::string_view prefix, std::int32_t count,
                   const std::string& driver, Expander& expander) {
  std::vector<PodPlan> pods;
  for (std::int32_t number = 1; number <= count; ++number) {
    pods.push_back({.name = util::concat(prefix, "-exec-", number)});
  }
  RolePlan role = expander.named_role(owner, "executor", std::move(pods));
  if (!role.missing.empty()) {
    role.now = static_cast<std::int32_t>(role.existing.size());
    role.after = {driver};
    role.waits_for = "the driver to run";
  }
  expander.add_role(owner, prepared, role);
}

namespace {

// memory plus memoryOverhead. By default the overhead is a share of memory, but at least 384 MiB: 10 % for the JVM, 40
// % for Python and R.
std::int64_t memory_mib(document::Value role, const Path& path, document::Value spec) {
  const document::Value memory = role["memory"];
  const std::int64_t heap = memory.absent() ? 1024 : jvm_mib(text_of(memory, path["memory"]), path["memory"]);
  if (!role["memoryOverhead"].absent()) {
    return heap + jvm_mib(text_of(role["memoryOverhead"], path["memoryOverhead"]), path["memoryOverhead"]);
  }
  const std::string_view type = spec["type"].text();
  const bool jvm = type == "Java" || type == "Scala" || type.empty();
  model::Quantity factor = model::Quantity::from_milli(jvm ? 100 : 400);
  if (const auto given = model::Quantity::parse(spec["memoryOverheadFactor"].text())) { factor = *given; }
  return heap +
         std::max(heap * std::clamp<std::int64_t>(factor.milli_value(), 0, 1'000'000) / 1000, k_least_overhead_mib);
}

std::string cpu_text(document::Value role, const Path& path) {
  if (!role["coreRequest"].absent()) { return std::string(text_of(role["coreRequest"], path["coreRequest"])); }
  return role["cores"].absent() ? "1"
                                : quantity_of(role["cores"], path["cores"]).text(); // old versions allowed a fraction
}

// Adds amounts as the operator parses them: as Kubernetes quantities, despite their JVM units. So 512m is half a byte,
// and 2g counts as nothing.
void add_as_parsed(ResourceSum& sum, document::Value role, bool is_driver, std::int32_t times) {
  const auto parsed = [&](std::string_view key) { return model::Quantity::parse(role[key].text()); };
  std::optional<model::Quantity> cpu = is_driver ? std::nullopt : parsed("coreRequest");
  if (!cpu) { cpu = parsed("cores"); }
  if (!cpu) { cpu = parsed("coreLimit"); }
  std::optional<model::Quantity> memory = parsed("memory");
  if (const auto overhead = parsed("memoryOverhead"); memory && overhead) { *memory += *overhead; }
  for (std::int32_t turn = 0; turn < times; ++turn) {
    if (cpu) { sum.add("cpu", *cpu); }
    if (memory) { sum.add("memory", *memory); }
  }
}

std::int32_t initial_executors(document::Value spec, const Path& path, Expander& expander) {
  const Path executor = path["executor"];
  const Path dynamic_path = path["dynamicAllocation"];
  const document::Value dynamic = object_of(spec["dynamicAllocation"], dynamic_path);
  const document::Value instances = spec["executor"]["instances"];
  if (!boolean_of(dynamic["enabled"], dynamic_path["enabled"])) {
    return expander.replicas("executor", pod_count(instances, executor["instances"], 2));
  }
  const std::int32_t most = std::max({pod_count(instances, executor["instances"], 0),
                                      pod_count(dynamic["initialExecutors"], dynamic_path["initialExecutors"], 0),
                                      pod_count(dynamic["minExecutors"], dynamic_path["minExecutors"], 0)});
  return expander.replicas("executor", most);
}

// The pod template of a role: its `template`, else its fields, with the requests that Spark sets on the first
// container.
PodTemplate template_of(const Source& app, document::Value labels, document::Value spec, std::string_view role,
                        const Path& path, Expander& expander) {
  const document::Value fields = object_of(spec[role], path);
  document::Output made = fields["template"].is_object() ? document::editable(fields["template"]) : document::Output();
  document::Output& pod = made["spec"];
  for (const std::string_view key : {"nodeSelector", "tolerations", "affinity", "schedulerName", "priorityClassName"}) {
    if (!fields[key].absent()) { pod[key] = document::editable(fields[key]); }
  }
  PodTemplate pod_template(expander.readable(made), path);
  for (const auto [key, value] : labels.members()) { pod_template.set_label(key, value.text()); }
  for (const auto [key, value] : fields["labels"].members()) { pod_template.set_label(key, value.text()); }
  for (const auto [key, value] : fields["annotations"].members()) { pod_template.set_annotation(key, value.text()); }
  pod_template.set_label("sparkoperator.k8s.io/app-name", app.name);
  pod_template.set_label("sparkoperator.k8s.io/launched-by-spark-operator", "true");
  pod_template.set_label("spark-role", role);
  auto& containers = std::get<document::Output::Array>(pod_template.containers().data());
  if (containers.empty()) {
    containers.emplace_back();
    containers.front()["name"] = util::concat("spark-kubernetes-", role);
  }
  document::Output& resources = containers.front()["resources"];
  resources["requests"]["cpu"] = cpu_text(fields, path);
  const std::string memory = util::concat(memory_mib(fields, path, spec), "Mi");
  resources["requests"]["memory"] = memory;
  resources["limits"]["memory"] = memory;
  if (fields["coreLimit"].is_string()) { resources["limits"]["cpu"] = fields["coreLimit"].text(); }
  const document::Value gpu = fields["gpu"];
  if (gpu["name"].is_string()) { resources["limits"][gpu["name"].text()] = document::editable(gpu["quantity"]); }
  return pod_template;
}

std::optional<GroupPlan> group_of(const Source& app, document::Value spec, std::int32_t executors) {
  const std::string_view scheduler = spec["batchScheduler"].text();
  const document::Value options = spec["batchSchedulerOptions"];
  if (scheduler != "volcano" && scheduler != "kube-scheduler") { return std::nullopt; }
  const bool volcano = scheduler == "volcano";
  GroupPlan group;
  group.dialect = volcano ? model::Dialect::Volcano : model::Dialect::Coscheduling;
  group.name = util::concat(volcano ? "spark-" : "", app.name, "-pg");
  group.min_member = 1; // the driver, which creates the others
  group.min_resources.emplace();
  if (volcano && options["resources"].size() > 0) {
    for (const auto [name, value] : options["resources"].members()) {
      if (const auto quantity = model::Quantity::parse(value.text())) { group.min_resources->add(name, *quantity); }
    }
  } else {
    add_as_parsed(*group.min_resources, spec["driver"], true, 1);
    add_as_parsed(*group.min_resources, spec["executor"], false, executors);
  }
  if (volcano) {
    group.queue = options["queue"].text();
    group.priority_class = options["priorityClassName"].text();
  }
  group.condition = "the Spark operator runs with --enable-batch-scheduler";
  return group;
}

// `labels` are those of the application, which all its pods inherit.
void expand_application(const Source& app, document::Value labels, document::Value spec, const Path& path,
                        Expander& expander) {
  const std::int32_t executors = initial_executors(spec, path, expander);
  const auto group = group_of(app, spec, executors);
  if (group) { expander.add_group(app, *group); }
  const std::string_view scheduler = text_of(spec["batchScheduler"], path["batchScheduler"]);
  const auto prepare = [&](std::string_view role) {
    const Path at = path[role];
    PodTemplate pod_template = template_of(app, labels, spec, role, at, expander);
    if (!scheduler.empty()) { pod_template.set_scheduler_name(scheduler); }
    if (group) { pod_template.join(*group); }
    return expander.prepare(app, std::move(pod_template), at);
  };
  const Path driver_path = path["driver"];
  const std::string_view named = text_of(object_of(spec["driver"], driver_path)["podName"], driver_path["podName"]);
  const std::string driver = named.empty() ? util::concat(app.name, "-driver") : std::string(named);
  expander.add_role(app, prepare("driver"), expander.named_role(app, "driver", {{.name = driver}}));
  const Source owner = expander.child(app, "v1", "Pod", driver);
  add_executors(owner, prepare("executor"), app.name, executors, driver, expander);
}

} // namespace

void expand_spark_application(const KeptObject& object, Expander& expander) {
  const Path root;
  const Path path = root["spec"];
  expand_application(expander.source_of(object), object.value()["metadata"]["labels"],
                     object_of(object.value()["spec"], path), path, expander);
}

void expand_scheduled_spark_application(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path spec = root["spec"];
  const Path path = spec["template"];
  expander.assume(util::concat("one run of ScheduledSparkApplication ", source.namespace_name, '/', source.name,
                               " is assumed started"));
  const Source app = expander.child(source, source.api_version, "SparkApplication", util::concat(source.name, "-x"));
  expand_application(app, object.value()["metadata"]["labels"],
                     object_of(object_of(object.value()["spec"], spec)["template"], path), path, expander);
}

} // namespace snapshot
