// SPDX-License-Identifier: Apache-2.0
// Argo's Workflow, argoproj.io/v1alpha1: a pod per step. Creates the steps that can begin at once. The other steps wait
// for the completion of earlier ones; we only count them. A resource step creates another object, which we also expand.
// (argo-workflows v3, workflow/controller)
#include "snapshot/expand/workloads.hpp"

#include "document/reading/reader.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <vector>

namespace snapshot {

namespace {

constexpr int k_deepest = 50; // templates can call each other in a cycle

enum class When { Now, Later };

class Workflow {
 public:
  Workflow(const Source& source, document::Value spec, const Path& path, Expander& expander)
      : m_source(source), m_spec(spec), m_path(path), m_expander(expander),
        m_room(pod_count(spec["parallelism"], path["parallelism"], std::numeric_limits<std::int32_t>::max())) {}

  void expand() {
    const std::string_view entry = text_of(m_spec["entrypoint"], m_path["entrypoint"]);
    if (entry.empty()) {
      throw DecodeError(m_path["entrypoint"], "is missing; a reference to a WorkflowTemplate is not followed");
    }
    call(entry, When::Now, 1, 0);
    add_later();
  }

 private:
  struct Template {
    document::Value value;
    std::int64_t place = -1;
  };

  Template find(std::string_view name) const {
    std::int64_t place = 0;
    for (const document::Value value : m_spec["templates"].elements()) {
      if (value["name"].text() == name) { return {value, place}; }
      ++place;
    }
    return {};
  }

  // Number of pods that withItems creates for a step; withParam has no value before run time.
  static std::int32_t times(document::Value step) {
    return step["withItems"].is_array() ? static_cast<std::int32_t>(step["withItems"].size()) : 1;
  }

  void call(std::string_view name, When when, std::int32_t count, int depth) {
    if (depth > k_deepest || !m_open.insert(name).second) { return; } // a loop continues only at run time
    const Template found = find(name);
    const document::Value value = found.value;
    if (value["steps"].is_array()) {
      call_steps(value["steps"], when, count, depth);
    } else if (value["dag"].is_object()) {
      call_tasks(value["dag"]["tasks"], when, count, depth);
    } else if (value["resource"].is_object()) {
      if (when == When::Now) { expand_resource(value, found.place); }
    } else if (value["container"].is_object() || value["script"].is_object() || value["containerSet"].is_object()) {
      if (when == When::Now) {
        add_pods(found, count);
      } else {
        m_later.emplace_back(found, count);
      }
    }
    m_open.erase(name);
  }

  void call_steps(document::Value groups, When when, std::int32_t count, int depth) {
    bool first = true;
    for (const document::Value group : groups.elements()) {
      for (const document::Value step : group.elements()) {
        call(step["template"].text(), first ? when : When::Later, count * times(step), depth + 1);
      }
      if (!group.is_array()) {
        call(group["template"].text(), first ? when : When::Later, count * times(group), depth + 1);
      }
      first = false;
    }
  }

  void call_tasks(document::Value tasks, When when, std::int32_t count, int depth) {
    for (const document::Value task : tasks.elements()) {
      const bool is_root = task["dependencies"].size() == 0 && task["depends"].text().empty();
      call(task["template"].text(), is_root ? when : When::Later, count * times(task), depth + 1);
    }
  }

  document::Output pod_template_of(document::Value value) const {
    document::Output out;
    for (const document::Value metadata : {m_spec["podMetadata"], value["metadata"]}) {
      for (const std::string_view key : {"labels", "annotations"}) {
        for (const auto [name, text] : metadata[key].members()) { out["metadata"][key][name] = text.text(); }
      }
    }
    document::Output& spec = out["spec"];
    for (const document::Value from : {m_spec, value}) {
      for (const std::string_view key :
           {"schedulerName", "nodeSelector", "tolerations", "affinity", "priorityClassName", "hostNetwork"}) {
        if (!from[key].absent()) { spec[key] = document::editable(from[key]); }
      }
    }
    if (m_spec["podPriorityClassName"].is_string()) {
      spec["priorityClassName"] = m_spec["podPriorityClassName"].text();
    }
    document::Output::Array containers;
    if (value["containerSet"].is_object()) {
      for (const document::Value container : value["containerSet"]["containers"].elements()) {
        containers.push_back(document::editable(container));
      }
    } else {
      document::Output main = document::editable(value["script"].is_object() ? value["script"] : value["container"]);
      main["name"] = "main";
      containers.push_back(std::move(main));
    }
    for (const document::Value sidecar : value["sidecars"].elements()) {
      containers.push_back(document::editable(sidecar));
    }
    spec["containers"] = document::Output(std::move(containers));
    if (value["initContainers"].is_array()) { spec["initContainers"] = document::editable(value["initContainers"]); }
    return out;
  }

  Prepared prepare(const Template& found) {
    const Path templates = m_path["templates"];
    const Path at = templates.at(found.place);
    PodTemplate pod_template(m_expander.readable(pod_template_of(found.value)), at);
    pod_template.set_label("workflows.argoproj.io/workflow", m_source.name);
    return m_expander.prepare(m_source, std::move(pod_template), at);
  }

  // Adds pods that start now, as far as spec.parallelism allows.
  void add_pods(const Template& found, std::int32_t count) {
    const std::string_view name = found.value["name"].text();
    const std::int32_t now = std::min(count, m_room);
    m_room -= now;
    if (now < count) { m_later.emplace_back(found, count - now); }
    if (now == 0) { return; }
    std::vector<PodPlan> pods;
    for (std::int32_t index = 0; index < now; ++index) {
      pods.push_back({.name = util::concat(m_source.name, '-', name, '-', m_made[name]++)});
    }
    m_expander.add_role(m_source, prepare(found), m_expander.named_role(m_source, name, std::move(pods)));
  }

  void add_later() {
    for (const auto& [found, count] : m_later) {
      RolePlan role;
      role.name = found.value["name"].text();
      role.count = count;
      role.waits_for = "others to complete";
      m_expander.add_role(m_source, prepare(found), role);
    }
  }

  void expand_resource(document::Value value, std::int64_t place) {
    const Path templates = m_path["templates"];
    const Path at = templates.at(place);
    const Path resource = at["resource"];
    const Path path = resource["manifest"];
    const std::string_view text = text_of(value["resource"]["manifest"], path);
    if (text.find("{{") != std::string_view::npos) {
      m_expander.warn(m_source,
                      util::concat(path.text(), ": its parameters are known only when it runs; not looked at"));
      return;
    }
    document::read_text(
        text, path.text(), {},
        [&](const document::Item& item) { expand_inner(item.value, path, m_source, m_expander); },
        [&](const util::Problem& problem) { throw DecodeError(path, problem.message); });
  }

  const Source& m_source;
  document::Value m_spec;
  const Path& m_path;
  Expander& m_expander;
  std::set<std::string_view> m_open; // templates on the current call path
  std::map<std::string_view, std::int32_t> m_made;
  std::vector<std::pair<Template, std::int32_t>> m_later;
  std::int32_t m_room; // pods that may still start at once
};

} // namespace

void expand_workflow(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path path = root["spec"];
  Workflow(source, object_of(object.value()["spec"], path), path, expander).expand();
}

void expand_cron_workflow(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path spec = root["spec"];
  const Path path = spec["workflowSpec"];
  expander.assume(
      util::concat("one run of CronWorkflow ", source.namespace_name, '/', source.name, " is assumed started"));
  const Source workflow = expander.child(source, source.api_version, "Workflow", util::concat(source.name, "-x"));
  Workflow(workflow, object_of(object_of(object.value()["spec"], spec)["workflowSpec"], path), path, expander).expand();
}

} // namespace snapshot
