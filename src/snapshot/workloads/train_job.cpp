// SPDX-License-Identifier: Apache-2.0
// TrainJob, trainer.kubeflow.org/v1alpha1: the JobSet of a runtime, resized and patched, and the pod group that the
// runtime requests. The runtime comes from the manifest or from saved state. (trainer v2.3, pkg/runtime)
#include "snapshot/expand/template_ledger.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/workloads/job_set.hpp"

#include "util/concat.hpp"
#include "util/edit_distance.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <array>

namespace snapshot {

namespace {

using document::Output;

constexpr std::string_view k_step_label = "trainer.kubeflow.org/trainjob-ancestor-step";
constexpr std::string_view k_queue_annotation = "scheduling.volcano.sh/queue-name";
constexpr std::string_view k_node = "node"; // role and container that receive the trainer's settings
constexpr std::int32_t k_default_timeout = 60;

Output::Array& elements(Output& value) {
  if (!std::holds_alternative<Output::Array>(value.data())) { value = Output::array(); }
  return std::get<Output::Array>(value.data());
}

std::string_view name_of(const Output& value) { return document::text_of(document::find(value, "name")); }

// Merges like a strategic merge patch: objects member by member, lists of named elements by name, anything else as a
// whole.
void merge(Output& into, const Output& patch) {
  const auto* const members = std::get_if<Output::Object>(&patch.data());
  const auto* const list = std::get_if<Output::Array>(&patch.data());
  if (members != nullptr && std::holds_alternative<Output::Object>(into.data())) {
    for (const auto& [key, value] : *members) {
      if (document::find(into, key) == nullptr) {
        into[key] = value;
      } else {
        merge(into[key], value);
      }
    }
  } else if (list != nullptr && std::ranges::none_of(*list, [](const Output& item) { return name_of(item).empty(); })) {
    for (const Output& item : *list) {
      Output::Array& all = elements(into);
      const auto known = std::ranges::find(all, name_of(item), name_of);
      if (known == all.end()) {
        all.push_back(item);
      } else {
        merge(*known, item);
      }
    }
  } else {
    into = patch;
  }
}

Output& pod_spec(Output& replicated_job) { return replicated_job["template"]["spec"]["template"]["spec"]; }

bool is_among(document::Value targets, std::string_view name) {
  bool found = false;
  for (const document::Value target : targets.elements()) { found = found || target["name"].text() == name; }
  return found;
}

// Applies spec.runtimePatches, and spec.podTemplateOverrides of earlier releases.
void patch(Output& job_set_spec, document::Value train_job_spec) {
  for (const document::Value runtime_patch : train_job_spec["runtimePatches"].elements()) {
    const document::Value spec = runtime_patch["trainingRuntimeSpec"]["template"]["spec"];
    if (spec.is_object()) { merge(job_set_spec, document::editable(spec)); }
  }
  for (const document::Value override_value : train_job_spec["podTemplateOverrides"].elements()) {
    if (!override_value["spec"].is_object()) { continue; }
    for (Output& job : elements(job_set_spec["replicatedJobs"])) {
      if (is_among(override_value["targetJobs"], name_of(job))) {
        merge(pod_spec(job), document::editable(override_value["spec"]));
      }
    }
  }
}

// The settings of a runtime and a TrainJob that decide the size of a role.
class Sizing {
 public:
  Sizing(document::Value policy, document::Value trainer, const Path& trainer_path)
      : m_policy(policy), m_trainer(trainer), m_trainer_path(trainer_path), m_mpi(policy["mpi"].is_object()),
        m_launcher_is_node(policy["mpi"]["runLauncherAsNode"].boolean()) {}

  // The pods of a replicated job: the number of nodes for the trainer's step, else its parallelism. With MPI, nodes are
  // the pods of the job named node, minus the launcher if it is one of the nodes.
  std::int32_t count(std::string_view name, std::string_view step, std::int32_t parallelism) const {
    std::int32_t count = parallelism;
    if (step == "trainer" && !m_policy.absent()) { count = number(m_policy["numNodes"], 1); }
    if (m_trainer["numNodes"].absent()) { return count; }
    const std::int32_t nodes = pod_count(m_trainer["numNodes"], m_trainer_path["numNodes"], 1);
    if (!m_mpi) { return step == "trainer" ? nodes : count; }
    if (name != k_node) { return count; }
    return m_launcher_is_node ? std::max(nodes - 1, 1) : nodes;
  }

  bool takes_resources(std::string_view name, std::string_view step) const {
    return (step == "trainer" && !m_policy.absent()) || (m_launcher_is_node && name == k_node);
  }

 private:
  std::int32_t number(document::Value value, std::int32_t otherwise) const {
    return pod_count(value, m_trainer_path["numNodes"], otherwise);
  }

  document::Value m_policy, m_trainer;
  const Path& m_trainer_path;
  bool m_mpi, m_launcher_is_node;
};

void set_resources(Output& job, document::Value resources) {
  for (Output& container : elements(pod_spec(job)["containers"])) {
    if (name_of(container) == k_node) { merge(container["resources"], document::editable(resources)); }
  }
}

std::int32_t parallelism_of(const Output& job, Expander& expander) {
  const Path root;
  return pod_count(expander.readable(job)["template"]["spec"]["parallelism"], root["parallelism"], 1);
}

// Writes the TrainJob's numbers and resources into the runtime's JobSet. Returns the total number of pods.
std::int32_t resize(Output& job_set_spec, document::Value runtime, document::Value spec, const Path& path,
                    Expander& expander) {
  const Path trainer_path = path["trainer"];
  const document::Value trainer = object_of(spec["trainer"], trainer_path);
  const Sizing sizing(runtime["spec"]["mlPolicy"], trainer, trainer_path);
  std::int32_t total = 0;
  for (Output& job : elements(job_set_spec["replicatedJobs"])) {
    const std::string name(name_of(job));
    const std::string step(expander.readable(job)["template"]["metadata"]["labels"][k_step_label].text());
    const std::int32_t count = expander.replicas(name, sizing.count(name, step, parallelism_of(job, expander)));
    if (!step.empty()) { job["replicas"] = 1; }
    job["template"]["spec"]["parallelism"] = count;
    job["template"]["spec"]["completions"] = count;
    if (trainer["resourcesPerNode"].is_object() && sizing.takes_resources(name, step)) {
      set_resources(job, trainer["resourcesPerNode"]);
    }
    total += count;
  }
  return total;
}

// The runtime's pod group policy. minMember counts the pods of all steps, even of steps that wait for others.
std::optional<GroupPlan> group_of(const Source& source, document::Value runtime, document::Value annotations) {
  const document::Value policy = runtime["spec"]["podGroupPolicy"];
  const document::Value coscheduling = policy["coscheduling"];
  if (!coscheduling.is_object() && !policy["volcano"].is_object()) { return std::nullopt; }
  const Path root;
  GroupPlan group;
  group.name = source.name;
  if (coscheduling.is_object()) {
    const document::Value timeout = coscheduling["scheduleTimeoutSeconds"];
    group.schedule_timeout_seconds =
        timeout.absent() ? k_default_timeout : int32_of(timeout, root["scheduleTimeoutSeconds"]);
    return group;
  }
  group.dialect = model::Dialect::Volcano;
  const document::Value own = annotations[k_queue_annotation];
  group.queue =
      own.is_string() ? own.text() : runtime["spec"]["template"]["metadata"]["annotations"][k_queue_annotation].text();
  return group;
}

// Adds all pods to the group and sums their requests. (SinglePodRequests; includes the overhead of a RuntimeClass)
void join(Output& job_set_spec, GroupPlan& group, const Source& source, const Path& path, Expander& expander) {
  group.min_resources.emplace();
  for (Output& job : elements(job_set_spec["replicatedJobs"])) {
    Output& made = job["template"]["spec"]["template"];
    PodTemplate pod_template(expander.readable(made), path);
    pod_template.join(group);
    made = pod_template.output();
    const Prepared prepared = expander.prepare(source, std::move(pod_template), path);
    model::PodResources resources = prepared.as_written;
    resources.overhead = prepared.declared.containers.resources.overhead;
    const document::Value count = expander.readable(job)["template"]["spec"]["parallelism"];
    group.min_resources->add_pods(resources, pod_count(count, path, 1));
  }
}

[[noreturn]] void refuse_missing_runtime(const Path& path, const std::string& kind, std::string_view name,
                                         const Expander& expander) {
  std::vector<std::string_view> names;
  for (const KeptObject& runtime : expander.manifest().templates) {
    if (runtime.kind == kind) { names.push_back(runtime.value()["metadata"]["name"].text()); }
  }
  throw DecodeError(path, util::concat("there is no ", kind, ' ', name, util::did_you_mean(name, names),
                                       "; it says which pods the job has, so pass it too: kubectl get ",
                                       kind == "TrainingRuntime" ? "trainingruntime " : "clustertrainingruntime ", name,
                                       " -o yaml > runtime.yaml, and -f runtime.yaml"));
}

document::Value runtime_of(const Source& source, document::Value spec, const Path& path, const Expander& expander) {
  const Path ref_path = path["runtimeRef"];
  const document::Value ref = object_of(spec["runtimeRef"], ref_path);
  const std::string_view name = text_of(ref["name"], ref_path["name"]);
  const std::string_view given = text_of(ref["kind"], ref_path["kind"]);
  const std::string kind(given.empty() ? "ClusterTrainingRuntime" : given);
  const std::string_view namespace_name = kind == "TrainingRuntime" ? source.namespace_name : std::string_view();
  if (const KeptObject* const runtime = expander.find_template(kind, namespace_name, name)) { return runtime->value(); }
  refuse_missing_runtime(ref_path, kind, name, expander);
}

// The container of the name in the runtime's job of the name; absent if there is none.
document::Value initializer_of(document::Value runtime, std::string_view name) {
  for (const document::Value job : runtime["spec"]["template"]["spec"]["replicatedJobs"].elements()) {
    if (job["name"].text() != name) { continue; }
    for (const document::Value container : job["template"]["spec"]["template"]["spec"]["containers"].elements()) {
      if (container["name"].text() == name) { return container; }
    }
  }
  return {};
}

bool has_job(document::Value runtime, document::Value name) {
  return is_among(runtime["spec"]["template"]["spec"]["replicatedJobs"], name.text());
}

// What the webhooks refuse of a TrainJob and its runtime together. (pkg/webhooks/trainjob_webhook.go, plugins torch and
// jobset: Validate; the rules of the CustomResourceDefinition of runtimes)
void note_train_job_rules(document::Value spec, document::Value runtime, Expander& expander) {
  std::vector<std::string> errors;
  const document::Value policy = runtime["spec"]["mlPolicy"], trainer = spec["trainer"];
  if (const std::string_view api_group = spec["runtimeRef"]["apiGroup"].text();
      !api_group.empty() && api_group != "trainer.kubeflow.org") {
    errors.push_back(util::concat("unsupported runtime of API group ", api_group));
  }
  std::size_t policies = 0;
  for (const std::string_view each : {"torch", "mpi", "jax", "xgboost", "flux"}) {
    policies += policy[each].absent() ? 0 : 1;
  }
  if (policies > 1) { errors.emplace_back("spec.mlPolicy of its runtime: only one of the policy can be configured"); }
  constexpr std::array<std::string_view, 5> k_reserved = {"PET_MASTER_ADDR", "PET_MASTER_PORT", "PET_NNODES",
                                                          "PET_NODE_RANK", "PET_NPROC_PER_NODE"};
  for (const document::Value variable : trainer["env"].elements()) {
    const std::string_view name = variable["name"].text();
    if (!policy["torch"].absent() && std::ranges::find(k_reserved, name) != k_reserved.end()) {
      errors.push_back(util::concat("spec.trainer.env: must not have reserved envs: ", name));
    }
  }
  if (const document::Value processes = trainer["numProcPerNode"]; processes.is_string()) {
    const std::string_view text = processes.text(); // words of earlier releases
    if (text != "auto" && text != "cpu" && text != "gpu" && !util::parse_int64(text)) {
      errors.push_back(util::concat("spec.trainer.numProcPerNode: ", text, " is no number"));
    }
  }
  for (const std::string_view part : {"dataset", "model"}) {
    const std::string job = util::concat(part, "-initializer");
    if (spec["initializer"][part].absent()) { continue; }
    const document::Value container = initializer_of(runtime, job);
    if (container.absent()) {
      errors.push_back(util::concat("spec.runtimeRef: must have ", job,
                                    " job with a container of its name when trainJob is configured with ", part));
    } else if (!is_among(container["volumeMounts"], "initializer")) { // a published example has none
      expander.note(model::Authority::Admission, model::Reply::NotAsked,
                    util::concat("whether container ", job, " may do without the volume initializer"), {});
    }
  }
  for (const document::Value each : spec["podTemplateOverrides"].elements()) {
    for (const document::Value target : each["targetJobs"].elements()) {
      if (has_job(runtime, target["name"])) { continue; }
      errors.push_back(
          util::concat("spec.podTemplateOverrides: must not have targetJob that doesn't exist in the runtime "
                       "job template: ",
                       target["name"].text()));
    }
  }
  for (const document::Value each : spec["runtimePatches"].elements()) {
    const document::Value jobs = each["trainingRuntimeSpec"]["template"]["spec"]["replicatedJobs"];
    for (const document::Value job : jobs.elements()) {
      if (has_job(runtime, job["name"])) { continue; }
      errors.push_back(
          util::concat("spec.runtimePatches: must not have replicated job that doesn't exist in the runtime "
                       "job template: ",
                       job["name"].text()));
    }
  }
  note_invalid(errors, expander);
}

} // namespace

void expand_train_job(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path path = root["spec"];
  const document::Value spec = object_of(object.value()["spec"], path);
  const document::Value runtime = runtime_of(source, spec, path, expander);
  note_train_job_rules(spec, runtime, expander);
  Output job_set_spec = document::editable(runtime["spec"]["template"]["spec"]);
  patch(job_set_spec, spec);
  const std::int32_t total = resize(job_set_spec, runtime, spec, path, expander);
  auto group = group_of(source, runtime, object.value()["metadata"]["annotations"]);
  const Path runtime_path = path["runtimeRef"];
  if (group) {
    group->min_member = total;
    join(job_set_spec, *group, source, runtime_path, expander);
    expander.add_group(source, *group);
  }
  if (boolean_of(spec["suspend"], path["suspend"])) {
    expander.assume(util::concat("TrainJob ", source.namespace_name, '/', source.name, " is resumed"));
  }
  const Source job_set = expander.child(source, "jobset.x-k8s.io/v1alpha2", "JobSet", source.name);
  note_child(job_set, true, expander);
  Output made;
  made["metadata"]["name"] = source.name;
  made["spec"] = std::move(job_set_spec);
  const document::Value readable = expander.readable(made);
  note_made_object(readable, root, job_set, expander);
  expand_job_set_spec(job_set, runtime["spec"]["template"]["metadata"]["annotations"], readable["spec"], runtime_path,
                      Sized::Already, expander);
}

} // namespace snapshot
