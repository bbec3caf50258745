// SPDX-License-Identifier: Apache-2.0
// KServe's LLMInferenceService, serving.kserve.io/v1alpha2 and v1alpha1: a Deployment of servers, or with `worker` a
// LeaderWorkerSet, the same for `prefill`, and the router's scheduler. KServe merges the spec over the
// LLMInferenceServiceConfigs of its own and of baseRefs. What is not in the input of those can change the pods. (kserve
// v0.20, pkg/controller/v1alpha2/llmisvc: config_merge.go combineBaseRefsConfig, workload_single_node.go,
// workload_multi_node.go; llm_inference_service_types_func.go GetSize)
#include "snapshot/collected/strategic_merge.hpp"
#include "snapshot/expand/workloads.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <variant>

namespace snapshot {

namespace {

constexpr std::string_view k_config = "LLMInferenceServiceConfig";

enum class Spread { None, Data, Pipeline }; // of the pods of one server

Spread spread_of(document::Value parallelism) {
  if (!parallelism["data"].absent() || !parallelism["dataLocal"].absent()) { return Spread::Data; }
  return parallelism["pipeline"].absent() ? Spread::None : Spread::Pipeline;
}

class LlmService {
 public:
  LlmService(const KeptObject& object, Expander& expander)
      : m_source(expander.source_of(object)), m_expander(expander), m_path(m_root["spec"]),
        m_written(object_of(object.value()["spec"], m_path)) {}

  void expand() {
    const document::Value spec = merged();
    expand_workload(spec, m_path, "", {"decode", spec["prefill"].absent() ? "both" : "decode"});
    if (!spec["prefill"].absent()) {
      expand_workload(spec["prefill"], m_path["prefill"], "-prefill", {"prefill", "prefill"});
    }
    const document::Value scheduler = spec["router"]["scheduler"];
    if (scheduler["template"].is_object() && scheduler["pool"]["ref"].absent()) {
      document::Output made = object_with("apps/v1", "Deployment", "-kserve-router-scheduler");
      made["spec"]["replicas"] = pod_count(scheduler["replicas"], m_path["router"], 1);
      made["spec"]["template"] = pod_template(spec, scheduler["template"], "scheduler");
      expand_inner(m_expander.readable(made), m_path, m_source, m_expander, Inner::Made);
    }
  }

 private:
  struct Role {
    std::string_view name, label;
  };

  // Merges a config under the spec if the input has it; otherwise notes it.
  void merge_config(document::Output& spec, std::string_view name) {
    const KeptObject* config = m_expander.find_template(k_config, m_source.namespace_name, name);
    if (config == nullptr) { config = m_expander.find_template(k_config, {}, name); } // of KServe's namespace
    if (config != nullptr) { return strategic_merge(spec, config->value()["spec"]); }
    const std::string object = util::concat(k_config, ' ', name);
    m_expander.note(model::Authority::Operator, model::Reply::NotAsked,
                    util::concat(object, " decides too, and it is not in the input"), object);
  }

  void merge_of_workload(document::Output& spec, document::Value workload, std::string_view role) {
    const Spread spread = spread_of(workload["parallelism"]);
    const std::string prefix = util::concat("kserve-config-llm", role);
    if (workload["worker"].absent()) {
      merge_config(spec, prefix + "-template");
    } else if (spread != Spread::None) {
      merge_config(spec, util::concat(prefix, "-worker-", spread == Spread::Data ? "data" : "pipeline", "-parallel"));
    }
  }

  document::Value merged() {
    document::Output spec;
    const document::Value router = m_written["router"];
    if (!router["scheduler"].absent() && router["scheduler"]["pool"]["ref"].absent()) {
      merge_config(spec, "kserve-config-llm-scheduler");
    }
    const bool splits = !m_written["prefill"].absent();
    if (splits) { merge_of_workload(spec, m_written["prefill"], "-prefill"); }
    merge_of_workload(spec, m_written, splits ? "-decode" : "");
    for (const document::Value reference : m_written["baseRefs"].elements()) {
      merge_config(spec, reference["name"].text());
    }
    strategic_merge(spec, m_written);
    return m_expander.readable(spec);
  }

  document::Output object_with(std::string_view api_version, std::string_view kind, std::string_view suffix) const {
    document::Output out;
    out["apiVersion"] = api_version;
    out["kind"] = kind;
    out["metadata"]["name"] = util::concat(m_source.name, suffix);
    return out;
  }

  document::Output pod_template(document::Value workload, document::Value pod_spec, std::string_view role) const {
    document::Output out;
    for (const std::string_view key : {"labels", "annotations"}) {
      if (workload[key].is_object()) { out["metadata"][key] = document::editable(workload[key]); }
    }
    out["metadata"]["labels"]["app.kubernetes.io/name"] = m_source.name;
    out["metadata"]["labels"]["llm-d.ai/role"] = role;
    if (pod_spec.is_object()) { out["spec"] = document::editable(pod_spec); }
    document::Output& spec = out["spec"];
    if (document::find(spec, "containers") == nullptr) {
      document::Output main;
      main["name"] = "main";
      spec["containers"] = document::Output(document::Output::Array{main});
    }
    return out;
  }

  // With autoscaling, at least minReplicas. (scaling.go)
  static std::int32_t replicas_of(document::Value workload, const Path& path) {
    const document::Value scaling = workload["scaling"];
    if (!scaling.absent()) { return pod_count(scaling["minReplicas"], path["scaling"], 1); }
    return pod_count(workload["replicas"], path["replicas"], 1);
  }

  void expand_workload(document::Value workload, const Path& path, std::string_view suffix, Role role) {
    const bool has_workers = !workload["worker"].absent();
    document::Output made =
        has_workers ? object_with("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", util::concat("-kserve-mn", suffix))
                    : object_with("apps/v1", "Deployment", util::concat("-kserve", suffix));
    made["spec"]["replicas"] = replicas_of(workload, path);
    const document::Value leader = workload["template"];
    if (!has_workers) {
      made["spec"]["template"] = pod_template(workload, leader, role.label);
      return expand_inner(m_expander.readable(made), path, m_source, m_expander, Inner::Made);
    }
    document::Output& both = made["spec"]["leaderWorkerTemplate"];
    both["size"] = size_of(workload["parallelism"], path["parallelism"]);
    if (!leader.absent()) { both["leaderTemplate"] = pod_template(workload, leader, role.label); }
    both["workerTemplate"] = pod_template(workload, workload["worker"], role.name);
    expand_inner(m_expander.readable(made), path, m_source, m_expander, Inner::Made);
  }

  // Pods of one server. (ParallelismSpec.GetSize)
  static std::int32_t size_of(document::Value parallelism, const Path& path) {
    if (spread_of(parallelism) == Spread::Pipeline) { return pod_count(parallelism["pipeline"], path["pipeline"], 1); }
    const std::int32_t data = std::max(pod_count(parallelism["data"], path["data"], 1), 1);
    const std::int32_t local = std::max(pod_count(parallelism["dataLocal"], path["dataLocal"], 1), 1);
    return std::max(data / local, 1);
  }

  Path m_root;
  Source m_source;
  Expander& m_expander;
  Path m_path;
  document::Value m_written;
};

} // namespace

void expand_llm_inference_service(const KeptObject& object, Expander& expander) {
  LlmService(object, expander).expand();
}

} // namespace snapshot
