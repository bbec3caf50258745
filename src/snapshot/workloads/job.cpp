// SPDX-License-Identifier: Apache-2.0
// batch/v1 Job and CronJob. A Job: `parallelism` pods at a time until `completions` of them have succeeded. Pods beyond
// the first `parallelism` wait for a completion; we do not simulate them. (kubernetes pkg/controller/job)
#include "snapshot/expand/fixed_fields.hpp"
#include "snapshot/expand/job_spec.hpp"
#include "snapshot/expand/workloads.hpp"

#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <charconv>
#include <set>

namespace snapshot {

namespace {

constexpr std::string_view k_index_label = "batch.kubernetes.io/job-completion-index";

// Parses "0-3,7", the format of status.completedIndexes.
std::set<std::int32_t> indexes_of(std::string_view text) {
  std::set<std::int32_t> indexes;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view range = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    const std::size_t dash = std::min(range.find('-'), range.size());
    const auto first = util::parse_int64(range.substr(0, dash));
    const auto last = dash == range.size() ? first : util::parse_int64(range.substr(dash + 1));
    constexpr std::int64_t k_most = 1'000'000;
    for (std::int64_t index = first.value_or(0); first && last && index <= std::min(*last, k_most); ++index) {
      indexes.insert(static_cast<std::int32_t>(index));
    }
  }
  return indexes;
}

// The progress of an existing Job.
struct Progress {
  std::int32_t succeeded = 0;
  std::int32_t failed = 0;              // indexes that are not tried again
  std::set<std::int32_t> taken_indexes; // completed, failed, or in use by a live pod
  std::vector<model::PodIndex> live;
};

Progress progress_of(const Source& source, const Expander& expander) {
  Progress progress;
  if (const Workload* const job = expander.existing(source)) {
    progress.succeeded = job->succeeded;
    progress.taken_indexes = indexes_of(job->completed_indexes);
    const std::set<std::int32_t> failed = indexes_of(job->failed_indexes);
    progress.failed = static_cast<std::int32_t>(failed.size());
    progress.taken_indexes.insert(failed.begin(), failed.end());
  }
  std::int32_t seen = 0;
  const model::PodList& pods = expander.collected().cluster.pods;
  progress.live = expander.live_pods_of(source);
  for (const model::PodIndex at : expander.pods_of(source)) {
    const model::Pod& pod = pods[static_cast<std::size_t>(at)];
    const bool has_succeeded = pod.phase == model::PodPhase::Succeeded;
    seen += has_succeeded ? 1 : 0;
    const auto index = util::parse_int64(model::find_label(*pod.labels, k_index_label).value_or(""));
    const bool holds = has_succeeded || std::ranges::find(progress.live, at) != progress.live.end();
    if (index && holds) { progress.taken_indexes.insert(static_cast<std::int32_t>(*index)); }
  }
  progress.succeeded = std::max(progress.succeeded, seen);
  return progress;
}

void add_indexed(const Source& source, const JobSpec& spec, const Progress& progress, std::int32_t missing,
                 RolePlan& role) {
  const std::int32_t completions = spec.completions.value_or(spec.parallelism);
  const std::size_t width = std::to_string(std::max(completions - 1, 0)).size();
  for (std::int32_t index = 0; index < completions && std::ssize(role.missing) < missing; ++index) {
    if (progress.taken_indexes.contains(index)) { continue; }
    const std::string number = std::to_string(index);
    role.missing.push_back({.name = util::concat(source.name, '-', std::string(width - number.size(), '0'), number),
                            .labels = {{std::string(k_index_label), number}}});
  }
}

// The group that a Job requests with spec.scheduling. Only a Job without an owner gets one, and only with a feature
// gate that is off by default. (kubernetes 1.37, job_scheduling_manager.go: getManagementMode, generateWorkload;
// KEP-5547)
std::optional<GroupPlan> scheduling_group_of(const Source& job, document::Value spec, const Path& path,
                                             std::int32_t parallelism, Expander& expander) {
  const document::Value scheduling = spec["scheduling"];
  if (scheduling.absent() || expander.top().kind != "Job") { return std::nullopt; }
  constexpr std::string_view k_gate = "feature gate WorkloadWithJob";
  expander.note(model::Authority::Operator, model::Reply::NotAsked,
                util::concat(text_of(job), ": spec.scheduling needs Kubernetes 1.37 with the ", k_gate,
                             ", which is off by default, and the input does not show it"),
                std::string(k_gate));
  const Path at = path["scheduling"];
  const Path policy_path = at["schedulingPolicy"];
  const document::Value gang = scheduling["schedulingPolicy"]["gang"];
  const Path gang_path = policy_path["gang"];
  GroupPlan group;
  group.dialect = model::Dialect::Native;
  group.name = util::concat(job.name, "-x"); // ends in hashes
  group.native_spec.emplace();
  document::Output& made = *group.native_spec;
  if (gang.absent()) {
    made["schedulingPolicy"]["basic"] = document::Output();
  } else {
    const std::int32_t otherwise = std::max(parallelism, 1);
    made["schedulingPolicy"]["gang"]["minCount"] = pod_count(gang["minCount"], gang_path["minCount"], otherwise);
  }
  for (const std::string_view key : {"schedulingConstraints", "disruptionMode"}) {
    if (!scheduling[key].absent()) { made[key] = document::editable(scheduling[key]); }
  }
  group.condition = util::concat("Kubernetes runs with the ", k_gate);
  return group;
}

// The API server does not change the template of a Job. Of its pods, one tells the template.
void note_fixed_template(const Source& source, const Prepared& prepared, Expander& expander) {
  const Source& top = expander.top();
  if (top.api_version != "batch/v1" || top.kind != "Job" || top.name != source.name ||
      expander.existing(source) == nullptr) {
    return;
  }
  const std::vector<model::PodIndex> pods = expander.pods_of(source);
  if (pods.empty()) { return; }
  note_fixed_fields(pods.front(), prepared, "spec.template: Invalid value: {…}: field is immutable", expander);
}

// A Job that exists and makes no more pods: it has ended, its deadline has passed, or its controller lets it fail at
// its next look. (job controller, syncJob: exceedsBackoffLimit)
void note_end(const Source& source, Expander& expander) {
  const Workload* const job = expander.existing(source);
  if (job == nullptr || source.kind != "Job") { return; }
  const std::optional<model::Time> now = expander.now();
  const bool is_late = job->object.deadline && now && *job->object.deadline <= *now;
  if (!job->object.has_ended && !is_late) {
    if (job->object.ending.empty()) { return; }
    return expander.note(model::Authority::Operator, model::Reply::NotAsked,
                         util::concat(text_of(source), ' ', job->object.ending, ": its controller lets it fail"),
                         text_of(source));
  }
  expander.note(model::Authority::Operator, model::Reply::NotAsked,
                job->object.has_ended
                    ? util::concat(text_of(source), " is finished, so it makes no pods now")
                    : util::concat("the deadline of ", text_of(source), " has passed, so it makes no pods now"),
                text_of(source));
}

} // namespace

JobSpec job_spec_of(document::Value value, const Path& path) {
  JobSpec spec;
  bool gives_parallelism = false;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "parallelism") {
      gives_parallelism = !member.absent();
      spec.parallelism = pod_count(member, at, 1);
    } else if (key == "completions") {
      if (!member.absent()) { spec.completions = std::max(int32_of(member, at), 0); }
    } else if (key == "completionMode") {
      spec.indexed = text_of(member, at) == "Indexed";
    } else if (key == "suspend") {
      spec.suspended = boolean_of(member, at);
    } else if (key == "template") {
      spec.pod_template = member;
    }
  });
  if (!gives_parallelism && !spec.completions) { spec.completions = 1; } // SetDefaults_Job
  return spec;
}

RolePlan job_role(const Source& job, const JobSpec& spec, std::string_view name, const Expander& expander) {
  const Progress progress = progress_of(job, expander);
  RolePlan role;
  role.name = name;
  // A work queue makes no new pods once one has succeeded. (manageJob)
  const std::int32_t of_queue =
      progress.succeeded > 0 ? static_cast<std::int32_t>(progress.live.size()) : spec.parallelism;
  role.count = std::max(spec.completions ? *spec.completions - progress.succeeded - progress.failed : of_queue, 0);
  role.now = std::min(spec.parallelism, role.count);
  if (role.now < role.count) { role.waits_for = "the completion of others"; }
  role.existing = progress.live;
  const auto missing = std::max(role.now - static_cast<std::int32_t>(progress.live.size()), 0);
  if (spec.indexed) {
    add_indexed(job, spec, progress, missing, role);
  } else {
    for (std::string& pod : expander.new_names(job.namespace_name, std::string(job.name), missing)) {
      role.missing.push_back({.name = std::move(pod)});
    }
  }
  return role;
}

void resize(JobSpec& spec, std::int32_t parallelism) {
  if (parallelism != spec.parallelism && spec.completions) { spec.completions = parallelism; } // elastic: both change
  spec.parallelism = parallelism;
}

void expand_job_spec(const Source& source, document::Value value, const Path& path, Expander& expander) {
  JobSpec spec = job_spec_of(value, path);
  resize(spec, expander.replicas(source.name, spec.parallelism));
  PodTemplate pod_template(spec.pod_template, path["template"]);
  pod_template.set_label("batch.kubernetes.io/job-name", source.name);
  pod_template.set_label("job-name", source.name);
  const auto group = scheduling_group_of(source, value, path, spec.parallelism, expander);
  const bool has_own = !spec.pod_template["spec"]["schedulingGroup"].absent();
  if (group && !has_own) {
    pod_template.join(*group);
    expander.add_group(source, *group);
  }
  const Prepared prepared = expander.prepare(source, std::move(pod_template), path["template"]);
  if (spec.suspended) {
    expander.assume(util::concat(source.kind, ' ', source.namespace_name, '/', source.name, " is resumed"));
  }
  note_fixed_template(source, prepared, expander);
  note_end(source, expander);
  RolePlan role = job_role(source, spec, source.name, expander);
  const Workload* const job = expander.existing(source);
  if (job != nullptr && job->object.has_ended) { role.missing.clear(); }
  expander.add_role(source, prepared, role);
}

void expand_job(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  expander.take_volcano_quorum(source, object.value()["metadata"]["annotations"]);
  expand_job_spec(source, object_of(object.value()["spec"], root["spec"]), root["spec"], expander);
}

// One run of a CronJob, started now regardless of the schedule.
void expand_cron_job(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path spec = root["spec"];
  const Path job_template = spec["jobTemplate"];
  const document::Value job = object_of(object_of(object.value()["spec"], spec)["jobTemplate"], job_template);
  expander.assume(util::concat("one run of CronJob ", source.namespace_name, '/', source.name, " is started"));
  expander.take_volcano_quorum(source, job["metadata"]["annotations"]); // those of the Job that owns the pods
  expand_job_spec(source, object_of(job["spec"], job_template["spec"]), job_template["spec"], expander);
}

} // namespace snapshot
