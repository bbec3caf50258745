// SPDX-License-Identifier: Apache-2.0
// JobSet, jobset.x-k8s.io/v1alpha2: each replicated job has indexed Jobs JOBSET-role-<index>, whose pods are
// JOBSET-role-<index>-<pod>. A replicated job can wait for others. No release creates a group object; for a gang, users
// label the templates. (jobset v0.9, constructJob, startup_policy.go, pkg/webhooks)
#include "snapshot/workloads/job_set.hpp"
#include "snapshot/expand/job_spec.hpp"
#include "snapshot/expand/workloads.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <deque>
#include <map>

namespace snapshot {

namespace {

#define JOBSET "jobset.sigs.k8s.io/"
constexpr std::string_view k_exclusive = "alpha.jobset.sigs.k8s.io/exclusive-topology";
constexpr std::string_view k_node_selector_strategy = "alpha.jobset.sigs.k8s.io/node-selector";
constexpr std::string_view k_namespaced_job = "alpha.jobset.sigs.k8s.io/namespaced-job"; // a label of nodes
constexpr std::string_view k_no_schedule = "alpha.jobset.sigs.k8s.io/no-schedule";       // a taint of nodes

// The pods created for a replicated job, for other jobs that wait for it.
struct Made {
  std::vector<std::string> pods;
  bool starts = true; // false: it waits for a completion, and so do jobs that wait for it
};

struct Start {
  std::vector<std::string> after; // pods
  std::string words;              // what it waits for; empty: nothing
  bool comes = true;              // its start is within the simulation
};

// Reads dependsOn; with startupPolicyOrder InOrder, waits for the previous job.
Start start_of(document::Value job, const Path& path, std::string_view before,
               const std::map<std::string_view, Made>& made) {
  Start start;
  const auto wait = [&](std::string_view name, bool for_completion) {
    const auto found = made.find(name);
    start.words +=
        util::concat(start.words.empty() ? "" : " and ", name, for_completion ? " to complete" : " to be ready");
    start.comes = start.comes && !for_completion && (found == made.end() || found->second.starts);
    if (found == made.end()) { return; }
    start.after.insert(start.after.end(), found->second.pods.begin(), found->second.pods.end());
  };
  if (!before.empty()) { wait(before, false); }
  const Path depends = path["dependsOn"];
  each_element(job["dependsOn"], depends, [&](document::Value element, const Path& at) {
    const std::string_view status = text_of(object_of(element, at)["status"], at["status"]);
    wait(text_of(element["name"], at["name"]), status == "Complete");
  });
  return start;
}

// The settings of one replicated job.
struct Replicated {
  std::string_view name, group_name;
  std::int32_t replicas = 1;
  std::string_view topology;   // exclusive topology key; empty: none
  bool by_selector = false;    // its pods select nodes that carry the name of their Job, instead of affinity
  document::Value annotations; // of its Jobs
  JobSpec job;
};

Replicated replicated_of(document::Value value, const Path& path, document::Value job_set_annotations, Sized sized,
                         Expander& expander) {
  Replicated out;
  out.name = text_of(object_of(value, path)["name"], path["name"]);
  out.group_name = value["groupName"].absent() ? "default" : text_of(value["groupName"], path["groupName"]);
  out.replicas = pod_count(value["replicas"], path["replicas"], 1);
  if (sized == Sized::ByReplicas) { out.replicas = expander.replicas(out.name, out.replicas); }
  const Path job_path = path["template"];
  const Path spec_path = job_path["spec"];
  const document::Value job = object_of(value["template"], job_path);
  out.annotations = job["metadata"]["annotations"];
  out.job = job_spec_of(object_of(job["spec"], spec_path), spec_path);
  const std::int32_t pods = std::min(out.job.parallelism, out.job.completions.value_or(out.job.parallelism));
  product(out.replicas, pods, path);
  out.job.indexed = out.job.indexed || job["spec"]["completionMode"].absent();
  for (const document::Value annotations : {job_set_annotations, out.annotations}) {
    if (annotations[k_exclusive].is_string()) { out.topology = annotations[k_exclusive].text(); }
    out.by_selector = out.by_selector || annotations[k_node_selector_strategy].exists();
  }
  return out;
}

PodTemplate template_of(const Source& job_set, const Replicated& role, const Path& path) {
  PodTemplate pod_template(role.job.pod_template, path);
  pod_template.set_label(JOBSET "jobset-name", job_set.name);
  pod_template.set_label(JOBSET "replicatedjob-name", role.name);
  pod_template.set_label(JOBSET "replicatedjob-replicas", std::to_string(role.replicas));
  pod_template.set_label(JOBSET "group-name", role.group_name);
  pod_template.set_label(JOBSET "restart-attempt", "0");
  if (role.job.pod_template["spec"]["restartPolicy"].text().empty()) { // jobset_webhook.go, Default
    pod_template.spec()["restartPolicy"] = "OnFailure";
  }
  return pod_template;
}

// What the API server refuses in the Jobs of a role. (jobset_controller.go, constructJob)
void note_invalid_job(const Source& job, document::Value written, const PodTemplate& pod_template, const Path& path,
                      Expander& expander) {
  document::Output made;
  made["metadata"]["name"] = job.name;
  made["metadata"]["labels"][JOBSET "job-key"] = job.name;
  made["spec"] = document::editable(written["spec"]);
  if (written["spec"]["completionMode"].absent()) { made["spec"]["completionMode"] = "Indexed"; } // Default
  made["spec"]["template"] = pod_template.output();
  note_made_object(expander.readable(made), path, job, expander);
}

// A user or a script has labelled and tainted the nodes of each Job. (jobset_controller.go,
// addNamespacedJobNodeSelector, addTaintToleration)
void select_nodes_of(const Source& job, PodTemplate& pod_template) {
  pod_template.spec()["nodeSelector"][k_namespaced_job] = util::concat(job.namespace_name, '_', job.name);
  document::Output& tolerations = pod_template.spec()["tolerations"];
  if (!std::holds_alternative<document::Output::Array>(tolerations.data())) { tolerations = document::Output::array(); }
  document::Output toleration;
  toleration["key"] = k_no_schedule;
  toleration["operator"] = "Exists";
  toleration["effect"] = "NoSchedule";
  tolerations.push(std::move(toleration));
}

void label_pods(RolePlan& plan, const Source& job, std::int32_t index) {
  for (PodPlan& pod : plan.missing) {
    pod.owner = &job;
    pod.labels.insert(pod.labels.end(), {{"batch.kubernetes.io/job-name", std::string(job.name)},
                                         {"job-name", std::string(job.name)},
                                         {JOBSET "job-index", std::to_string(index)},
                                         {JOBSET "job-key", std::string(job.name)}});
  }
}

// Makes the other pods of the Job wait until its first one is bound.
void let_followers_wait(RolePlan& plan) {
  if (plan.missing.size() < 2 || !plan.existing.empty()) { return; }
  for (std::size_t at = 1; at < plan.missing.size(); ++at) { plan.missing[at].waits_for = plan.missing.front().name; }
  plan.now = 1;
  plan.waits_for = "the first pod of its job to be bound";
}

} // namespace

void expand_job_set_spec(const Source& job_set, document::Value annotations, document::Value spec, const Path& path,
                         Sized sized, Expander& expander) {
  const Path policy = path["startupPolicy"];
  const Path order = policy["startupPolicyOrder"];
  const bool in_order = text_of(object_of(spec["startupPolicy"], policy)["startupPolicyOrder"], order) == "InOrder";
  if (boolean_of(spec["suspend"], path["suspend"])) {
    expander.assume(util::concat(job_set.kind, ' ', job_set.namespace_name, '/', job_set.name, " is resumed"));
  }
  if (!spec["scheduling"].absent()) { // not in a release (jobset#969)
    expander.note(
        model::Authority::Operator, model::Reply::NotAsked,
        util::concat(text_of(job_set), ": spec.scheduling, for which a later JobSet makes groups, is not simulated"),
        text_of(job_set));
  }
  std::map<std::string_view, Made> made;
  std::string_view before;
  const Path jobs = path["replicatedJobs"];
  if (spec["replicatedJobs"].size() == 0) { throw DecodeError(jobs, "is missing or empty"); }
  each_element(spec["replicatedJobs"], jobs, [&](document::Value value, const Path& at) {
    const Replicated role = replicated_of(value, at, annotations, sized, expander);
    const Start start = start_of(value, at, in_order ? before : std::string_view(), made);
    const Path job_template = at["template"];
    const Path job_spec = job_template["spec"];
    const Path pod_path = job_spec["template"];
    Made& here = made[role.name];
    here.starts = start.comes;
    const PodTemplate pod_template = template_of(job_set, role, pod_path);
    if (role.replicas > 0) {
      const std::string last = util::concat(job_set.name, '-', role.name, '-', role.replicas - 1);
      note_invalid_job(expander.child(job_set, "batch/v1", "Job", last), value["template"], pod_template, job_template,
                       expander);
    }
    std::optional<Prepared> prepared;
    for (std::int32_t index = 0; index < role.replicas; ++index) {
      const Source job =
          expander.child(job_set, "batch/v1", "Job", util::concat(job_set.name, '-', role.name, '-', index));
      if (!prepared || !role.topology.empty()) {
        PodTemplate own = pod_template;
        if (!role.topology.empty() && role.by_selector) {
          select_nodes_of(job, own);
        } else if (!role.topology.empty()) { // one Job per domain; pods after the first select its node's domain
          own.make_exclusive(JOBSET "job-key", job.name, role.topology, PodTemplate::Namespaces::All);
        }
        prepared = expander.prepare(job, std::move(own), pod_path);
      }
      expander.take_volcano_quorum(job, role.annotations);
      RolePlan plan = job_role(job, role.job, role.name, expander);
      label_pods(plan, job, index);
      if (!role.topology.empty() && !role.by_selector) { let_followers_wait(plan); }
      if (!start.words.empty() && !plan.missing.empty()) {
        plan.now = static_cast<std::int32_t>(plan.existing.size());
        plan.waits_for = start.words;
        plan.after = start.after;
      }
      if (!start.comes) {
        plan.later = static_cast<std::int32_t>(plan.missing.size());
        plan.missing.clear();
        if (plan.later > 0) { note_later_pods(role.name, *prepared, expander); }
      }
      for (const PodPlan& pod : plan.missing) { here.pods.push_back(pod.name); }
      expander.add_role(job, *prepared, plan);
    }
    before = role.name;
  });
}

void expand_job_set(const KeptObject& object, Expander& expander) {
  const Path root;
  const Path path = root["spec"];
  expand_job_set_spec(expander.source_of(object), object.value()["metadata"]["annotations"],
                      object_of(object.value()["spec"], path), path, Sized::ByReplicas, expander);
}

} // namespace snapshot
