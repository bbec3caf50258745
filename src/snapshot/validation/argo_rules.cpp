// SPDX-License-Identifier: Apache-2.0
// What Argo's controller refuses in a Workflow: it marks the workflow as failed and makes no pods. In a CronWorkflow:
// it starts none. (argo-workflows v3 and v4, workflow/validate/validate.go)
#include "snapshot/validation/operator_kinds.hpp"
#include "util/concat.hpp"

#include <array>
#include <set>

namespace snapshot {

namespace {

constexpr std::array<std::string_view, 10> k_template_types = {
    "container", "containerSet", "dag", "data", "http", "plugin", "resource", "script", "steps", "suspend"};

bool has_parameter(document::Value parameters, std::string_view name) {
  for (const document::Value each : parameters.elements()) {
    if (text_at(each, "name") == name) { return true; }
  }
  return false;
}

class WorkflowRules {
 public:
  WorkflowRules(document::Value spec, const Path& path, Errors& errors)
      : m_spec(spec), m_path(path), m_errors(errors) {}

  void check() {
    const Path templates = m_path["templates"];
    each_element(m_spec["templates"], templates, [&](document::Value value, const Path& here) {
      if (!m_names.insert(text_at(value, "name")).second) { m_errors.duplicate(here["name"], value["name"]); }
    });
    // Defaults may complete a template.
    if (m_spec["templateDefaults"].absent()) {
      each_element(m_spec["templates"], templates,
                   [&](document::Value value, const Path& here) { check_template(value, here); });
    }
    if (!is_set(m_spec, "entrypoint")) { return m_errors.required(m_path["entrypoint"]); }
    check_call(m_spec["entrypoint"], m_spec["arguments"], m_path["entrypoint"]);
    if (is_set(m_spec, "onExit")) { check_name(m_spec["onExit"], m_path["onExit"]); }
  }

 private:
  void check_template(document::Value value, const Path& path) {
    std::size_t types = 0;
    for (const std::string_view type : k_template_types) { types += value[type].absent() ? 0 : 1; }
    if (types > 1) { m_errors.omitted(path, "multiple template types specified"); }
    if (types == 0) { m_errors.omitted(path, "template type unspecified"); }
    for (const std::string_view type : {"container", "script"}) {
      const Path at = path[type];
      if (value[type].is_object() && !is_set(value[type], "image")) {
        m_errors.required(at["image"], "may not be empty");
      }
    }
    const Path steps = path["steps"];
    each_element(value["steps"], steps, [&](document::Value group, const Path& here) {
      if (!group.is_array()) { return check_step(group, here); }
      each_element(group, here, [&](document::Value step, const Path& at) { check_step(step, at); });
    });
    if (value["dag"].is_object()) { check_tasks(value["dag"]["tasks"], path["dag"]); }
  }

  void check_step(document::Value step, const Path& path) {
    if (is_set(step, "template")) { check_call(step["template"], step["arguments"], path["template"]); }
  }

  void check_tasks(document::Value tasks, const Path& dag) {
    const Path path = dag["tasks"];
    std::set<std::string_view> names;
    each_element(tasks, path, [&](document::Value task, const Path& here) {
      if (!names.insert(text_at(task, "name")).second) { m_errors.duplicate(here["name"], task["name"]); }
      check_step(task, here);
    });
    each_element(tasks, path, [&](document::Value task, const Path& here) {
      for (const document::Value needed : task["dependencies"].elements()) {
        if (!names.contains(needed.text())) {
          m_errors.omitted(here["dependencies"], util::concat("dependency '", needed.text(), "' not defined"));
        }
      }
    });
  }

  bool check_name(document::Value name, const Path& path) {
    if (name.text().find("{{") != std::string_view::npos || m_names.contains(name.text())) { return true; }
    m_errors.not_found(path, name.text(), "template name undefined");
    return false;
  }

  // The template exists, and its parameters have values.
  void check_call(document::Value name, document::Value arguments, const Path& path) {
    if (!check_name(name, path)) { return; }
    for (const document::Value value : m_spec["templates"].elements()) {
      if (text_at(value, "name") != name.text()) { continue; }
      for (const document::Value input : value["inputs"]["parameters"].elements()) {
        const bool has_value = !input["value"].absent() || !input["default"].absent() || !input["valueFrom"].absent();
        if (has_value || has_parameter(arguments["parameters"], text_at(input, "name"))) { continue; }
        m_errors.omitted(path, util::concat("inputs.parameters.", text_at(input, "name"), " was not supplied"));
      }
    }
  }

  document::Value m_spec;
  const Path& m_path;
  Errors& m_errors;
  std::set<std::string_view> m_names; // of templates
};

} // namespace

void check_workflow(const Place& workflow) {
  const document::Value spec = workflow.value["spec"];
  const Path path = workflow.path["spec"];
  if (spec["workflowTemplateRef"].absent()) { WorkflowRules(spec, path, workflow.errors).check(); }
}

void check_cron_workflow(const Place& cron) {
  const document::Value spec = cron.value["spec"], workflow = spec["workflowSpec"];
  const Path metadata = cron.path["metadata"], of_spec = cron.path["spec"], path = of_spec["workflowSpec"];
  const std::string_view name = text_at(cron.value["metadata"], "name");
  if (name.size() > 52) { cron.errors.invalid(metadata["name"], name, "must not be more than 52 characters long"); }
  if (!is_set(spec, "schedule") && spec["schedules"].size() == 0) {
    cron.errors.required(of_spec["schedules"], "cron workflow must have at least one schedule");
  }
  if (workflow.is_object() && workflow["workflowTemplateRef"].absent()) {
    WorkflowRules(workflow, path, cron.errors).check();
  }
}

} // namespace snapshot
