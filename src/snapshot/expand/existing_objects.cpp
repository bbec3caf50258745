// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/existing_objects.hpp"

#include "document/json/json_object.hpp"
#include "document/reading/editing.hpp"
#include "snapshot/admission/object_update.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/collected/lasting.hpp"
#include "snapshot/collected/strategic_merge.hpp"
#include "snapshot/expand/kueue_webhooks.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/groups/owners.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <variant>

namespace snapshot {

namespace {

using model::Authority;
using model::Reply;

// Kinds that show their end by a word of the status. (kuberay IsJobDeploymentTerminal, spark-operator and Argo
// Fulfilled, appwrapper_controller.go, volcano's job states, Flink's JobStatus)
struct EndWord {
  std::string_view kind, outer, field; // outer empty: in the status itself
  std::array<std::string_view, 3> ends;
};
constexpr std::array<EndWord, 7> k_end_words = {
    {{"AppWrapper", "", "phase", {"Succeeded", "Failed"}},
     {"FlinkDeployment", "jobStatus", "state", {"FINISHED"}},
     {"Job", "state", "phase", {"Completed", "Failed", "Terminated"}}, // of Volcano
     {"RayJob", "", "jobDeploymentStatus", {"Complete", "Failed"}},
     {"SparkApplication", "applicationState", "state", {"COMPLETED", "FAILED"}},
     {"SparkApplication",
      "currentState",
      "currentStateSummary",
      {"ResourceReleased", "TerminatedWithoutReleaseResources"}},
     {"Workflow", "", "phase", {"Succeeded", "Failed", "Error"}}}};

// True if the status says that the object has ended.
bool is_finished(std::string_view kind, document::Value status) {
  for (const EndWord& row : k_end_words) {
    if (row.kind != kind) { continue; }
    const std::string_view word = (row.outer.empty() ? status : status[row.outer])[row.field].text();
    if (!word.empty() && std::ranges::find(row.ends, word) != row.ends.end()) { return true; }
  }
  for (const document::Value condition : status["conditions"].elements()) {
    const std::string_view type = condition["type"].text();
    const bool ends = type == "Succeeded" || type == "Failed" || type == "Complete" || type == "Completed";
    if (ends && condition["status"].text() == "True") { return true; }
  }
  return false;
}

// The name of a ReplicaSet is that of its Deployment and a hash, if the input does not hold the ReplicaSet.
bool is_set_of(const CreationFailure& failure, const Source& source) {
  return source.kind == "Deployment" && failure.kind == "ReplicaSet" && failure.name.starts_with(source.name) &&
         failure.name.rfind('-') == source.name.size();
}

// Notes that the input shows a controller that could not create pods of the object lately, if it would make some.
void note_failed_creation(const KeptObject* stored, Expander& expander) {
  if (expander.made_pods().empty()) { return; }
  const Source& top = expander.top();
  std::string_view message;
  const Owners owners(expander.collected().workloads);
  for (const CreationFailure& failure : expander.collected().creation_failures) {
    if (failure.namespace_name != top.namespace_name) { continue; }
    const model::Owner object{{}, failure.kind, failure.name};
    const std::vector<OwnerLink> chain = owners.from(&object, failure.namespace_name);
    const OwnerName wanted{top.kind, top.namespace_name, top.name};
    if (is_set_of(failure, top) || std::ranges::find(chain, wanted, &OwnerLink::name) != chain.end()) {
      message = failure.message;
    }
  }
  if (stored != nullptr) {
    for (const document::Value condition : stored->value()["status"]["conditions"].elements()) {
      const bool fails = condition["type"].text() == "ReplicaFailure" && condition["status"].text() == "True";
      if (fails && message.empty()) { message = condition["message"].text(); }
    }
  }
  if (message.empty()) { return; }
  expander.note(Authority::Operator, Reply::NotAsked,
                util::concat("the controller of ", text_of(top), " could not create pods lately: ", message),
                text_of(top));
}

// A file that names a version of the object updates only that one. (apiserver registry/rest, BeforeUpdate; etcd3 store,
// GuaranteedUpdate; validation.ValidateObjectMetaUpdate) Version 0 stands for any.
void note_version_conflict(const KeptObject& object, const KeptObject& stored, Expander& expander) {
  const std::string name = text_of(expander.top());
  for (const char* const field : {"resourceVersion", "uid"}) {
    const std::string_view wanted = object.value()["metadata"][field].text();
    const std::string_view known = stored.value()["metadata"][field].text();
    if (wanted.empty() || wanted == "0" || wanted == known) { continue; }
    if (known.empty() || expander.collected().omissions.any_cut()) { // a snapshot renames uids
      expander.note(Authority::Admission, Reply::NotAsked,
                    util::concat(name, " exists, and the input does not show whether its ", field, " is ", wanted,
                                 ", as in the file"),
                    name);
    } else {
      expander.note(Authority::Admission, Reply::Refuses,
                    util::concat(name, " exists with the ", field, ' ', known, ", and the file has ", wanted,
                                 ": the API server reports a conflict. Remove metadata.", field, " from the file"),
                    name);
    }
  }
}

// An object that makes another one by a schedule, unless the last one has not ended. (cronjob controller, syncCronJob:
// "Not starting job because prior execution is running and concurrency policy is Forbid"; argo-workflows,
// cron/operator.go: enforceRuntimePolicy; spark-operator, scheduledsparkapplication/controller.go: shouldStartNextRun)
void note_active_run(const KeptObject& object, const KeptObject& stored, Expander& expander) {
  const document::Value status = stored.value()["status"];
  const std::string_view last = status["lastRunName"].text();
  const Source& top = expander.top();
  const bool is_cron = object.kind == "CronJob" || object.kind == "CronWorkflow";
  const bool runs =
      is_cron ? status["active"].size() > 0
              : object.kind == "ScheduledSparkApplication" && !last.empty() &&
                    expander.existing(expander.child(top, top.api_version, "SparkApplication", last)) != nullptr;
  if (!runs || object.value()["spec"]["concurrencyPolicy"].text() != "Forbid") { return; }
  const std::string name = text_of(top);
  expander.note(Authority::Operator, Reply::NotAsked,
                util::concat(name, is_cron ? " has an active run" : " has a run that may be active",
                             ", and its concurrencyPolicy Forbid starts no other one before that ends"),
                name);
}

// (training-operator, pkg/controller.v1/common/job.go: PastActiveDeadline; expand_job does it for Jobs)
void note_deadline_of_operator(Expander& expander) {
  const Workload* const stored = expander.existing(expander.top());
  const std::optional<model::Time> now = expander.now();
  if (stored == nullptr || stored->object.kind == "Job" || !stored->object.deadline || !now) { return; }
  if (*stored->object.deadline > *now) { return; }
  const std::string name = text_of(expander.top());
  expander.note(Authority::Operator, Reply::NotAsked,
                util::concat("the deadline of ", name, " has passed, so it makes no pods now"), name);
}

void note_differences(const KeptObject& object, const KeptObject& stored, Expander& expander) {
  const std::string name = text_of(expander.top());
  const document::Value spec = stored.value()["spec"], wanted = object.value()["spec"];
  for (const auto [field, value] : wanted.members()) {
    if (is_free_field(object.kind, field)) { continue; }
    if (field == "completions" && has_elastic_completions(object.kind, wanted)) { continue; }
    const auto difference = first_difference(value, spec[field], util::concat("spec.", field));
    if (!difference) { continue; }
    const bool is_added = difference->path == util::concat("spec.", field) && is_never_filled_in(field) &&
                          !expander.collected().omissions.any_cut(); // a snapshot leaves fields out
    // The scheduling fields of a Job that was never started may change.
    const bool is_fixed = is_immutable(object.kind, field) && (difference->both || is_added) &&
                          !(spec["suspend"].is_boolean() && spec["suspend"].boolean());
    if (is_fixed) {
      expander.note(Authority::Admission, Reply::Refuses,
                    util::concat(name, " exists, and the file changes ", difference->path, ": field is immutable"),
                    name);
    } else if (!difference->both && expander.collected().omissions.any_cut()) {
      expander.note(
          Authority::Operator, Reply::NotAsked,
          util::concat(name, " exists, and the snapshot does not show whether the file changes ", difference->path),
          name);
    } else {
      expander.note(Authority::Operator, Reply::NotAsked,
                    util::concat(name, " exists, and the file changes ", difference->path,
                                 ": what its controller does then is not simulated"),
                    name);
    }
    return;
  }
}

// Fields below spec that others than the file's author set: an autoscaler, kubectl scale, kubectl rollout pause, Kueue.
struct KeptField {
  std::string_view outer, field; // outer empty: in spec itself
  bool is_switch = false;
};
constexpr std::array<KeptField, 6> k_kept = {{{"", "replicas"},
                                              {"", "parallelism"},
                                              {"", "completions"},
                                              {"", "suspend", true},
                                              {"runPolicy", "suspend", true},
                                              {"", "paused", true}}};

document::Value kept_member(document::Value object, const KeptField& row) {
  const document::Value spec = object["spec"];
  return row.outer.empty() ? spec[row.field] : spec[row.outer][row.field];
}

// The object as the last kubectl apply sent it.
class LastApplied {
 public:
  explicit LastApplied(std::string_view text) : m_text(text) {
    if (text.empty()) { return; }
    m_text.append(document::JsonParser::k_padding, ' ');
    document::JsonParser parser;
    m_is_known = parser.parse({m_text.data(), text.size()}, m_tree) == document::JsonResult::Ok;
  }
  bool sets(const KeptField& row) const { return kept_member(root(), row).exists(); }
  document::Value root() const { return m_is_known ? m_tree.root() : document::Value(); }

 private:
  std::string m_text; // the tree points into it
  document::Tree m_tree;
  bool m_is_known = false;
};

constexpr std::string_view k_applied_before = "kubectl.kubernetes.io/last-applied-configuration"; // an annotation

// What the file leaves out and the stored object keeps. (kubectl apply: the three-way merge)
std::vector<const KeptField*> kept_fields(document::Value wanted, document::Value stored, const LastApplied& last) {
  std::vector<const KeptField*> kept;
  for (const KeptField& row : k_kept) {
    const bool is_left = !kept_member(wanted, row).exists() && !kept_member(stored, row).absent();
    if (is_left && !last.sets(row)) { kept.push_back(&row); }
  }
  return kept;
}

// The three-way merge of all other fields: what the stored object has, and neither the file nor the last one. Lists of
// Kubernetes' own kinds merge by the key of their elements, those of others are replaced.
class OtherFields {
 public:
  explicit OtherFields(bool merges_lists) : m_merges_lists(merges_lists) {}

  // Returns true if anything was kept. `is_spec`: of the objects themselves, whose numbers kept_fields() judges.
  bool keep(document::Output& filled, document::Value wanted, document::Value stored, document::Value last,
            bool is_spec = false) const {
    bool kept = false;
    for (const auto [key, member] : stored.members()) {
      if (member.absent() || is_left_out(key, is_spec)) { continue; }
      const document::Value own = wanted[key];
      if (!own.exists()) {
        if (last[key].exists()) { continue; } // the file takes it back
        filled[key] = document::editable(member);
        kept = true;
      } else if (own.is_object() && member.is_object()) {
        kept = keep(filled[key], own, member, last[key]) || kept;
      } else if (own.is_array() && member.is_array() && m_merges_lists) {
        kept = keep_elements(filled[key], own, member, last[key], merge_key_of(key)) || kept;
      }
    }
    return kept;
  }

 private:
  // Fields that kept_fields() judges, and what the API server or kubectl makes.
  static bool is_left_out(std::string_view key, bool is_spec) {
    const auto is_judged = [&](const KeptField& row) { return row.field == key && (is_spec || row.is_switch); };
    return std::ranges::any_of(k_kept, is_judged) || key == "selector" || key == k_applied_before;
  }

  static document::Value find_element(document::Value list, std::string_view key, std::string_view name) {
    for (const document::Value element : list.elements()) {
      if (element[key].text() == name) { return element; }
    }
    return {};
  }

  bool keep_elements(document::Output& filled, document::Value wanted, document::Value stored, document::Value last,
                     std::string_view merge_key) const {
    auto* const list = std::get_if<document::Output::Array>(&filled.data());
    if (list == nullptr || merge_key.empty()) { return false; }
    bool kept = false;
    for (const document::Value element : stored.elements()) {
      const document::Value name = element[merge_key];
      if (!name.is_string()) { continue; }
      const document::Value own = find_element(wanted, merge_key, name.text());
      const document::Value earlier = find_element(last, merge_key, name.text());
      const auto place = std::ranges::find_if(*list, [&](const document::Output& other) {
        return document::text_of(document::find(other, merge_key)) == name.text();
      });
      if (own.exists() && place != list->end()) {
        kept = keep(*place, own, element, earlier) || kept;
      } else if (!own.exists() && !earlier.exists()) {
        list->push_back(document::editable(element));
        kept = true;
      }
    }
    return kept;
  }

  bool m_merges_lists;
};

// Keeps the other fields of spec, and the labels and annotations.
bool keep_other_fields(const KeptObject& object, document::Value stored, document::Value last,
                       document::Output& filled) {
  const std::string_view api_group = api_group_of(object.api_version);
  const OtherFields fields(api_group.empty() || api_group == "apps" || api_group == "batch");
  const document::Value wanted = object.value();
  bool kept = fields.keep(filled["spec"], wanted["spec"], stored["spec"], last["spec"], true);
  for (const std::string_view where : {"labels", "annotations"}) {
    const document::Value old = stored["metadata"][where];
    if (old.size() == 0) { continue; }
    document::Output& metadata = filled["metadata"];
    kept = fields.keep(metadata[where], wanted["metadata"][where], old, last["metadata"][where]) || kept;
  }
  return kept;
}

bool is_workload(const KeptObject& object) { return find_workload_kind(object.api_version, object.kind) != nullptr; }

} // namespace

ExistingObjects::ExistingObjects(const std::deque<KeptObject>& objects) {
  for (const KeptObject& object : objects) { m_objects.emplace(key_of(object, k_default_namespace), &object); }
}

const KeptObject* ExistingObjects::find(const KeptObject& object, std::string_view default_namespace) const {
  if (m_objects.empty()) { return nullptr; }
  const auto found = m_objects.find(key_of(object, default_namespace));
  return found == m_objects.end() ? nullptr : found->second;
}

// Snapshots of earlier releases do not keep the annotation, so a switch may have been the file's own.
void ExistingObjects::fill_in(Manifest& manifest, Collected& collected) const {
  const std::string_view default_namespace = manifest.options.default_namespace;
  for (KeptObject& object : manifest.objects) {
    const KeptObject* const stored = find(object, default_namespace);
    if (stored == nullptr || !object.value()["spec"].is_object()) { continue; }
    const LastApplied last(stored->value()["metadata"]["annotations"][k_applied_before].text());
    const std::vector<const KeptField*> kept = kept_fields(object.value(), stored->value(), last);
    document::Output filled = document::editable(object.value());
    const bool is_whole = !collected.omissions.any_cut() || !is_workload(object); // a snapshot leaves fields out
    const bool keeps_others = is_whole && keep_other_fields(object, stored->value(), last.root(), filled);
    if (kept.empty() && !keeps_others) { continue; }
    for (const KeptField* const row : kept) {
      const document::Value value = kept_member(stored->value(), *row);
      if (row->is_switch && !value.boolean()) { continue; }
      if (row->is_switch && collected.omissions.any_cut()) {
        const std::string name = util::concat(object.kind, ' ', namespace_of(object.value(), default_namespace), '/',
                                              object.value()["metadata"]["name"].text());
        collected.cluster.asked.push_back(
            {Authority::Switch, Reply::NotAsked,
             util::concat(name, " exists with spec.", row->field,
                          ", and the snapshot does not show whether the file takes that back"),
             name, name});
        continue;
      }
      document::Output& spec = filled["spec"];
      document::Output& member = row->outer.empty() ? spec[row->field] : spec[row->outer][row->field];
      member = value.is_boolean() ? document::Output(value.boolean())
                                  : document::Output(document::NumberText{std::string(value.text())});
    }
    document::Tree tree;
    document::build(tree, filled);
    KeptObject replacement(collected, tree.root(), object.origin);
    replacement.is_refused = object.is_refused;
    object = std::move(replacement);
  }
}

void ExistingObjects::note(const KeptObject& object, Expander& expander) const {
  const Source& top = expander.top();
  const KeptObject* const known = find(object, top.namespace_name);
  note_failed_creation(known, expander);
  if (known == nullptr) { return; }
  const KeptObject& stored = *known;
  const std::string name = text_of(top);
  const bool is_job = object.kind == "Job" && object.api_version.starts_with("batch/"); // expand_job notes its end
  if (!stored.value()["metadata"]["deletionTimestamp"].absent()) {
    expander.note(Authority::Operator, Reply::Refuses, util::concat(name, " is being deleted, so it makes no pods"),
                  name);
  } else if (!is_job && is_finished(object.kind, stored.value()["status"])) {
    expander.note(Authority::Operator, Reply::NotAsked, util::concat(name, " is finished, so it makes no pods now"),
                  name);
  }
  note_version_conflict(object, stored, expander);
  note_active_run(object, stored, expander);
  note_deadline_of_operator(expander);
  note_queue_change(object, stored.value(), expander);
  note_differences(object, stored, expander);
}

// Of Kubernetes' own groups, only a newer release lets minCount change. (validation.ValidatePodGroupUpdate,
// ValidateWorkloadUpdate)
void ExistingObjects::note_group(const KeptObject& object, Expander& expander) const {
  const KeptObject* const stored = find(object, expander.top().namespace_name);
  if (stored == nullptr) { return; }
  if (!stored->value()["metadata"]["deletionTimestamp"].absent()) { // (Coscheduling, Permit: PodGroupNotFound)
    const std::string name = text_of(expander.top());
    expander.note(Authority::Operator, Reply::NotAsked,
                  util::concat(name, " exists and is being deleted: without it, the scheduler may reject its members"),
                  name);
  }
  if (api_group_of(object.api_version) != "scheduling.k8s.io") { return; }
  const bool is_newer = object.api_version != "scheduling.k8s.io/v1alpha1" &&
                        object.api_version != "scheduling.k8s.io/v1alpha2"; // before 1.37
  const document::Value spec = stored->value()["spec"];
  for (const auto [field, value] : object.value()["spec"].members()) {
    const auto difference = first_difference(value, spec[field], util::concat("spec.", field));
    const bool is_known = difference && (difference->both || !expander.collected().omissions.any_cut());
    if (!is_known || (is_newer && difference->path.ends_with("gang.minCount"))) { continue; }
    const std::string name = text_of(expander.top());
    expander.note(Authority::Admission, Reply::Refuses,
                  util::concat(name, " exists, and the file changes ", difference->path, ": field is immutable"), name);
    return;
  }
}

} // namespace snapshot
