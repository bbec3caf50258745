// SPDX-License-Identifier: Apache-2.0
// SparkApplication of spark.apache.org: Spark's own operator. The sparkConf and the pod templates say everything: a
// driver APP-0-driver, which creates the executors APP-0-exec-<n> once it runs. (spark-kubernetes-operator 1.0,
// SparkAppSubmissionWorker; Spark 4, deploy/k8s: BasicDriverFeatureStep, BasicExecutorFeatureStep, VolcanoFeatureStep;
// Utils.getDynamicAllocationInitialExecutors)
#include "snapshot/collected/strategic_merge.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/workloads/spark.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <variant>

namespace snapshot {

namespace {

constexpr std::int32_t k_default_executors = 2;

class Application {
 public:
  Application(const KeptObject& object, Expander& expander)
      : m_source(expander.source_of(object)), m_expander(expander), m_path(m_root["spec"]),
        m_spec(object_of(object.value()["spec"], m_path)), m_conf(m_spec, m_path) {}

  void expand() {
    const std::string driver = util::concat(m_source.name, "-0-driver");
    add_group();
    RolePlan role = m_expander.named_role(m_source, "driver", {{.name = driver}});
    role.most = 1;
    m_expander.add_role(m_source, prepare(m_source, "driver"), role);
    if (conf("spark.kubernetes.driver.master").starts_with("local")) { return; } // everything runs in the driver
    const Source owner = m_expander.child(m_source, "v1", "Pod", driver);
    add_executors(owner, prepare(owner, "executor"), util::concat(m_source.name, "-0"), initial_executors(), driver,
                  m_expander);
  }

 private:
  std::string_view conf(std::string_view key) const { return m_conf.text(key); }

  // With dynamic allocation, the executors that the driver requests first; more come by load.
  std::int32_t initial_executors() {
    if (conf("spark.dynamicAllocation.enabled") != "true") {
      return m_expander.replicas("executor", m_conf.number("spark.executor.instances", k_default_executors));
    }
    m_expander.assume(
        util::concat(text_of(m_source), " allocates executors by load; those that it begins with are counted"));
    const std::int32_t least = m_conf.number("spark.dynamicAllocation.minExecutors", 0);
    return m_expander.replicas("executor",
                               std::max({least, m_conf.number("spark.dynamicAllocation.initialExecutors", least),
                                         m_conf.number("spark.executor.instances", 0)}));
  }

  // memory plus overhead: as given, else a share of the memory, at least 384 MiB: 10 % for the JVM, 40 % for Python and
  // R. For executors also memory for Python and memory off the heap.
  std::int64_t memory_mib(std::string_view role) const {
    const auto size = [&](std::string_view key, std::string_view otherwise) {
      const std::string_view text = conf(key);
      return jvm_mib(text.empty() ? otherwise : text, m_conf.path(key));
    };
    const std::string prefix = util::concat("spark.", role, ".memory");
    const std::int64_t heap = size(prefix, "1g");
    std::int64_t more = 0;
    if (role == "executor") {
      more = size("spark.executor.pyspark.memory", "0");
      if (conf("spark.memory.offHeap.enabled") == "true") { more += size("spark.memory.offHeap.size", "0"); }
    }
    if (!conf(prefix + "Overhead").empty()) { return heap + more + size(prefix + "Overhead", "0"); }
    const bool is_jvm = m_spec["pyFiles"].absent() && m_spec["sparkRFiles"].absent();
    const std::string_view own = conf(prefix + "OverheadFactor");
    const std::string_view factor = own.empty() ? conf("spark.kubernetes.memoryOverheadFactor") : own;
    const auto given = model::Quantity::parse(factor.empty() ? (is_jvm ? "0.1" : "0.4") : factor);
    const std::int64_t permille = given ? std::clamp<std::int64_t>(given->milli_value(), 0, 1'000'000) : 0;
    return heap + more + std::max(heap * permille / 1000, k_least_overhead_mib);
  }

  bool uses_volcano() const {
    return conf("spark.kubernetes.driver.pod.featureSteps").find("VolcanoFeatureStep") != std::string_view::npos;
  }

  // The step makes a group from a template file, which only the submission sees, else an empty one.
  void add_group() {
    if (!uses_volcano()) { return; }
    if (constexpr std::string_view k_file = "spark.kubernetes.scheduler.volcano.podGroupTemplateFile";
        !conf(k_file).empty()) {
      m_expander.note(
          model::Authority::Operator, model::Reply::NotAsked,
          util::concat(text_of(m_source), ": the file of ", k_file, " has the quorum, and it is not in the input"),
          text_of(m_source));
    }
    GroupPlan group;
    group.dialect = model::Dialect::Volcano;
    group.name = util::concat(m_source.name, "-0-podgroup");
    group.min_member = 1;
    m_group = group;
    m_expander.add_group(m_source, group);
  }

  Prepared prepare(const Source& owner, std::string_view role) {
    const Path path = m_path[role == "driver" ? "driverSpec" : "executorSpec"];
    document::Output made;
    strategic_merge(made, m_spec[role == "driver" ? "driverSpec" : "executorSpec"]["podTemplateSpec"]);
    document::Output& spec = made["spec"];
    m_conf.copy("spark.kubernetes.node.selector.", spec, "nodeSelector");
    m_conf.copy(util::concat("spark.kubernetes.", role, ".node.selector."), spec, "nodeSelector");
    m_conf.copy(util::concat("spark.kubernetes.", role, ".label."), made["metadata"], "labels");
    m_conf.copy(util::concat("spark.kubernetes.", role, ".annotation."), made["metadata"], "annotations");
    if (const std::string_view name = m_conf.text_of_role(role, "scheduler.name"); !name.empty()) {
      spec["schedulerName"] = name;
    }
    const std::string_view account = conf(util::concat("spark.kubernetes.authenticate.", role, ".serviceAccountName"));
    if (!account.empty()) { spec["serviceAccountName"] = account; }
    PodTemplate pod_template(m_expander.readable(made), path);
    pod_template.set_label("spark-app-selector", util::concat(m_source.name, "-0"));
    pod_template.set_label("spark-role", role);
    pod_template.set_label("spark.operator/spark-app-name", m_source.name);
    if (m_group) { pod_template.join(*m_group); }
    document::Output::Array& containers = spark_containers(pod_template, role);
    document::Output& container = containers.front();
    const std::string_view image = m_conf.text_of_role(role, "container.image");
    if (!image.empty()) { container["image"] = image; }
    const std::string_view request = conf(util::concat("spark.kubernetes.", role, ".request.cores"));
    const std::string_view cores = conf(util::concat("spark.", role, ".cores"));
    container["resources"]["requests"]["cpu"] = !request.empty() ? request : cores.empty() ? "1" : cores;
    const std::string_view limit = conf(util::concat("spark.kubernetes.", role, ".limit.cores"));
    if (!limit.empty()) { container["resources"]["limits"]["cpu"] = limit; }
    const std::string memory = util::concat(memory_mib(role), "Mi");
    container["resources"]["requests"]["memory"] = memory;
    container["resources"]["limits"]["memory"] = memory;
    m_conf.add_devices(container, role);
    return m_expander.prepare(owner, std::move(pod_template), path);
  }

  Path m_root;
  Source m_source;
  Expander& m_expander;
  Path m_path;
  document::Value m_spec;
  SparkConf m_conf;
  std::optional<GroupPlan> m_group;
};

} // namespace

void expand_apache_spark(const KeptObject& object, Expander& expander) { Application(object, expander).expand(); }

} // namespace snapshot
