// SPDX-License-Identifier: Apache-2.0
// Katib's Experiment, kubeflow.org/v1beta1: at most parallelTrialCount trials at a time, each an object of any kind
// made from trialTemplate, with values that an algorithm suggests. Katib adds a Deployment for the suggestions, and a
// sidecar for the metrics; their resources are in Katib's configuration. (katib v0.19, experiment_controller.go
// ReconcileTrials, manifest/generator.go applyParameters, webhook/v1beta1/pod)
#include "snapshot/expand/workloads.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <variant>

namespace snapshot {

namespace {

constexpr std::int32_t k_default_parallel = 3;
constexpr std::string_view k_parameter = "${trialParameters.";

// Members whose texts do not matter to scheduling.
constexpr std::array<std::string_view, 7> k_harmless = {".command[",     ".args[",   ".env[",      ".image",
                                                        ".annotations.", ".labels.", ".workingDir"};

class Experiment {
 public:
  Experiment(const KeptObject& object, Expander& expander)
      : m_source(expander.source_of(object)), m_expander(expander), m_path(m_root["spec"]),
        m_spec(object_of(object.value()["spec"], m_path)) {}

  void expand() {
    const Path path = m_path["trialTemplate"];
    const document::Value trial = m_spec["trialTemplate"]["trialSpec"];
    if (trial.absent()) {
      note_open("spec.trialTemplate", "names a ConfigMap, which is not read, so no trial is counted");
      return;
    }
    note_configuration();
    const std::int32_t parallel =
        pod_count(m_spec["parallelTrialCount"], m_path["parallelTrialCount"], k_default_parallel);
    const std::int32_t most = pod_count(m_spec["maxTrialCount"], m_path["maxTrialCount"], parallel);
    const std::int32_t trials = m_expander.replicas(m_source.name, std::min(parallel, most));
    document::Output filled = document::editable(trial);
    document::edit_texts(filled, "spec.trialTemplate.trialSpec",
                         [&](const std::string& text, const std::string& at) { return !is_open(text, at); });
    for (std::int32_t index = 0; index < trials; ++index) {
      filled["metadata"]["name"] = util::concat(m_source.name, '-', index);
      filled["metadata"]["namespace"] = m_source.namespace_name;
      expand_inner(m_expander.readable(filled), path, m_source, m_expander, m_is_open ? Inner::Made : Inner::Written);
    }
  }

 private:
  void note_open(const std::string& field, std::string_view because) {
    m_expander.note(model::Authority::Operator, model::Reply::NotAsked,
                    util::concat(text_of(m_source), ": ", field, ' ', because), text_of(m_source));
  }

  // Notes the pods and containers that Katib adds, whose resources only its KatibConfig shows.
  void note_configuration() {
    const std::string_view algorithm = m_spec["algorithm"]["algorithmName"].text();
    note_open(util::concat("Deployment ", m_source.name, '-', algorithm),
              "of the suggestions has the resources in Katib's configuration, which is not in the input");
    const std::string_view collector = m_spec["metricsCollectorSpec"]["collector"]["kind"].text();
    if (collector == "None" || collector == "Push") { return; }
    note_open("the sidecar of the metrics collector",
              "has the resources in Katib's configuration, which is not in the input");
  }

  // True if the text is a parameter, and scheduling may read it: such a member is left out.
  bool is_open(const std::string& text, const std::string& path) {
    if (text.find(k_parameter) == std::string::npos) { return false; }
    const auto has = [&](std::string_view part) { return path.find(part) != std::string::npos; };
    if (std::ranges::any_of(k_harmless, has)) { return false; }
    m_is_open = true;
    note_open(path, util::concat("is ", text, ", whose value the algorithm chooses"));
    return true;
  }

  Path m_root;
  Source m_source;
  Expander& m_expander;
  Path m_path;
  document::Value m_spec;
  bool m_is_open = false; // a member was left out, so the object is not what the API server will see
};

} // namespace

void expand_experiment(const KeptObject& object, Expander& expander) { Experiment(object, expander).expand(); }

} // namespace snapshot
