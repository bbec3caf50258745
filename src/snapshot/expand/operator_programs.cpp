// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/operator_programs.hpp"

#include "snapshot/collected/api_group.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <string>
#include <utility>
#include <vector>

namespace snapshot {

namespace {

using model::Authority;
using model::Reply;

// Programs that make the pods of an operator's kinds, by the names that their releases give to the Deployment. `kinds`:
// an API group, or a version of one. `namespaces`: the flag that lists the namespaces that it watches.
// (training-operator and mpi-operator main.go, kuberay main.go, spark-operator cmd/operator/controller/start.go and its
// main.go of v1beta2)
struct OperatorProgram {
  std::string_view kinds, deployment, namespaces = {};
};
constexpr std::array<OperatorProgram, 19> k_operator_programs = {
    {{"argoproj.io", "argo-workflows-workflow-controller"},
     {"argoproj.io", "workflow-controller"},
     {"batch.volcano.sh", "volcano-controllers"},
     {"flink.apache.org", "flink-kubernetes-operator"},
     {"flow.volcano.sh", "volcano-controllers"},
     {"jobset.x-k8s.io", "jobset-controller-manager"},
     {"kubeflow.org/v1", "training-operator", "namespace"},
     {"kubeflow.org/v2beta1", "mpi-operator", "namespace"},
     {"leaderworkerset.x-k8s.io", "lws-controller-manager"},
     {"orchestration.aibrix.ai", "kuberay-operator", "watch-namespace"},
     {"ray.io", "kuberay-operator", "watch-namespace"},
     {"serving.kserve.io", "kserve-controller-manager"},
     {"spark.apache.org", "spark-kubernetes-operator"},
     {"sparkoperator.k8s.io", "spark-operator", "namespace"},
     {"sparkoperator.k8s.io", "spark-operator-controller", "namespaces"},
     {"trainer.kubeflow.org", "jobset-controller-manager"},
     {"trainer.kubeflow.org", "kubeflow-trainer-controller-manager"},
     {"training.volcano.sh", "volcano-controllers"},
     {"workload.codeflare.dev", "appwrapper-controller-manager"}}};

bool makes_pods_of(const OperatorProgram& program, const Source& source) {
  return program.kinds == source.api_version || program.kinds == api_group_of(source.api_version);
}

// "training-operator", or "kubeflow-training-operator".
bool is_deployment_of(std::string_view deployment, std::string_view program) {
  return deployment == program ||
         (deployment.ends_with(program) && deployment.substr(0, deployment.size() - program.size()).ends_with('-'));
}

bool runs_pods(const Workload& deployment) { return deployment.object.pods_at_once != 0 && deployment.unready == 0; }

struct StoppedDeployment {
  std::string name; // "Deployment ml/jobset-controller-manager"; empty: it may run
  std::string_view why;
};

// The Deployment of this name if the input has it and no such Deployment runs a pod that is available. (deployment
// controller, calculateStatus)
StoppedDeployment stopped_deployment(const Collected& collected, std::string_view name) {
  StoppedDeployment stopped;
  for (const Workload& workload : collected.workloads) {
    const model::WorkloadObject& object = workload.object;
    if (object.kind != "Deployment" || !is_deployment_of(object.name, name)) { continue; }
    if (runs_pods(workload)) { return {}; }
    stopped.name = util::concat("Deployment ", object.namespace_name, '/', object.name);
    stopped.why = object.pods_at_once == 0 ? "has 0 replicas" : "has no available pod";
  }
  return stopped;
}

// The flags that are read below. A snapshot keeps no others.
struct ReadFlag {
  std::string_view name;
  bool lists_namespaces = false;
};
constexpr std::array<ReadFlag, 10> k_read_flags = {{{"batch-scheduler"},
                                                    {"controllers"},
                                                    {"enable-scheme"},
                                                    {"gang-scheduler-name"},
                                                    {"gang-scheduling"},
                                                    {"managed-namespace", true},
                                                    {"namespace", true},
                                                    {"namespaced"},
                                                    {"namespaces", true},
                                                    {"watch-namespace", true}}};

bool is_read(std::string_view flag) {
  return std::ranges::find(k_read_flags, flag, &ReadFlag::name) != k_read_flags.end();
}

// A Deployment with its template.
class ProgramOfOperator {
 public:
  explicit ProgramOfOperator(document::Value object) : m_object(object) {}

  std::string_view name() const { return m_object["metadata"]["name"].text(); }
  std::string_view space() const {
    const std::string_view written = m_object["metadata"]["namespace"].text();
    return written.empty() ? k_default_namespace : written;
  }

  // The values of all flags of this name of its containers: "--flag=value", "-flag=value", "--flag value", "--flag".
  std::vector<std::string> values_of(std::string_view flag) const {
    assert(is_read(flag));
    std::vector<std::string> values;
    for (const document::Value container : m_object["spec"]["template"]["spec"]["containers"].elements()) {
      std::vector<std::string_view> words;
      for (const std::string_view list : {"command", "args"}) {
        for (const document::Value word : container[list].elements()) { words.push_back(word.text()); }
      }
      for (std::size_t at = 0; at < words.size(); ++at) {
        const std::size_t equals = std::min(words[at].find('='), words[at].size());
        if (!is_flag(words[at].substr(0, equals), flag)) { continue; }
        const bool has_next = equals == words[at].size() && at + 1 < words.size() && !words[at + 1].starts_with('-');
        const std::string_view value = has_next                     ? words[at + 1]
                                       : equals == words[at].size() ? std::string_view("true")
                                                                    : words[at].substr(equals + 1);
        values.push_back(expanded(value, container));
      }
    }
    return values;
  }

  // The value of an environment variable; empty: none has it.
  std::string variable(std::string_view name) const {
    for (const document::Value container : m_object["spec"]["template"]["spec"]["containers"].elements()) {
      if (std::string value = value_of(name, container); !value.empty()) { return value; }
    }
    return {};
  }

 private:
  static bool is_flag(std::string_view word, std::string_view flag) {
    if (!word.starts_with('-')) { return false; }
    word.remove_prefix(word.starts_with("--") ? 2 : 1);
    return word == flag;
  }

  std::string value_of(std::string_view name, document::Value container) const {
    for (const document::Value each : container["env"].elements()) {
      if (each["name"].text() != name) { continue; }
      const bool is_own = each["valueFrom"]["fieldRef"]["fieldPath"].text() == "metadata.namespace";
      return std::string(is_own ? space() : each["value"].text());
    }
    return {};
  }

  // A kubelet replaces $(NAME).
  std::string expanded(std::string_view value, document::Value container) const {
    if (!value.starts_with("$(") || !value.ends_with(')')) { return std::string(value); }
    const std::string replaced = value_of(value.substr(2, value.size() - 3), container);
    return replaced.empty() ? std::string(value) : replaced;
  }

  document::Value m_object;
};

std::vector<std::string> split_at_commas(const std::vector<std::string>& values) {
  std::vector<std::string> parts;
  for (const std::string& value : values) {
    std::size_t begin = 0;
    for (std::size_t comma = value.find(','); comma != value.npos; comma = value.find(',', begin)) {
      parts.push_back(value.substr(begin, comma - begin));
      begin = comma + 1;
    }
    parts.push_back(value.substr(begin));
  }
  return parts;
}

bool is_one_of(const std::vector<std::string>& list, std::string_view wanted) {
  return std::ranges::find(list, wanted) != list.end();
}

// The values of a flag that lists namespaces. Without it, Kubeflow's operators read their EnvKubeflowNamespace.
std::vector<std::string> namespaces_in(const ProgramOfOperator& program, std::string_view flag, bool is_of_kubeflow) {
  std::vector<std::string> spaces = split_at_commas(program.values_of(flag));
  if (!spaces.empty() || !is_of_kubeflow || flag != "namespace") { return spaces; }
  if (std::string space = program.variable("KUBEFLOW_NAMESPACE"); !space.empty()) {
    spaces.push_back(std::move(space));
  }
  return spaces;
}

bool is_of_kubeflow(const OperatorProgram& row) { return row.kinds.starts_with("kubeflow.org/"); }

// Namespaces that it watches; none: all. An empty one stands for all, too; Helm writes it with quotes.
std::vector<std::string> watched_namespaces(const ProgramOfOperator& program, const OperatorProgram& row) {
  if (row.kinds == "argoproj.io") { // (argo cmd/workflow-controller/main.go)
    const std::vector<std::string> is_limited = program.values_of("namespaced");
    if (is_limited.empty() || is_limited.back() == "false") { return {}; }
    const std::vector<std::string> managed = program.values_of("managed-namespace");
    return {managed.empty() ? std::string(program.space()) : managed.back()};
  }
  if (row.namespaces.empty()) { return {}; }
  std::vector<std::string> spaces = namespaces_in(program, row.namespaces, is_of_kubeflow(row));
  if (is_one_of(spaces, "") || is_one_of(spaces, "\"\"")) { spaces.clear(); }
  return spaces;
}

// "watches only namespace other": why it leaves the object alone; empty: no flag says so.
std::string refusal_by_flags(const ProgramOfOperator& program, const OperatorProgram& row, const Source& source) {
  const std::vector<std::string> spaces = watched_namespaces(program, row);
  if (!spaces.empty() && !is_one_of(spaces, source.namespace_name)) {
    return util::concat("watches only namespace ", util::joined(spaces, ", "));
  }
  if (row.kinds == "kubeflow.org/v1") { // (training-operator, enabled_schemes.go: case does not count)
    const std::vector<std::string> schemes = program.values_of("enable-scheme");
    const auto is_own = [&](const std::string& scheme) {
      return util::lowercase(scheme) == util::lowercase(source.kind);
    };
    if (!schemes.empty() && std::ranges::none_of(schemes, is_own)) {
      return util::concat("has --enable-scheme only for ", util::joined(schemes, ", "));
    }
  }
  if (row.kinds == "batch.volcano.sh") { // (volcano cmd/controller-manager/app/server.go, isControllerEnabled)
    const std::vector<std::string> gates = split_at_commas(program.values_of("controllers"));
    const bool is_on = gates.empty() || is_one_of(gates, "*") || is_one_of(gates, "job-controller") ||
                       is_one_of(gates, "+job-controller");
    if (!is_on || is_one_of(gates, "-job-controller")) {
      return util::concat("runs without job-controller (--controllers=", util::joined(gates, ","), ")");
    }
  }
  return {};
}

// Flags that give all pods of a job another scheduler, and our option for them.
struct SchedulerFlag {
  std::string_view deployment, flag, option;
};
constexpr std::array<SchedulerFlag, 3> k_scheduler_flags = {
    {{"kuberay-operator", "batch-scheduler", "kuberay.batch-scheduler"},
     {"mpi-operator", "gang-scheduling", "mpi-operator.gang-scheduling"},
     {"training-operator", "gang-scheduler-name", "training-operator.gang-scheduler-name"}}};

void note_scheduler_flag(const ProgramOfOperator& program, std::string_view deployment, const Source& source,
                         Expander& expander) {
  const auto row = std::ranges::find(k_scheduler_flags, deployment, &SchedulerFlag::deployment);
  if (row == k_scheduler_flags.end() || expander.option(row->option) != "auto") { return; }
  const std::vector<std::string> values = program.values_of(row->flag);
  if (values.empty() || values.back().empty()) { return; }
  const auto has_it = [&](const model::Pod& pod) { return pod.spec->scheduler_name == values.back(); };
  if (std::ranges::all_of(expander.made_pods(), has_it)) { return; }
  const std::string name = util::concat("Deployment ", program.space(), '/', program.name());
  expander.note(Authority::Operator, Reply::NotAsked,
                util::concat(name, ", which makes the pods of ", text_of(source), ", has --", row->flag, '=',
                             values.back(), ": give --operator-option ", row->option, "=", values.back()),
                name);
}

} // namespace

bool is_operator_program(std::string_view deployment) {
  return std::ranges::any_of(k_operator_programs, [&](const OperatorProgram& program) {
    return is_deployment_of(deployment, program.deployment);
  });
}

std::vector<std::string> flags_of_program(document::Value deployment,
                                          const std::function<std::string(std::string_view)>& namespace_text) {
  const ProgramOfOperator program(deployment);
  const bool of_kubeflow = std::ranges::any_of(k_operator_programs, [&](const OperatorProgram& row) {
    return is_of_kubeflow(row) && is_deployment_of(program.name(), row.deployment);
  });
  std::vector<std::string> flags;
  for (const ReadFlag& flag : k_read_flags) {
    const std::vector<std::string> values =
        flag.lists_namespaces ? namespaces_in(program, flag.name, of_kubeflow) : program.values_of(flag.name);
    for (const std::string& value : values) {
      flags.push_back(util::concat("--", flag.name, '=', flag.lists_namespaces ? namespace_text(value) : value));
    }
  }
  return flags;
}

void keep_operator_object(Manifest& manifest, Collected& collected, const document::Item& item) {
  const std::string_view name = item.value["metadata"]["name"].text();
  if (item.kind == "Deployment" && is_operator_program(name)) { manifest.templates.emplace_back(collected, item); }
}

bool note_stopped_operator(const Source& source, bool is_queued, Expander& expander) {
  const Collected& collected = expander.collected();
  bool is_stopped = false;
  const auto note = [&](const StoppedDeployment& stopped, std::string_view does) {
    if (stopped.name.empty()) { return false; }
    expander.note(Authority::Operator, Reply::NotAsked,
                  util::concat(stopped.name, ", which ", does, text_of(source), ", ", stopped.why), stopped.name);
    return true;
  };
  for (const OperatorProgram& program : k_operator_programs) {
    if (!makes_pods_of(program, source)) { continue; }
    is_stopped = note(stopped_deployment(collected, program.deployment), "makes the pods of ") || is_stopped;
  }
  if (is_queued) { note(stopped_deployment(collected, "kueue-controller-manager"), "admits "); }
  return is_stopped;
}

void note_operator_flags(const Source& source, Expander& expander) {
  std::string refused, why;
  for (const KeptObject& object : expander.manifest().templates) {
    if (object.kind != "Deployment") { continue; }
    const ProgramOfOperator program(object.value());
    const auto row = std::ranges::find_if(k_operator_programs, [&](const OperatorProgram& each) {
      return makes_pods_of(each, source) && is_deployment_of(program.name(), each.deployment);
    });
    if (row == k_operator_programs.end()) { continue; }
    const auto is_it = [&](const Workload& workload) {
      return workload.object.kind == "Deployment" && workload.object.name == program.name() &&
             workload.object.namespace_name == program.space();
    };
    const auto known = std::ranges::find_if(expander.collected().workloads, is_it);
    if (known != expander.collected().workloads.end() && !runs_pods(*known)) { continue; }
    std::string refusal = refusal_by_flags(program, *row, source);
    if (refusal.empty()) { return note_scheduler_flag(program, row->deployment, source, expander); }
    refused = util::concat("Deployment ", program.space(), '/', program.name());
    why = std::move(refusal);
  }
  if (refused.empty()) { return; }
  expander.note(Authority::Operator, Reply::NotAsked,
                util::concat(refused, ", which makes the pods of ", source.kind, "s, ", why, ": it leaves ",
                             text_of(source), " alone"),
                refused);
}

} // namespace snapshot
