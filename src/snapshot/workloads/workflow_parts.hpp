// SPDX-License-Identifier: Apache-2.0
// Parts of Argo's Workflow: texts and references in its steps (parameters, conditions, the tasks that a DAG needs), and
// the templates of its pods.
#pragma once

#include "document/bytes/value.hpp"
#include "document/yaml/writer.hpp"
#include "snapshot/expand/expander.hpp"

#include <optional>
#include <set>
#include <string_view>

namespace snapshot {

inline constexpr std::string_view k_parameter_begin = "{{", k_parameter_end = "}}";

// The first parameter in the text: "{{inputs.parameters.cpu}}"; empty: none.
std::string_view parameter_in(std::string_view text);

// The value of a `when` of one comparison, such as "1 == 2", or of true and false; nullopt for others. (argo-workflows,
// workflow/controller/steps.go, shouldExecute)
std::optional<bool> truth_of(std::string_view expression);

// The tasks of a DAG that the task names in `depends` or in `dependencies`.
std::set<std::string_view> needs_of(document::Value task);

// True if the expression `depends` holds while the tasks that it names run on as daemons. (dag.go, "A" expands to
// "(A.Succeeded || A.Skipped || A.Daemoned)")
bool needs_no_end(std::string_view depends);

// The tasks that the targets of a DAG need, with themselves. (workflow/controller/dag.go, findLeafTaskNames,
// dag.target)
std::set<std::string_view> tasks_for(std::string_view targets, document::Value tasks);

// True if a container of the template mounts the volume.
bool mounts_volume(document::Value value, std::string_view volume);

// True for a template whose main container is argoexec: one that creates an object, or that lists data.
bool runs_argoexec(document::Value value);

// The templates of a workflow's pods, with the containers of argoexec in them. (workflow/controller/workflowpod.go)
class WorkflowPods {
 public:
  // All must outlive it.
  WorkflowPods(const Source& source, document::Value spec, Expander& expander);

  // Creates the claims that all pods of the workflow share. Call before pod_template_of.
  void create_claims();
  // Notes defaults of Argo's configuration that may change the workflow.
  void note_defaults();
  // `caller`: the template with the steps or tasks that call this one; missing for the entrypoint.
  document::Output pod_template_of(document::Value value, document::Value caller) const;
  // Notes what is assumed about the containers of argoexec. Call after the template's pod is prepared.
  void assume_executor(document::Value value, const Prepared& prepared);

 private:
  document::Output with_main_defaults(document::Value container) const;
  document::Output executor(std::string_view name) const;

  const Source& m_source;
  document::Value m_spec;
  Expander& m_expander;
  std::optional<document::Output> m_executor, m_main_defaults; // of Argo's configuration
};

} // namespace snapshot
