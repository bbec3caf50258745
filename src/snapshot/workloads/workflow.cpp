// SPDX-License-Identifier: Apache-2.0
// Argo's Workflow, argoproj.io/v1alpha1: a pod per step. Creates the steps that can begin at once. The other steps wait
// for the completion of earlier ones; we only count them. A resource step has a pod that creates another object, which
// we also expand. (argo-workflows v3 and v4, workflow/controller)
#include "snapshot/collected/strategic_merge.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/workloads/workflow_parts.hpp"

#include "document/reading/reader.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <vector>

namespace snapshot {

namespace {

constexpr std::int64_t k_most_steps = 1'000'000;
constexpr int k_deepest = 50; // templates can call each other in a cycle

enum class When { Now, Later };

class Workflow {
 public:
  Workflow(const Source& source, document::Value spec, const Path& path, Expander& expander)
      : m_source(source), m_spec(spec), m_path(path), m_expander(expander), m_pods(source, spec, expander),
        m_room(pod_count(spec["parallelism"], path["parallelism"], std::numeric_limits<std::int32_t>::max())) {}

  void expand() {
    const std::string_view entry = text_of(m_spec["entrypoint"], m_path["entrypoint"]);
    if (entry.empty()) {
      throw DecodeError(m_path["entrypoint"], "is missing; a reference to a WorkflowTemplate is not followed");
    }
    if (!m_spec["podSpecPatch"].absent()) {
      note_unknown(m_path["podSpecPatch"].text(), "changes its pods, which is not simulated");
    }
    m_pods.note_defaults();
    m_pods.create_claims();
    if (const std::string_view strategy = m_spec["shutdown"].text(); !strategy.empty()) { // exec_control.go
      m_expander.note(model::Authority::Switch, model::Reply::Refuses,
                      util::concat(text_of(m_source), " is shut down (spec.shutdown: ", strategy,
                                   "), so it makes no pods for its steps"),
                      text_of(m_source));
    }
    if (!m_spec["synchronization"].absent()) {
      note_unknown("spec.synchronization", "decides when it starts, by locks that others may hold");
    }
    call(entry, When::Now, 1, 0);
    add_later();
  }

 private:
  struct Template {
    document::Value value;
    std::int64_t place = -1;
    document::Value caller = {}; // the template with the steps or tasks that call it
  };

  Template find(std::string_view name) {
    if (const auto known = m_found.find(name); known != m_found.end()) { return known->second; }
    std::int64_t place = 0;
    for (const document::Value value : m_spec["templates"].elements()) {
      if (value["name"].text() == name) {
        return m_found.emplace(name, Template{with_defaults(value), place}).first->second;
      }
      ++place;
    }
    return {};
  }

  // Merges the template over spec.templateDefaults; it keeps its own type. (argo-workflows, workflow/controller,
  // mergedTemplateDefaultsInto, Template.SetType)
  document::Value with_defaults(document::Value value) {
    const document::Value defaults = m_spec["templateDefaults"];
    if (!defaults.is_object()) { return value; }
    document::Output merged = document::editable(defaults);
    strategic_merge(merged, value);
    constexpr std::array<std::string_view, 10> k_types = {"container", "containerSet", "dag",    "data",  "http",
                                                          "plugin",    "resource",     "script", "steps", "suspend"};
    const bool has_type = std::ranges::any_of(k_types, [&](std::string_view type) { return !value[type].absent(); });
    if (auto* const members = std::get_if<document::Output::Object>(&merged.data()); has_type && members != nullptr) {
      std::erase_if(*members, [&](const auto& member) {
        return std::ranges::find(k_types, member.first) != k_types.end() && value[member.first].absent();
      });
    }
    return m_expander.readable(merged);
  }

  // Notes a field whose value the input does not show.
  void note_unknown(const std::string& field, std::string_view because) {
    m_expander.note(model::Authority::Operator, model::Reply::NotAsked,
                    util::concat(text_of(m_source), ": ", field, ' ', because), text_of(m_source));
  }

  // Number of pods that withItems or withSequence creates for a step.
  std::int32_t times(document::Value step) {
    const std::string name(step["name"].text());
    if (step["withItems"].is_array()) { return static_cast<std::int32_t>(step["withItems"].size()); }
    if (!step["withParam"].absent()) {
      note_unknown(util::concat("withParam of step ", name), "has no value before it runs; counted once");
    }
    const document::Value count = step["withSequence"]["count"];
    if (const auto number = util::parse_int64(known_text(count.text())); number && *number >= 0) {
      return product(static_cast<std::int32_t>(std::min<std::int64_t>(*number, k_most_steps)), 1, m_path);
    }
    if (!step["withSequence"].absent()) {
      note_unknown(util::concat("withSequence of step ", name), "has no known count; counted once");
    }
    return 1;
  }

  // Replaces the parameters of the workflow itself: {{workflow.name}}, {{workflow.parameters.NAME}}.
  std::string known_text(std::string_view text) const {
    std::string out;
    for (std::string_view parameter = parameter_in(text); parameter.ends_with(k_parameter_end);
         parameter = parameter_in(text)) {
      const std::size_t begin = text.find(k_parameter_begin);
      out += text.substr(0, begin);
      const std::optional<std::string_view> value = value_of(parameter);
      out += value.value_or(parameter);
      text.remove_prefix(begin + parameter.size());
    }
    return out.append(text);
  }

  std::optional<std::string_view> value_of(std::string_view parameter) const {
    constexpr std::string_view k_prefix = "workflow.parameters.";
    std::string_view name = parameter.substr(k_parameter_begin.size(),
                                             parameter.size() - k_parameter_begin.size() - k_parameter_end.size());
    while (name.starts_with(' ')) { name.remove_prefix(1); }
    while (name.ends_with(' ')) { name.remove_suffix(1); }
    if (name == "workflow.name") { return m_source.name; }
    if (name == "workflow.namespace") { return m_source.namespace_name; }
    if (!name.starts_with(k_prefix)) { return std::nullopt; }
    name.remove_prefix(k_prefix.size());
    for (const document::Value each : m_spec["arguments"]["parameters"].elements()) {
      if (each["name"].text() == name && !each["value"].absent()) { return each["value"].text(); }
    }
    return std::nullopt;
  }

  // Fills in the parameters of a pod template. Where one without a known value decides about scheduling, notes the
  // field and leaves it out.
  void fill_in(document::Output& value, const std::string& at) {
    document::edit_texts(value, at, [&](std::string& text, const std::string& path) {
      text = known_text(text);
      return !is_unknown(text, path);
    });
  }

  bool is_unknown(const std::string& text, const std::string& path) {
    const std::string_view parameter = parameter_in(text);
    if (parameter.empty()) { return false; }
    const bool decides =
        std::ranges::any_of(k_deciding, [&](std::string_view part) { return path.find(part) != std::string::npos; });
    if (!decides) { return false; }
    std::string written = path; // in the workflow, the main container is beside the template's name
    constexpr std::string_view k_main = ".spec.containers[0]";
    if (const std::size_t main = written.find(k_main); main != std::string::npos && !m_main.empty()) {
      written.replace(main, k_main.size(), util::concat('.', m_main));
    }
    note_unknown(written, util::concat("is ", parameter, ", whose value the input does not show"));
    return true;
  }

  // Fields of a pod template that scheduling reads.
  static constexpr std::array<std::string_view, 8> k_deciding = {
      ".resources.",         ".nodeSelector.", ".schedulerName", ".persistentVolumeClaim.",
      ".serviceAccountName", ".affinity.",     ".tolerations",   ".priorityClassName"};

  void call(std::string_view name, When when, std::int32_t count, int depth) {
    if (depth > k_deepest || !m_open.insert(name).second) { return; } // a loop continues only at run time
    Template found = find(name);
    found.caller = m_caller;
    const document::Value value = found.value;
    if (!value.exists()) {
      note_unknown(util::concat("template ", name.empty() ? "of a templateRef" : name), "is not in the manifest");
    } else if (!value["podSpecPatch"].absent()) {
      note_unknown(util::concat("podSpecPatch of template ", name), "changes its pods, which is not simulated");
    }
    if (!value["synchronization"].absent()) {
      note_unknown(util::concat("synchronization of template ", name),
                   "decides when it starts, by locks that others may hold");
    }
    // `parallelism` of a template bounds the pods of each of its runs.
    const std::int32_t room = m_room;
    if (const auto most = util::parse_int64(value["parallelism"].text()); most && *most > 0 && *most < k_most_steps) {
      m_room = static_cast<std::int32_t>(std::min<std::int64_t>(m_room, *most * count));
    }
    const std::int32_t bound = m_room;
    const document::Value caller = m_caller;
    if (value["steps"].is_array() || value["dag"].is_object()) { m_caller = value; }
    if (value["steps"].is_array()) {
      call_steps(value["steps"], when, count, depth);
    } else if (value["dag"].is_object()) {
      call_tasks(value["dag"], when, count, depth);
    } else if (runs_argoexec(value) || value["container"].is_object() || value["script"].is_object() ||
               value["containerSet"].is_object()) {
      if (when == When::Later || m_room == 0) {
        m_later.emplace_back(found, count);
      } else {
        const std::vector<std::string> pods = add_pods(found, count);
        if (value["resource"].is_object()) { expand_resource(value, found.place, pods); }
      }
    } else if (when == When::Now && (value["http"].is_object() || value["plugin"].is_object())) { // agent.go
      note_unknown(util::concat("template ", name), "runs in the pod of Argo's agent, which is not counted");
    }
    m_caller = caller;
    m_room = room - (bound - m_room);
    m_open.erase(name);
  }

  // False if its `when` skips the step or task. Notes one whose value the input does not show.
  bool runs(document::Value step) {
    const std::string when = known_text(step["when"].text());
    if (when.empty()) { return true; }
    const std::optional<bool> truth = parameter_in(when).empty() ? truth_of(when) : std::nullopt;
    if (!truth) {
      note_unknown(util::concat("when of step ", step["name"].text()),
                   util::concat("is ", when, ", which is not evaluated"));
    }
    return truth.value_or(true);
  }

  // True for a template whose pod goes on while the steps after it run. (operator.go, inferNodeStatus)
  bool is_daemon(std::string_view name) {
    const document::Value value = find(name).value;
    return value["daemon"].boolean() && !value["steps"].is_array() && !value["dag"].is_object();
  }

  void call_steps(document::Value groups, When when, std::int32_t count, int depth) {
    const std::vector<std::string> outer = m_after;
    bool first = true; // no step has run before, except daemons
    for (const document::Value group : groups.elements()) {
      bool any = false, others = false;
      const std::size_t first_daemon = m_daemons.size();
      const auto call_step = [&](document::Value step) {
        if (!runs(step)) { return; }
        any = true;
        others = others || !is_daemon(step["template"].text());
        call(step["template"].text(), first ? when : When::Later, count * times(step), depth + 1);
      };
      for (const document::Value step : group.elements()) { call_step(step); }
      if (!group.is_array()) { call_step(group); }
      first = first && !(any && others);
      m_after.insert(m_after.end(), m_daemons.begin() + static_cast<std::ptrdiff_t>(first_daemon), m_daemons.end());
    }
    m_after = outer;
  }

  void call_tasks(document::Value dag, When when, std::int32_t count, int depth) {
    const document::Value tasks = dag["tasks"];
    const std::string target = known_text(dag["target"].text());
    const bool is_known = parameter_in(target).empty();
    if (!is_known) { note_unknown("dag.target", util::concat("is ", target, ", whose value the input does not show")); }
    const std::set<std::string_view> needed =
        tasks_for(is_known ? std::string_view(target) : std::string_view(), tasks);
    std::set<std::string_view> skipped;
    for (const document::Value task : tasks.elements()) {
      if (!runs(task)) { skipped.insert(task["name"].text()); }
    }
    std::map<std::string_view, std::vector<std::string>> daemons; // tasks that run on, with their pods
    std::set<std::string_view> called;
    const std::vector<std::string> outer = m_after;
    const auto call_task = [&](document::Value task, When at) {
      const std::string_view name = task["name"].text();
      const std::set<std::string_view> after = needs_of(task);
      const auto is_skipped = [&](std::string_view other) { return skipped.contains(other); };
      if (!task["depends"].absent() && std::ranges::any_of(after, is_skipped)) {
        note_unknown(util::concat("depends of task ", name), "names a skipped task, and is not evaluated");
      }
      for (const std::string_view other : after) {
        if (const auto daemon = daemons.find(other); daemon != daemons.end()) {
          m_after.insert(m_after.end(), daemon->second.begin(), daemon->second.end());
        }
      }
      const auto first_daemon = static_cast<std::ptrdiff_t>(m_daemons.size());
      call(task["template"].text(), at, count * times(task), depth + 1);
      if (at == When::Now && is_daemon(task["template"].text())) {
        daemons[name].assign(m_daemons.begin() + first_daemon, m_daemons.end());
      }
      m_after = outer;
      called.insert(name);
    };
    // A skipped task counts as a successful one, and a daemon as soon as it runs.
    const auto can_start = [&](document::Value task) {
      return std::ranges::all_of(needs_of(task), [&](std::string_view other) {
        return skipped.contains(other) || (daemons.contains(other) && needs_no_end(task["depends"].text()));
      });
    };
    const auto is_left = [&](document::Value task) {
      const std::string_view name = task["name"].text();
      return !skipped.contains(name) && !called.contains(name) && (needed.empty() || needed.contains(name));
    };
    for (std::size_t before = called.size() + 1; when == When::Now && before != called.size();) {
      before = called.size();
      for (const document::Value task : tasks.elements()) {
        if (is_left(task) && can_start(task)) { call_task(task, when); }
      }
    }
    for (const document::Value task : tasks.elements()) {
      if (is_left(task)) { call_task(task, When::Later); }
    }
  }

  Prepared prepare(const Template& found) {
    const Path templates = m_path["templates"];
    const Path at = templates.at(found.place);
    m_main = found.value["script"].is_object() ? "script" : found.value["container"].is_object() ? "container" : "";
    document::Output filled = m_pods.pod_template_of(found.value, found.caller);
    fill_in(filled, at.text());
    PodTemplate pod_template(m_expander.readable(filled), at);
    pod_template.set_label("workflows.argoproj.io/workflow", m_source.name);
    Prepared prepared = m_expander.prepare(m_source, std::move(pod_template), at);
    m_pods.assume_executor(found.value, prepared);
    return prepared;
  }

  // Adds pods that start now, as far as spec.parallelism allows. Returns the names of those that do not exist yet.
  std::vector<std::string> add_pods(const Template& found, std::int32_t count) {
    const std::string_view name = found.value["name"].text();
    const std::int32_t now = std::min(count, m_room);
    m_room -= now;
    if (now < count) { m_later.emplace_back(found, count - now); }
    if (now == 0) { return {}; }
    std::vector<PodPlan> pods;
    for (std::int32_t index = 0; index < now; ++index) {
      pods.push_back({.name = util::concat(m_source.name, '-', name, '-', m_made[name]++)});
    }
    RolePlan role = m_expander.named_role(m_source, name, std::move(pods));
    if (!m_after.empty() && !role.missing.empty()) {
      role.now = static_cast<std::int32_t>(role.existing.size());
      role.after = m_after;
      role.waits_for = "a daemon to run";
    }
    m_expander.add_role(m_source, prepare(found), role);
    std::vector<std::string> names;
    for (const PodPlan& pod : role.missing) { names.push_back(pod.name); }
    if (found.value["daemon"].boolean()) { m_daemons.insert(m_daemons.end(), names.begin(), names.end()); }
    return names;
  }

  void add_later() {
    for (const auto& [found, count] : m_later) {
      RolePlan role;
      role.name = found.value["name"].text();
      role.count = count;
      role.waits_for = "others to complete";
      const Prepared prepared = prepare(found);
      note_later_pods(role.name, prepared, m_expander);
      m_expander.add_role(m_source, prepared, role);
    }
  }

  // `pods`: those of the step. They create the object once they run.
  void expand_resource(document::Value value, std::int64_t place, const std::vector<std::string>& pods) {
    const std::string_view action = value["resource"]["action"].text();
    if (!action.empty() && action != "create" && action != "apply") { return; }
    const Path templates = m_path["templates"];
    const Path at = templates.at(place);
    const Path resource = at["resource"];
    const Path path = resource["manifest"];
    const std::string text = known_text(text_of(value["resource"]["manifest"], path));
    if (const std::string_view parameter = parameter_in(text); !parameter.empty()) {
      note_unknown(path.text(), util::concat("has ", parameter,
                                             ", whose value the input does not show, so its pods "
                                             "are not counted"));
      return;
    }
    const std::size_t first_pod = m_expander.made_pods().size(), first_wait = m_expander.collected().waits.size();
    document::read_text(
        text, path.text(), {},
        [&](const document::Item& item) { expand_inner(item.value, path, m_source, m_expander); },
        [&](const util::Problem& problem) { throw DecodeError(path, problem.message); });
    let_wait(first_pod, first_wait, pods);
  }

  // The pods made from `first_pod` on wait for `awaited`, unless they wait for others of the same object.
  void let_wait(std::size_t first_pod, std::size_t first_wait, const std::vector<std::string>& awaited) {
    std::vector<Wait>& waits = m_expander.collected().waits;
    std::set<std::string_view> waiting;
    for (std::size_t at = first_wait; at < waits.size(); ++at) {
      waiting.insert(waits[at].pods.begin(), waits[at].pods.end());
    }
    Wait wait{m_source.namespace_name, {}, {}};
    for (const model::Pod& pod : m_expander.made_pods().subspan(first_pod)) {
      const bool is_here = pod.namespace_name == m_source.namespace_name;
      if (is_here && !waiting.contains(pod.name)) { wait.pods.push_back(pod.name); }
    }
    for (const std::string& name : awaited) { wait.waits_for.push_back(m_expander.lasting(name)); }
    if (!wait.pods.empty() && !awaited.empty()) { waits.push_back(std::move(wait)); }
  }

  const Source& m_source;
  document::Value m_spec;
  const Path& m_path;
  Expander& m_expander;
  WorkflowPods m_pods;
  std::map<std::string_view, Template> m_found; // by name
  document::Value m_caller;
  std::set<std::string_view> m_open; // templates on the current call path
  std::map<std::string_view, std::int32_t> m_made;
  std::vector<std::string> m_daemons, m_after; // pods of all daemons; those that steps called now wait for
  std::vector<std::pair<Template, std::int32_t>> m_later;
  std::string_view m_main; // member of the current template with the main container; empty: several
  std::int32_t m_room;     // pods that may still start at once
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
  expander.assume(util::concat("one run of CronWorkflow ", source.namespace_name, '/', source.name, " is started"));
  // (workflow/cron/operator.go, evalWhen)
  const std::string_view when = object.value()["spec"]["when"].text();
  const bool is_open = when.find("{{") != std::string_view::npos; // it asks about earlier runs
  const std::optional<bool> truth = is_open ? std::nullopt : truth_of(when);
  if (!when.empty() && truth != true) {
    expander.note(
        model::Authority::Operator, truth ? model::Reply::Refuses : model::Reply::NotAsked,
        util::concat(text_of(source),
                     truth ? ": spec.when is false, so it never runs: " : ": spec.when is not evaluated: ", when),
        text_of(source));
  }
  const Source workflow = expander.child(source, source.api_version, "Workflow", util::concat(source.name, "-x"));
  Workflow(workflow, object_of(object_of(object.value()["spec"], spec)["workflowSpec"], path), path, expander).expand();
}

} // namespace snapshot
