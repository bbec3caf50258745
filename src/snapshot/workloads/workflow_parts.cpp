// SPDX-License-Identifier: Apache-2.0
#include "snapshot/workloads/workflow_parts.hpp"

#include "document/reading/editing.hpp"
#include "snapshot/collected/strategic_merge.hpp"
#include "snapshot/expand/new_claims.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace snapshot {

namespace {

constexpr std::string_view k_argo_configuration = "workflow-controller-configmap"; // a ConfigMap

// A section of Argo's configuration, which the ConfigMap has under a key of its own or within `config`; nullopt: the
// input does not have it. (argo-workflows v4.1, config/controller.go parseConfigMap)
std::optional<document::Output> section_of_argo(const Manifest& manifest, std::string_view section) {
  const auto whole = configuration_of(manifest, k_argo_configuration, "config");
  const document::Output* const found = whole ? document::find(*whole, section) : nullptr;
  return found != nullptr ? std::optional(*found) : configuration_of(manifest, k_argo_configuration, section);
}

// A limit of Argo's configuration on the Workflows that run at once, in the cluster or in a namespace; nullopt: none.
std::optional<std::int64_t> limit_of_argo(std::string_view key, Expander& expander) {
  const Manifest& manifest = expander.manifest();
  std::string text;
  if (const auto whole = configuration_of(manifest, k_argo_configuration, "config")) {
    text = expander.readable(*whole)[key].text();
  }
  for (const KeptObject& object : manifest.templates) {
    const document::Value value = object.value();
    const bool is_it = object.kind == "ConfigMap" && value["metadata"]["name"].text() == k_argo_configuration;
    if (is_it && text.empty()) { text = value["data"][key].text(); }
  }
  const auto limit = util::parse_int64(text);
  return limit && *limit > 0 ? limit : std::nullopt;
}

// Workflows beyond the limit wait until others have ended. Which of the input's have ended is not read. (argo-workflows
// v4.1, workflow/controller/controller.go: "Workflow processing has been postponed because too many workflows are
// already running")
void note_limits_of_argo(const Source& workflow, Expander& expander) {
  for (const std::string_view key : {"parallelism", "namespaceParallelism"}) {
    const std::optional<std::int64_t> limit = limit_of_argo(key, expander);
    if (!limit) { continue; }
    const auto others = std::ranges::count_if(expander.collected().workloads, [&](const Workload& other) {
      const bool is_near = key == "parallelism" || other.object.namespace_name == workflow.namespace_name;
      return is_near && other.object.kind == workflow.kind && other.object.name != workflow.name;
    });
    const std::string limited = util::concat(*limit, *limit == 1 ? " Workflow runs" : " Workflows run", " at once (",
                                             key, " of ConfigMap ", k_argo_configuration, ')');
    if (others < *limit) {
      expander.assume(util::concat("fewer than ", limited));
    } else {
      expander.note(
          model::Authority::Operator, model::Reply::NotAsked,
          util::concat("at most ", limited, ", and the input has ", others, others == 1 ? " other" : " others"),
          text_of(workflow));
    }
  }
}

// A value in an expression: without quotes around it.
std::string_view unquoted(std::string_view text) {
  while (text.starts_with(' ')) { text.remove_prefix(1); }
  while (text.ends_with(' ')) { text.remove_suffix(1); }
  const bool is_quoted =
      text.size() >= 2 && text.front() == text.back() && (text.front() == '"' || text.front() == '\'');
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

// A value in an expression that is a word or a number, or has quotes around it.
bool is_operand(std::string_view text) {
  constexpr std::string_view k_word = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  const std::string_view inner = unquoted(text);
  const bool is_quoted = text.find_first_of("'\"") != std::string_view::npos;
  return is_quoted ? inner.find_first_of("'\"") == std::string_view::npos
                   : !inner.empty() && inner.find_first_not_of(k_word) == std::string_view::npos;
}

// The tasks of a DAG that `depends` names: "a && (b.Succeeded || c)".
std::set<std::string_view> tasks_in(std::string_view depends) {
  constexpr std::string_view k_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  std::set<std::string_view> names;
  while (!depends.empty()) {
    const std::size_t end = std::min(depends.find_first_not_of(k_letters), depends.size());
    if (end > 0) { names.insert(depends.substr(0, end)); }
    const bool has_state = end < depends.size() && depends[end] == '.';
    depends.remove_prefix(std::min(end + 1, depends.size()));
    if (has_state) { depends.remove_prefix(std::min(depends.find_first_not_of(k_letters), depends.size())); }
  }
  return names;
}

} // namespace

std::string_view parameter_in(std::string_view text) {
  const std::size_t begin = text.find(k_parameter_begin);
  const std::size_t end = begin == std::string_view::npos ? begin : text.find(k_parameter_end, begin);
  if (end == std::string_view::npos) {
    return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
  }
  return text.substr(begin, end + k_parameter_end.size() - begin);
}

std::optional<bool> truth_of(std::string_view expression) {
  for (const std::string_view sign : {"==", "!=", "<=", ">=", "<", ">"}) {
    const std::size_t at = expression.find(sign);
    if (at == std::string_view::npos) { continue; }
    const std::string_view left = expression.substr(0, at), right = expression.substr(at + sign.size());
    if (!is_operand(left) || !is_operand(right)) { return std::nullopt; }
    if (sign == "==") { return unquoted(left) == unquoted(right); }
    if (sign == "!=") { return unquoted(left) != unquoted(right); }
    const auto a = util::parse_int64(unquoted(left)), b = util::parse_int64(unquoted(right));
    if (!a || !b) { return std::nullopt; }
    return sign == "<=" ? *a <= *b : sign == ">=" ? *a >= *b : sign == "<" ? *a < *b : *a > *b;
  }
  const std::string_view word = unquoted(expression);
  if (word == "true" || word == "false") { return word == "true"; }
  return std::nullopt;
}

std::set<std::string_view> needs_of(document::Value task) {
  std::set<std::string_view> names = tasks_in(task["depends"].text());
  for (const document::Value name : task["dependencies"].elements()) { names.insert(name.text()); }
  return names;
}

bool needs_no_end(std::string_view depends) {
  for (std::size_t dot = depends.find('.'); dot != std::string_view::npos; dot = depends.find('.', dot + 1)) {
    if (!depends.substr(dot).starts_with(".Daemoned")) { return false; }
  }
  return true;
}

std::set<std::string_view> tasks_for(std::string_view targets, document::Value tasks) {
  std::set<std::string_view> needed = tasks_in(targets);
  for (std::size_t before = 0; before < needed.size();) {
    before = needed.size();
    for (const document::Value task : tasks.elements()) {
      if (needed.contains(task["name"].text())) { needed.merge(needs_of(task)); }
    }
  }
  return needed;
}

bool mounts_volume(document::Value value, std::string_view volume) {
  const auto has = [&](document::Value container) {
    const auto mounted = container["volumeMounts"].elements();
    for (const document::Value mount : mounted) {
      if (mount["name"].text() == volume) { return true; }
    }
    return false;
  };
  if (has(value["container"]) || has(value["script"]) || has(value["containerSet"])) { return true; }
  for (const document::Value list : {value["containerSet"]["containers"], value["sidecars"], value["initContainers"]}) {
    for (const document::Value container : list.elements()) {
      if (has(container)) { return true; }
    }
  }
  return false;
}

bool runs_argoexec(document::Value value) { return value["resource"].is_object() || value["data"].is_object(); }

WorkflowPods::WorkflowPods(const Source& source, document::Value spec, Expander& expander)
    : m_source(source), m_spec(spec), m_expander(expander),
      m_executor(section_of_argo(expander.manifest(), "executor")),
      m_main_defaults(section_of_argo(expander.manifest(), "mainContainer")) {}

// (operator.go, createPVCs)
void WorkflowPods::create_claims() {
  TemplateClaims claims(m_expander.collected());
  for (const document::Value claim : m_spec["volumeClaimTemplates"].elements()) {
    const std::string name = util::concat(m_source.name, '-', claim["metadata"]["name"].text());
    if (claims.create(claim, m_source, name) || m_expander.existing(m_source) != nullptr) { continue; }
    const std::string object = util::concat("PersistentVolumeClaim ", m_source.namespace_name, '/', name);
    m_expander.note(model::Authority::Operator, model::Reply::Refuses,
                    util::concat(object, " exists, and ", text_of(m_source), " does not own it"), object);
  }
}

void WorkflowPods::note_defaults() {
  note_limits_of_argo(m_source, m_expander);
  const auto defaults = section_of_argo(m_expander.manifest(), "workflowDefaults");
  if (!defaults || document::find(*defaults, "spec") == nullptr) { return; }
  const std::string object = util::concat("ConfigMap ", k_argo_configuration);
  m_expander.note(
      model::Authority::Operator, model::Reply::NotAsked,
      util::concat("workflowDefaults of ", object, " may change ", text_of(m_source), ", which is not simulated"),
      object);
}

document::Output WorkflowPods::pod_template_of(document::Value value, document::Value caller) const {
  document::Output out;
  for (const document::Value metadata : {m_spec["podMetadata"], value["metadata"]}) {
    for (const std::string_view key : {"labels", "annotations"}) {
      for (const auto [name, text] : metadata[key].members()) { out["metadata"][key][name] = text.text(); }
    }
  }
  document::Output& spec = out["spec"];
  const auto set = [&](std::string_view key, document::Value given) {
    if (!given.absent()) { spec[key] = document::editable(given); }
  };
  for (const std::string_view key : {"nodeSelector", "tolerations", "affinity"}) { // addSchedulingConstraints
    for (const document::Value from : {m_spec, caller, value}) { set(key, from[key]); }
  }
  set("hostNetwork", m_spec["hostNetwork"]);
  set("priorityClassName", m_spec["podPriorityClassName"]);
  set("priorityClassName", value["priorityClassName"]);
  for (const document::Value from : {m_spec, value}) {
    for (const std::string_view key : {"schedulerName", "serviceAccountName", "resourceClaims"}) {
      set(key, from[key]);
    }
    set("resources", from["podResources"]);
  }
  document::Output::Array volumes; // a pod has those that it mounts (workflowpod.go, addVolumeReferences)
  for (const document::Value from : {m_spec["volumes"], value["volumes"]}) {
    for (const document::Value volume : from.elements()) {
      if (mounts_volume(value, volume["name"].text())) { volumes.push_back(document::editable(volume)); }
    }
  }
  for (const document::Value claim : m_spec["volumeClaimTemplates"].elements()) {
    const std::string_view name = claim["metadata"]["name"].text();
    const auto has_name = [&](const document::Output& volume) {
      return document::text_of(document::find(volume, "name")) == name;
    };
    if (!mounts_volume(value, name) || std::ranges::any_of(volumes, has_name)) { continue; }
    document::Output& volume = volumes.emplace_back();
    volume["name"] = name;
    volume["persistentVolumeClaim"]["claimName"] = util::concat(m_source.name, '-', name);
  }
  if (!volumes.empty()) { spec["volumes"] = document::Output(std::move(volumes)); }
  document::Output::Array containers, first;
  if (value["containerSet"].is_object()) {
    for (const document::Value container : value["containerSet"]["containers"].elements()) {
      containers.push_back(with_main_defaults(container));
    }
  } else {
    const document::Value written = runs_argoexec(value)          ? m_expander.readable(executor("main"))
                                    : value["script"].is_object() ? value["script"]
                                                                  : value["container"];
    document::Output main = with_main_defaults(written);
    main["name"] = "main";
    containers.push_back(std::move(main));
  }
  for (const document::Value sidecar : value["sidecars"].elements()) {
    containers.push_back(document::editable(sidecar));
  }
  for (const document::Value container : value["initContainers"].elements()) {
    first.push_back(document::editable(container));
  }
  if (!runs_argoexec(value)) { containers.push_back(executor("wait")); }
  first.push_back(executor("init"));
  spec["containers"] = document::Output(std::move(containers));
  spec["initContainers"] = document::Output(std::move(first));
  return out;
}

document::Output WorkflowPods::with_main_defaults(document::Value container) const {
  document::Output merged = m_main_defaults.value_or(document::Output());
  strategic_merge(merged, container);
  return merged;
}

// A container of argoexec, which requests nothing by default. (workflowpod.go, newExecContainer, newInitContainers,
// newWaitContainer)
document::Output WorkflowPods::executor(std::string_view name) const {
  document::Output container;
  container["name"] = name;
  const document::Output* const resources = m_executor ? document::find(*m_executor, "resources") : nullptr;
  if (resources != nullptr) { container["resources"] = *resources; }
  return container;
}

// A quota that demands an amount of every container refuses those of argoexec, unless Argo's configuration gives them
// one.
void WorkflowPods::assume_executor(document::Value value, const Prepared& prepared) {
  if (m_executor) { return; }
  const std::string object = util::concat("ConfigMap ", k_argo_configuration);
  m_expander.note(model::Authority::Operator, model::Reply::Assumed,
                  util::concat("Argo's containers init and wait request nothing (", object, " is not in the input)"),
                  object);
  model::ClusterSnapshot& cluster = m_expander.collected().cluster;
  auto& unsaid = cluster.quota_charges[static_cast<std::size_t>(prepared.charge)].unsaid;
  std::map<std::pair<std::string, std::string_view>, std::vector<std::string>> demands; // by quota and containers
  std::erase_if(unsaid, [&](const auto& entry) {
    const std::string_view of = entry.second; // names, joined by commas
    const bool is_of_argo = runs_argoexec(value) ? of == "init" || of == "main" || of == "init,main"
                                                 : of == "init" || of == "wait" || of == "init,wait";
    if (!is_of_argo) { return false; }
    for (const model::ResourceQuota& quota : cluster.resource_quotas) {
      const auto is_demanded = [&](const auto& hard) { return hard.first == entry.first; };
      if (quota.namespace_name != m_source.namespace_name ||
          std::ranges::none_of(quota.enforced_hard.empty() ? quota.hard : quota.enforced_hard, is_demanded)) {
        continue;
      }
      const std::string name = util::concat("ResourceQuota ", quota.namespace_name, '/', quota.name);
      demands[{name, of}].emplace_back(entry.first);
    }
    return true;
  });
  for (const auto& [key, resources] : demands) {
    std::string containers(key.second);
    if (const std::size_t comma = containers.find(','); comma != std::string::npos) {
      containers.replace(comma, 1, " and ");
    }
    m_expander.note(model::Authority::Quota, model::Reply::NotAsked,
                    util::concat(key.first, " demands ", util::joined(resources, ", "),
                                 " of every container, and those of Argo's ", containers, " are in ", object,
                                 ", which is not in the input"),
                    key.first);
  }
}

} // namespace snapshot
