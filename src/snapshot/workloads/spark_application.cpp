// SPDX-License-Identifier: Apache-2.0
// SparkApplication and ScheduledSparkApplication, sparkoperator.k8s.io/v1beta2: a driver, which creates the executors
// once it runs. With a batch scheduler, the application has a group whose quorum is the driver alone. The operator
// gives the sparkConf to spark-submit first and the fields of the spec after it, so a field wins and an absent field
// leaves the property as it is. (spark-operator v2.5, internal/scheduler, pkg/util/sparkapplication.go,
// internal/controller/sparkapplication/submission.go buildSparkSubmitArgs, internal/webhook/sparkpod_defaulter.go;
// Spark's BasicDriverFeatureStep, BasicExecutorFeatureStep, KubernetesUtils for the pods)
#include "snapshot/expand/workloads.hpp"
#include "snapshot/workloads/spark.hpp"

#include "util/ascii.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <variant>

namespace snapshot {

bool SparkConf::is_true(std::string_view key) const { return util::lowercase(text(key)) == "true"; }

std::int32_t SparkConf::number(std::string_view key, std::int32_t otherwise) const {
  const auto given = util::parse_int64(text(key));
  return given ? product(static_cast<std::int32_t>(std::clamp<std::int64_t>(*given, 0, 1 << 30)), 1, m_path)
               : otherwise;
}

std::string_view SparkConf::text_of_role(std::string_view role, std::string_view key) const {
  const std::string_view own = text(util::concat("spark.kubernetes.", role, '.', key));
  return own.empty() ? text(util::concat("spark.kubernetes.", key)) : own;
}

void SparkConf::copy(std::string_view prefix, document::Output& object, std::string_view field) const {
  for (const auto [key, value] : m_properties.members()) {
    if (key.starts_with(prefix)) { object[field][key.substr(prefix.size())] = value.text(); }
  }
}

void SparkConf::add_devices(document::Output& container, std::string_view role) const {
  const std::string prefix = util::concat("spark.", role, ".resource.");
  constexpr std::string_view k_amount = ".amount";
  for (const auto [key, value] : m_properties.members()) {
    if (!key.starts_with(prefix) || !key.ends_with(k_amount)) { continue; }
    if (key.size() <= prefix.size() + k_amount.size()) { continue; }
    const std::string_view name = key.substr(prefix.size(), key.size() - prefix.size() - k_amount.size());
    const std::string_view vendor = text(util::concat(prefix, name, ".vendor"));
    if (!vendor.empty()) { container["resources"]["limits"][util::concat(vendor, '/', name)] = value.text(); }
  }
}

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

document::Output::Array& spark_containers(PodTemplate& pod_template, std::string_view role) {
  auto& containers = std::get<document::Output::Array>(pod_template.containers().data());
  if (containers.empty()) {
    containers.emplace_back();
    containers.front()["name"] = util::concat("spark-kubernetes-", role);
  }
  return containers;
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
    // The API server authorizes the driver, whose default service account may create nothing. (Spark,
    // ExecutorPodsAllocator)
    expander.note(model::Authority::Operator, model::Reply::Assumed,
                  "the service account of the driver may create the executors (RBAC is not read)",
                  text_of(expander.top()));
  }
  expander.add_role(owner, prepared, role);
}

namespace {

// memory plus memoryOverhead. By default the overhead is a share of memory, but at least 384 MiB: 10 % for the JVM, 40
// % for Python and R. For executors also memory for Python and memory off the heap.
std::int64_t memory_mib(document::Value fields, const Path& path, document::Value spec, const SparkConf& conf,
                        std::string_view role) {
  const auto property = [&](std::string_view key, std::string_view otherwise) {
    const std::string_view text = conf.text(key);
    return jvm_mib(text.empty() ? otherwise : text, conf.path(key));
  };
  const auto size = [&](std::string_view field, std::string_view key, std::string_view otherwise) {
    return fields[field].absent() ? property(key, otherwise)
                                  : jvm_mib(text_of(fields[field], path[field]), path[field]);
  };
  const std::string prefix = util::concat("spark.", role, ".memory");
  const std::int64_t heap = size("memory", prefix, "1g");
  std::int64_t more = 0;
  if (role == "executor") {
    more = property("spark.executor.pyspark.memory", "0");
    if (conf.is_true("spark.memory.offHeap.enabled")) { more += property("spark.memory.offHeap.size", "0"); }
  }
  const std::string overhead = prefix + "Overhead";
  if (!fields["memoryOverhead"].absent() || !conf.text(overhead).empty()) {
    return heap + more + size("memoryOverhead", overhead, "0");
  }
  const std::string_view type = spec["type"].text();
  const bool jvm = type == "Java" || type == "Scala" || type.empty();
  model::Quantity factor = model::Quantity::from_milli(jvm ? 100 : 400);
  const std::string_view of_both = spec["memoryOverheadFactor"].text();
  for (const std::string_view text : {conf.text("spark.kubernetes.memoryOverheadFactor"), of_both,
                                      conf.text(overhead + "Factor")}) { // the last one wins
    if (const auto given = model::Quantity::parse(text)) { factor = *given; }
  }
  return heap + more +
         std::max(heap * std::clamp<std::int64_t>(factor.milli_value(), 0, 1'000'000) / 1000, k_least_overhead_mib);
}

std::string cpu_text(document::Value fields, const Path& path, const SparkConf& conf, std::string_view role) {
  if (!fields["coreRequest"].absent()) { return std::string(text_of(fields["coreRequest"], path["coreRequest"])); }
  const std::string_view request = conf.text(util::concat("spark.kubernetes.", role, ".request.cores"));
  if (!request.empty()) { return std::string(request); }
  if (!fields["cores"].absent()) {
    return quantity_of(fields["cores"], path["cores"]).text(); // old versions allowed a fraction
  }
  const std::string_view cores = conf.text(util::concat("spark.", role, ".cores"));
  return cores.empty() ? "1" : std::string(cores);
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

// With dynamic allocation, the executors that the driver requests first (Spark,
// Utils.getDynamicAllocationInitialExecutors).
std::int32_t initial_executors(document::Value spec, const Path& path, const SparkConf& conf, Expander& expander) {
  const Path executor = path["executor"];
  const Path dynamic_path = path["dynamicAllocation"];
  const document::Value dynamic = object_of(spec["dynamicAllocation"], dynamic_path);
  const bool is_enabled = boolean_of(dynamic["enabled"], dynamic_path["enabled"]);
  const auto instances = [&](std::int32_t otherwise) {
    return pod_count(spec["executor"]["instances"], executor["instances"],
                     conf.number("spark.executor.instances", otherwise));
  };
  if (!is_enabled && !conf.is_true("spark.dynamicAllocation.enabled")) {
    return expander.replicas("executor", instances(2));
  }
  const auto number = [&](std::string_view field, std::string_view key) {
    const std::int32_t property = conf.number(key, 0);
    return is_enabled ? pod_count(dynamic[field], dynamic_path[field], property) : property;
  };
  const std::int32_t least = number("minExecutors", "spark.dynamicAllocation.minExecutors");
  const bool is_unbounded =
      !(is_enabled && !dynamic["maxExecutors"].absent()) && conf.text("spark.dynamicAllocation.maxExecutors").empty();
  if (const std::int32_t bound = number("maxExecutors", "spark.dynamicAllocation.maxExecutors");
      !is_unbounded && (least > bound || bound == 0)) { // Spark, ExecutorAllocationManager.validateSettings
    const std::string object = text_of(expander.top());
    expander.note(
        model::Authority::Operator, model::Reply::Refuses,
        util::concat(object, " allows ", bound, " executors and needs ", least, " at least, so its driver fails"),
        object);
  }
  const std::int32_t most =
      std::max({instances(0), number("initialExecutors", "spark.dynamicAllocation.initialExecutors"), least});
  return expander.replicas("executor", most);
}

// Adds what the operator's webhook adds to the pods of a role: containers, and volumes that the role mounts.
void add_parts(document::Output& pod, document::Value spec, document::Value fields) {
  const auto append = [&](std::string_view list, document::Value element) {
    if (document::find(pod, list) == nullptr) { pod[list] = document::Output::array(); }
    pod[list].push(document::editable(element));
  };
  for (const document::Value container : fields["initContainers"].elements()) { append("initContainers", container); }
  for (const document::Value volume : spec["volumes"].elements()) {
    bool is_mounted = false;
    for (const document::Value mount : fields["volumeMounts"].elements()) {
      if (mount["name"].text() == volume["name"].text()) { is_mounted = true; }
    }
    if (is_mounted) { append("volumes", volume); }
  }
}

// Properties that change the pods in a way that is not simulated.
void note_unread_properties(const Source& app, const SparkConf& conf, Expander& expander) {
  for (const auto [key, value] : conf.properties().members()) {
    const bool is_of_pods = key.starts_with("spark.kubernetes.");
    const auto has = [key = key](std::string_view part) { return key.find(part) != std::string_view::npos; };
    const bool is_unread =
        (is_of_pods && (has(".podTemplateFile") || has(".featureSteps") || has(".volumes.persistentVolumeClaim."))) ||
        (key == "spark.kubernetes.namespace" && value.text() != app.namespace_name) ||
        key == "spark.kubernetes.allocation.pods.allocator" || has(".minMemoryOverhead") ||
        has(".minimumMemoryOverhead");
    if (!is_unread) { continue; }
    expander.note(model::Authority::Operator, model::Reply::NotAsked,
                  util::concat(text_of(app), ": ", key, " of sparkConf changes its pods and is not simulated"),
                  text_of(app));
  }
}

// Adds the ports of Spark's own container, which are ports of the node with hostNetwork. (BasicDriverFeatureStep,
// BasicExecutorFeatureStep; 0: any free port)
void add_ports(document::Output& container, document::Value fields, std::string_view role, const SparkConf& conf) {
  document::Output& ports = container["ports"];
  if (!std::holds_alternative<document::Output::Array>(ports.data())) { ports = document::Output::array(); }
  const auto add = [&](std::string_view key, std::int64_t usual) {
    const std::int64_t port = util::parse_int64(conf.text(key)).value_or(usual);
    if (port == 0) { return; }
    document::Output entry;
    entry["containerPort"] = port;
    ports.push(std::move(entry));
  };
  const bool is_driver = role == "driver";
  const bool has_own = is_driver && !conf.text("spark.driver.blockManager.port").empty();
  add(has_own ? "spark.driver.blockManager.port" : "spark.blockManager.port", 7079);
  if (is_driver) {
    add("spark.driver.port", 7078);
    add("spark.ui.port", 4040);
  }
  for (const document::Value port : fields["ports"].elements()) { // of the operator's webhook
    if (!port["containerPort"].absent()) { ports.push(document::editable(port)); }
  }
}

// The pod template of a role: its `template`, else its fields, with the requests that Spark sets on the first
// container.
PodTemplate template_of(const Source& app, document::Value labels, document::Value spec, std::string_view role,
                        const Path& path, const SparkConf& conf, Expander& expander) {
  const document::Value fields = object_of(spec[role], path);
  document::Output made = fields["template"].is_object() ? document::editable(fields["template"]) : document::Output();
  document::Output& pod = made["spec"];
  const std::string of_role = util::concat("spark.kubernetes.", role, '.');
  conf.copy("spark.kubernetes.node.selector.", pod, "nodeSelector");
  for (const auto [key, value] : spec["nodeSelector"].members()) { pod["nodeSelector"][key] = value.text(); }
  conf.copy(of_role + "node.selector.", pod, "nodeSelector");
  for (const auto [key, value] : fields["nodeSelector"].members()) { pod["nodeSelector"][key] = value.text(); }
  conf.copy(of_role + "label.", made["metadata"], "labels");
  conf.copy(of_role + "annotation.", made["metadata"], "annotations");
  if (const std::string_view name = conf.text_of_role(role, "scheduler.name"); !name.empty()) {
    pod["schedulerName"] = name;
  }
  const std::string account = util::concat("spark.kubernetes.authenticate.", role, ".serviceAccountName");
  if (const std::string_view name = conf.text(account); !name.empty()) { pod["serviceAccountName"] = name; }
  if (!fields["serviceAccount"].absent()) {
    pod["serviceAccountName"] = text_of(fields["serviceAccount"], path["serviceAccount"]);
  }
  for (const std::string_view key : {"tolerations", "affinity", "schedulerName", "priorityClassName"}) {
    if (!fields[key].absent()) { pod[key] = document::editable(fields[key]); }
  }
  add_parts(pod, spec, fields);
  PodTemplate pod_template(expander.readable(made), path);
  for (const auto [key, value] : labels.members()) { pod_template.set_label(key, value.text()); }
  for (const auto [key, value] : fields["labels"].members()) { pod_template.set_label(key, value.text()); }
  for (const auto [key, value] : fields["annotations"].members()) { pod_template.set_annotation(key, value.text()); }
  pod_template.set_label("sparkoperator.k8s.io/app-name", app.name);
  pod_template.set_label("sparkoperator.k8s.io/launched-by-spark-operator", "true");
  pod_template.set_label("spark-role", role);
  document::Output::Array& containers = spark_containers(pod_template, role);
  document::Output& container = containers.front();
  document::Output& resources = container["resources"];
  resources["requests"]["cpu"] = cpu_text(fields, path, conf, role);
  const std::string memory = util::concat(memory_mib(fields, path, spec, conf, role), "Mi");
  resources["requests"]["memory"] = memory;
  resources["limits"]["memory"] = memory;
  if (fields["hostNetwork"].boolean()) { pod_template.spec()["hostNetwork"] = true; } // addHostNetwork
  const bool is_on_node = fields["hostNetwork"].boolean() || fields["template"]["spec"]["hostNetwork"].boolean();
  if (is_on_node) { add_ports(container, fields, role, conf); }
  const std::string_view limit = conf.text(of_role + "limit.cores");
  if (!limit.empty()) { resources["limits"]["cpu"] = limit; }
  if (fields["coreLimit"].is_string()) { resources["limits"]["cpu"] = fields["coreLimit"].text(); }
  conf.add_devices(container, role);
  const document::Value gpu = fields["gpu"];
  if (gpu["name"].is_string()) { resources["limits"][gpu["name"].text()] = document::editable(gpu["quantity"]); }
  for (const document::Value sidecar : fields["sidecars"].elements()) {
    containers.push_back(document::editable(sidecar));
  }
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
  const SparkConf conf(spec, path);
  note_unread_properties(app, conf, expander);
  if (const std::string_view mode = spec["mode"].text(); mode.ends_with("client")) { // --deploy-mode
    expander.note(model::Authority::Operator, model::Reply::NotAsked,
                  util::concat(text_of(app), ": in mode ", mode,
                               " the driver runs where spark-submit does, which is not simulated"),
                  text_of(app));
  }
  const std::int32_t executors = initial_executors(spec, path, conf, expander);
  const auto group = group_of(app, spec, executors);
  if (group) { expander.add_group(app, *group); }
  const std::string_view scheduler = text_of(spec["batchScheduler"], path["batchScheduler"]);
  const auto prepare = [&](std::string_view role) {
    const Path at = path[role];
    PodTemplate pod_template = template_of(app, labels, spec, role, at, conf, expander);
    if (!scheduler.empty()) { pod_template.set_scheduler_name(scheduler); }
    if (group) { pod_template.join(*group); }
    return expander.prepare(app, std::move(pod_template), at);
  };
  const Path driver_path = path["driver"];
  const std::string_view named = text_of(object_of(spec["driver"], driver_path)["podName"], driver_path["podName"]);
  const std::string driver = named.empty() ? util::concat(app.name, "-driver") : std::string(named);
  RolePlan role = expander.named_role(app, "driver", {{.name = driver}});
  role.most = 1;
  expander.add_role(app, prepare("driver"), role);
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
  expander.assume(
      util::concat("one run of ScheduledSparkApplication ", source.namespace_name, '/', source.name, " is started"));
  const Source app = expander.child(source, source.api_version, "SparkApplication", util::concat(source.name, "-x"));
  const document::Value written = object_of(object_of(object.value()["spec"], spec)["template"], path);
  document::Output made;
  made["metadata"]["name"] = app.name;
  made["spec"] = document::editable(written);
  note_made_object(expander.readable(made), root, app, expander);
  expand_application(app, object.value()["metadata"]["labels"], written, path, expander);
}

} // namespace snapshot
