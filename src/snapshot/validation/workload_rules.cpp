// SPDX-License-Identifier: Apache-2.0
// Jobs and CronJobs (batch/validation), Deployments, ReplicaSets, StatefulSets and DaemonSets (apps/validation),
// ReplicationControllers (core/validation).
#include "snapshot/validation/formats.hpp"
#include "snapshot/validation/metadata.hpp"
#include "snapshot/validation/rules.hpp"
#include "snapshot/validation/selectors.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace snapshot {

namespace {

constexpr std::string_view k_unmatched = "`selector` does not match template `labels`";

document::Value template_labels(document::Value spec) { return spec["template"]["metadata"]["labels"]; }

// Without labels it has those of its template.
void check_default_labels(const Place& object) {
  if (object.value["metadata"]["labels"].size() > 0) { return; }
  const document::Value labels = template_labels(object.value["spec"]);
  must_have_valid_labels({labels, object.path["metadata"]["labels"], nullptr, object.errors}, {});
}

// ---- Jobs

// Without both numbers, it has one completion. (SetDefaults_Job)
std::optional<std::int64_t> completions_of(document::Value spec) {
  if (spec["completions"].absent() && spec["parallelism"].absent()) { return 1; }
  return util::parse_int64(spec["completions"].text());
}

void check_indexed(const Place& spec) {
  const auto number = [&](std::string_view field) { return util::parse_int64(spec.value[field].text()); };
  const auto completions = completions_of(spec.value), parallelism = number("parallelism");
  const auto most_failed = number("maxFailedIndexes"), limit = number("backoffLimitPerIndex");
  Errors& errors = spec.errors;
  if (!completions) { errors.required(spec.path["completions"], "when completion mode is Indexed"); }
  if (parallelism && *parallelism > 100'000) {
    errors.invalid(spec.path["parallelism"], *parallelism,
                   "must be less than or equal to 100000 when completion mode is Indexed");
  }
  const Path failed = spec.path["maxFailedIndexes"];
  if (completions && most_failed && *most_failed > *completions) {
    errors.invalid(failed, *most_failed, "must be less than or equal to completions");
  }
  if (most_failed && *most_failed > 100'000) {
    errors.invalid(failed, *most_failed, "must be less than or equal to 100000");
  }
  if (!completions || *completions <= 100'000 || !limit) { return; }
  constexpr std::string_view k_high = "must be less than or equal to 10000 when completions are above 100000 and used "
                                      "with backoff limit per index";
  if (!most_failed) { errors.required(failed, "must be specified when completions is above 100000"); }
  if (parallelism && *parallelism > 10'000) { errors.invalid(spec.path["parallelism"], *parallelism, k_high); }
  if (most_failed && *most_failed > 10'000) { errors.invalid(failed, *most_failed, k_high); }
}

// "acme.io/foo", at most 63 bytes. (IsDomainPrefixedPath)
void check_manager(const Place& spec) {
  const document::Value value = spec.value["managedBy"];
  if (value.absent()) { return; }
  const Path path = spec.path["managedBy"];
  const std::string_view manager = value.text();
  const std::size_t slash = manager.find('/');
  if (manager.empty()) {
    spec.errors.required(path);
  } else if (slash == std::string_view::npos || slash == 0 || slash + 1 == manager.size()) {
    spec.errors.invalid(path, manager, "must be a domain-prefixed path (such as \"acme.io/foo\")");
  } else {
    spec.errors.invalid(path, manager.substr(0, slash), dns_subdomain_complaints(manager.substr(0, slash)));
  }
  if (manager.size() > 63) { spec.errors.too_long(path, 63); }
}

void check_exit_codes(const Place& codes, const std::set<std::string_view>& containers) {
  const std::string_view op = text_at(codes.value, "operator");
  const Path values_path = codes.path["values"];
  if (op.empty()) { codes.errors.required(codes.path["operator"], "valid values: [\"In\" \"NotIn\"]"); }
  must_be_one_of({codes.value["operator"], codes.path["operator"], nullptr, codes.errors}, "In NotIn");
  const document::Value container = codes.value["containerName"], values = codes.value["values"];
  if (!container.absent() && !containers.contains(container.text())) {
    codes.errors.invalid(codes.path["containerName"], container.text(),
                         "must be one of the container or initContainer names in the pod template");
  }
  if (values.size() == 0) { codes.errors.invalid(values_path, values, "at least one value is required"); }
  if (values.size() > 255) { codes.errors.too_many(values_path, values.size(), 255); }
  std::set<std::int64_t> seen;
  std::int64_t last = INT64_MIN;
  bool is_ordered = true;
  each_element(values, values_path, [&](document::Value value, const Path& here) {
    const std::int64_t code = util::parse_int64(value.text()).value_or(0);
    if (op == "In" && code == 0) { codes.errors.invalid(here, code, "must not be 0 for the In operator"); }
    if (!seen.insert(code).second) { codes.errors.duplicate(here, code); }
    is_ordered = is_ordered && last <= code;
    last = code;
  });
  if (!is_ordered) { codes.errors.invalid(values_path, values, "must be ordered"); }
}

void check_conditions(const Place& rule) {
  const Path list = rule.path["onPodConditions"];
  const document::Value conditions = rule.value["onPodConditions"];
  if (conditions.size() > 20) { rule.errors.too_many(list, conditions.size(), 20); }
  each_element(conditions, list, [&](document::Value condition, const Path& here) {
    rule.errors.invalid(here["type"], text_at(condition, "type"), label_key_complaints(text_at(condition, "type")));
    // The default is True.
    must_be_one_of({condition["status"], here["status"], nullptr, rule.errors}, "False True Unknown");
  });
}

void check_failure_policy(const Place& spec) {
  const document::Value policy = spec.value["podFailurePolicy"];
  if (policy.absent()) { return; }
  const Path path = spec.path["podFailurePolicy"], rules = path["rules"];
  if (policy["rules"].size() > 20) { spec.errors.too_many(rules, policy["rules"].size(), 20); }
  std::set<std::string_view> containers;
  for (const char* list : {"containers", "initContainers"}) {
    for (const document::Value container : spec.value["template"]["spec"][list].elements()) {
      containers.insert(text_at(container, "name"));
    }
  }
  each_element(policy["rules"], rules, [&](document::Value rule, const Path& here) {
    const std::string_view action = text_at(rule, "action");
    const Path codes = here["onExitCodes"];
    if (action.empty()) {
      spec.errors.required(here["action"], "valid values: [\"Count\" \"FailIndex\" \"FailJob\" \"Ignore\"]");
    } else if (action == "FailIndex" && spec.value["backoffLimitPerIndex"].absent()) {
      spec.errors.invalid(here["action"], action, "requires the backoffLimitPerIndex to be set");
    }
    must_be_one_of({rule["action"], here["action"], nullptr, spec.errors}, "Count FailIndex FailJob Ignore");
    const bool has_codes = !rule["onExitCodes"].absent(), has_conditions = rule["onPodConditions"].size() > 0;
    if (has_codes) { check_exit_codes({rule["onExitCodes"], codes, nullptr, spec.errors}, containers); }
    check_conditions({rule, here, nullptr, spec.errors});
    if (has_codes && has_conditions) {
      spec.errors.omitted(here, "specifying both OnExitCodes and OnPodConditions is not supported");
    }
    if (!has_codes && !has_conditions) {
      spec.errors.omitted(here, "specifying one of OnExitCodes and OnPodConditions is required");
    }
  });
}

// The number of indexes in "0-3,7", or a complaint. (validateIndexesFormat)
std::int64_t indexes_in(std::string_view text, std::int64_t completions, std::string& complaint) {
  std::int64_t count = 0, last = -1;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view interval = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    const std::size_t dash = std::min(interval.find('-'), interval.size());
    const std::string_view first_text = interval.substr(0, dash);
    const std::string_view last_text = dash == interval.size() ? first_text : interval.substr(dash + 1);
    const auto from = util::parse_int64(first_text), to = util::parse_int64(last_text);
    if (!from || !to || last_text.find('-') != std::string_view::npos) {
      const std::string_view bad = from ? last_text : first_text;
      complaint = util::concat("cannot convert string to integer for index: \"", bad, '"');
    } else if (std::max(*from, *to) >= completions) {
      complaint = util::concat("too large index: \"", *from >= completions ? first_text : last_text, '"');
    } else if (*from > *to || *from <= last) {
      complaint = util::concat("non-increasing order, previous: ", *from > *to ? *from : last,
                               ", current: ", *from > *to ? *to : *from);
    }
    if (!complaint.empty()) { return count; }
    count += *to - *from + 1;
    last = *to;
  }
  return count;
}

void check_success_policy(const Place& spec) {
  const document::Value policy = spec.value["successPolicy"];
  if (policy.absent()) { return; }
  const Path path = spec.path["successPolicy"], rules = path["rules"];
  if (text_at(spec.value, "completionMode") != "Indexed") {
    return spec.errors.invalid(path, policy, "requires indexed completion mode");
  }
  const std::int64_t completions = completions_of(spec.value).value_or(0);
  if (policy["rules"].size() == 0) {
    spec.errors.required(rules, "at least one rules must be specified when the successPolicy is specified");
  }
  if (policy["rules"].size() > 20) { spec.errors.too_many(rules, policy["rules"].size(), 20); }
  each_element(policy["rules"], rules, [&](document::Value rule, const Path& here) {
    const document::Value indexes = rule["succeededIndexes"], count = rule["succeededCount"];
    if (indexes.absent() && count.absent()) {
      spec.errors.required(here, "at least one of succeededCount or succeededIndexes must be specified");
    }
    std::string complaint;
    const std::int64_t total = indexes_in(indexes.text(), completions, complaint);
    if (!complaint.empty()) {
      spec.errors.invalid(here["succeededIndexes"], indexes.text(),
                          util::concat("error parsing succeededIndexes: ", complaint));
    }
    if (count.absent()) { return; }
    const std::int64_t wanted = util::parse_int64(count.text()).value_or(0);
    const Path at = here["succeededCount"];
    must_not_be_negative({count, at, nullptr, spec.errors}, {});
    if (wanted > completions) {
      spec.errors.invalid(
          at, wanted,
          util::concat("must be less than or equal to ", completions, " (the number of specified completions)"));
    }
    if (!indexes.absent() && wanted > total) {
      spec.errors.invalid(at, wanted,
                          util::concat("must be less than or equal to ", total,
                                       " (the number of indexes in the specified succeededIndexes field)"));
    }
  });
}

void check_restart_policy_of_job(const Place& pod_template, bool has_failure_policy) {
  const Path of_pod = pod_template.path["spec"], path = of_pod["restartPolicy"];
  const std::string_view policy = text_at(pod_template.value["spec"], "restartPolicy");
  if (policy.empty() || policy == "Always") {
    pod_template.errors.required(path, "valid values: \"OnFailure\", \"Never\"");
  } else if (policy != "OnFailure" && policy != "Never") {
    pod_template.errors.not_supported(path, policy, "OnFailure Never");
  } else if (has_failure_policy && policy != "Never") {
    pod_template.errors.invalid(path, policy, "only \"Never\" is supported when podFailurePolicy is specified");
  }
}

// (validateJobSpec)
void check_job_spec(const Place& spec) {
  const document::Value limit = spec.value["backoffLimitPerIndex"], failed = spec.value["maxFailedIndexes"];
  const std::string_view mode = text_at(spec.value, "completionMode");
  if (!failed.absent() && limit.absent()) {
    spec.errors.required(spec.path["backoffLimitPerIndex"], "when maxFailedIndexes is specified");
  }
  if (mode == "Indexed") {
    check_indexed(spec);
  } else if (mode.empty() || mode == "NonIndexed") {
    for (const char* field : {"backoffLimitPerIndex", "maxFailedIndexes"}) {
      if (spec.value[field].absent()) { continue; }
      spec.errors.invalid(spec.path[field], number_at(spec.value, field), "requires indexed completion mode");
    }
  }
  check_manager(spec);
  check_failure_policy(spec);
  check_success_policy(spec);
  const Path replacement = spec.path["podReplacementPolicy"];
  must_be_one_of_if_given({spec.value["podReplacementPolicy"], replacement, nullptr, spec.errors},
                          spec.value["podFailurePolicy"].absent() ? "Failed TerminatingOrFailed" : "Failed");
  const Path of_template = spec.path["template"];
  check_restart_policy_of_job({spec.value["template"], of_template, nullptr, spec.errors},
                              !spec.value["podFailurePolicy"].absent());
}

// The API server adds labels with the name and uid of the Job to its template, and selects its pods by the uid.
// (generateSelector, validateGeneratedSelector)
void check_generated_labels(const Place& job) {
  const document::Value spec = job.value["spec"], labels = template_labels(spec), selector = spec["selector"];
  const std::string name = made_name(job.value["metadata"]);
  const Path of_spec = job.path["spec"], of_template = of_spec["template"], metadata = of_template["metadata"];
  const Path path = metadata["labels"];
  Errors& errors = job.errors;
  LabelMap all = labels_in(labels);
  if (is_true(spec, "manualSelector")) {
    if (selector.absent()) { errors.required(of_spec["selector"]); }
    if (selects(selector, all) == false) { errors.invalid(path, labels, k_unmatched); }
    return;
  }
  for (const std::string_view key : {"job-name", "batch.kubernetes.io/job-name"}) {
    const auto given = labels[key];
    if (!given.absent() && given.text() != name && !name.empty()) {
      errors.invalid(path.member(key), labels, util::concat("must be '", name, '\''));
    }
    if (given.absent()) { errors.invalid(of_template["labels"], name, label_value_complaints(name)); }
    all.try_emplace(key, name);
  }
  for (const std::string_view key : {"controller-uid", "batch.kubernetes.io/controller-uid"}) {
    if (!labels[key].absent()) { errors.invalid(path.member(key), labels, "must be the uid of the Job"); }
    all.try_emplace(key, "the uid");
  }
  if (selector.absent()) { return; }
  LabelMap expected = {{"job-name", name}, {"batch.kubernetes.io/job-name", name}};
  if (selects(selector, expected) == false) {
    errors.invalid(of_spec["selector"], selector, "`selector` not auto-generated");
  }
  if (selects(selector, all) == false) { errors.invalid(path, labels, k_unmatched); }
}

// A pod of an Indexed Job has the hostname NAME-INDEX.
void check_job(const Place& job) {
  check_default_labels(job);
  check_generated_labels(job);
  const document::Value spec = job.value["spec"];
  const std::int64_t completions = completions_of(spec).value_or(0);
  if (text_at(spec, "completionMode") != "Indexed" || completions <= 0) { return; }
  const std::string name = made_name(job.value["metadata"]);
  const std::string hostname = util::concat(name, '-', completions - 1);
  if (!dns_label_complaints(hostname).empty()) {
    const Path metadata = job.path["metadata"];
    job.errors.invalid(metadata["name"], name,
                       util::concat("will not able to create pod with invalid DNS label: ", hostname));
  }
}

// ---- CronJobs

// Of the form of a name in the database of time zones. Whether the database has it is for is_known_time_zone.
void check_time_zone(const Place& spec) {
  const document::Value zone = spec.value["timeZone"];
  if (zone.absent()) { return; }
  const std::string_view name = zone.text();
  const Path path = spec.path["timeZone"];
  if (name.empty()) { return spec.errors.invalid(path, "", "timeZone must be nil or non-empty string"); }
  const auto is_allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
           c == '_' || c == '+';
  };
  for (std::string_view left = name;;) {
    const std::size_t end = std::min(left.find('/'), left.size());
    const std::string_view part = left.substr(0, end);
    if (part == "." || part == ".." || part.starts_with('-') || part.empty() || part.size() > 14 ||
        !std::ranges::all_of(part, is_allowed)) {
      return spec.errors.invalid(path, name, util::concat("unknown time zone ", name));
    }
    if (end == left.size()) { break; }
    left.remove_prefix(end + 1);
  }
  if (util::lowercase(name) == "local") {
    spec.errors.invalid(path, name,
                        "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
  }
}

void check_cron_job_spec(const Place& spec) {
  const std::string_view schedule = text_at(spec.value, "schedule");
  const Path path = spec.path["schedule"];
  if (schedule.empty()) {
    spec.errors.required(path);
  } else {
    const bool has_zone = schedule.find("TZ") != std::string_view::npos;
    if (const std::string complaint = has_zone ? std::string() : schedule_complaint(schedule); !complaint.empty()) {
      spec.errors.invalid(path, schedule, complaint);
    }
    if (has_zone) {
      spec.errors.invalid(path, schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
    }
  }
  check_time_zone(spec);
  const document::Value job = spec.value["jobTemplate"]["spec"];
  const Path of_template = spec.path["jobTemplate"], of_job = of_template["spec"];
  if (!job["selector"].absent()) {
    spec.errors.invalid(of_job["selector"], job["selector"], "`selector` will be auto-generated");
  }
  if (is_true(job, "manualSelector")) {
    spec.errors.not_supported(of_job["manualSelector"], job["manualSelector"], "nil false");
  }
}

void check_cron_job(const Place& job) {
  const std::string name = made_name(job.value["metadata"]);
  const Path metadata = job.path["metadata"];
  if (name.size() > 52) { job.errors.invalid(metadata["name"], name, "must be no more than 52 characters"); }
}

// ---- workloads of apps

// Pods that restart forever and have no deadline. `text`: the kind that the message names.
void check_endless_template(const Place& pod_template, std::string_view kind) {
  const document::Value pod = pod_template.value["spec"];
  const Path path = pod_template.path["spec"];
  const std::string_view policy = text_at(pod, "restartPolicy");
  Errors& errors = pod_template.errors;
  if (!policy.empty() && policy != "Always") { errors.not_supported(path["restartPolicy"], policy, "Always"); }
  if (!pod["activeDeadlineSeconds"].absent()) {
    errors.forbidden(path["activeDeadlineSeconds"],
                     util::concat("activeDeadlineSeconds in ", kind, " is not Supported"));
  }
}

void check_endless(const Place& spec, std::string_view kind) {
  const Path of_template = spec.path["template"];
  check_endless_template({spec.value["template"], of_template, nullptr, spec.errors}, kind);
}

// `kind`: as the message about an empty selector names it. `invalid`: what is said about an invalid one.
void check_selector(const Place& spec, std::string_view kind, std::string_view invalid) {
  const document::Value selector = spec.value["selector"], labels = template_labels(spec.value);
  const Path path = spec.path["selector"], of_template = spec.path["template"], metadata = of_template["metadata"];
  if (selector.absent()) {
    spec.errors.required(path);
  } else if (is_empty_selector(selector)) {
    spec.errors.invalid(path, selector, util::concat("empty selector is invalid for ", kind));
  }
  const std::optional<bool> matches = selects(selector, labels_in(labels));
  if (!matches) {
    spec.errors.invalid(path, selector, invalid);
  } else if (!*matches && (selector.absent() || !is_empty_selector(selector))) {
    spec.errors.invalid(metadata["labels"], labels, k_unmatched);
  }
}

bool hides_template(const Place& spec) { return !selects(spec.value["selector"], {}).has_value(); }

struct Share { // a number, or a percentage
  bool is_percent = false;
  std::int64_t number = 0;
};

// Complains about what is neither. (ValidatePositiveIntOrPercent)
Share share_of(const Place& field, std::string_view otherwise) {
  const std::string_view text = field.value.absent() ? otherwise : field.value.text();
  if (field.value.is_number()) {
    must_not_be_negative(field, {});
    return {false, util::parse_int64(text).value_or(0)};
  }
  if (!field.value.absent()) { field.errors.invalid(field.path, text, percent_complaints(text)); }
  const bool is_percent = percent_complaints(text).empty();
  return {is_percent, util::parse_int64(text.substr(0, text.size() - (is_percent ? 1 : 0))).value_or(0)};
}

void must_be_at_most_all(const Place& field, const Share& share) {
  if (share.is_percent && share.number > 100) {
    field.errors.invalid(field.path, field.value, "must not be greater than 100%");
  }
}

void check_deployment(const Place& spec) {
  check_selector(spec, "deployment", "invalid label selector");
  if (!hides_template(spec)) { check_endless(spec, "ReplicaSet"); }
  const document::Value strategy = spec.value["strategy"], rolling = strategy["rollingUpdate"];
  const std::string_view type = text_at(strategy, "type");
  const Path path = spec.path["strategy"], of_rolling = path["rollingUpdate"];
  if (type == "Recreate") {
    if (!rolling.absent()) {
      spec.errors.forbidden(of_rolling, "may not be specified when strategy `type` is 'Recreate'");
    }
  } else if (type.empty() || type == "RollingUpdate") {
    const Path at = of_rolling["maxUnavailable"], surge_path = of_rolling["maxSurge"];
    const Place unavailable = {rolling["maxUnavailable"], at, nullptr, spec.errors};
    const Share missing = share_of(unavailable, "25%");
    const Share surge = share_of({rolling["maxSurge"], surge_path, nullptr, spec.errors}, "25%");
    if (missing.number == 0 && surge.number == 0) {
      spec.errors.invalid(at, unavailable.value.absent() ? BadValue("25%") : BadValue(unavailable.value),
                          "may not be 0 when `maxSurge` is 0");
    }
    must_be_at_most_all(unavailable, missing);
  } else {
    spec.errors.not_supported(path, strategy, "Recreate RollingUpdate");
  }
  const std::int64_t deadline = number_at(spec.value, "progressDeadlineSeconds", 600);
  if (deadline <= number_at(spec.value, "minReadySeconds")) {
    spec.errors.invalid(spec.path["progressDeadlineSeconds"], deadline, "must be greater than minReadySeconds");
  }
}

void check_replica_set(const Place& spec) {
  check_selector(spec, "deployment", "invalid label selector");
  if (!hides_template(spec)) { check_endless(spec, "ReplicaSet"); }
}

void check_stateful_set(const Place& spec) {
  check_selector(spec, "statefulset", "");
  check_endless(spec, "StatefulSet");
  const std::string_view policy = text_at(spec.value, "podManagementPolicy");
  if (!policy.empty() && policy != "OrderedReady" && policy != "Parallel") {
    spec.errors.invalid(spec.path["podManagementPolicy"], policy, "must be 'OrderedReady' or 'Parallel'");
  }
  const document::Value strategy = spec.value["updateStrategy"], rolling = strategy["rollingUpdate"];
  const std::string_view type = text_at(strategy, "type");
  const Path path = spec.path["updateStrategy"], of_rolling = path["rollingUpdate"];
  if (type == "OnDelete") {
    if (!rolling.absent()) {
      spec.errors.invalid(of_rolling, rolling, "only allowed for updateStrategy 'RollingUpdate'");
    }
  } else if (!type.empty() && type != "RollingUpdate") {
    spec.errors.invalid(path, strategy, "must be 'RollingUpdate' or 'OnDelete'");
  } else {
    must_not_be_negative({rolling["partition"], of_rolling["partition"], nullptr, spec.errors}, {});
    // maxUnavailable is dropped without its gate, MaxUnavailableStatefulSet.
  }
  const Path ordinals = spec.path["ordinals"], retention = spec.path["persistentVolumeClaimRetentionPolicy"];
  must_not_be_negative({spec.value["ordinals"]["start"], ordinals["start"], nullptr, spec.errors}, {});
  for (const char* field : {"whenDeleted", "whenScaled"}) {
    must_be_one_of({spec.value["persistentVolumeClaimRetentionPolicy"][field], retention[field], nullptr, spec.errors},
                   "Retain Delete");
  }
}

void check_daemon_set(const Place& spec) {
  const document::Value selector = spec.value["selector"], labels = template_labels(spec.value);
  const Path of_template = spec.path["template"], metadata = of_template["metadata"];
  const std::optional<bool> matches =
      selector.absent() || !is_empty_selector(selector) ? selects(selector, labels_in(labels)) : true;
  if (matches == false) { spec.errors.invalid(metadata["labels"], labels, k_unmatched); }
  if (!selector.absent() && is_empty_selector(selector)) {
    spec.errors.invalid(spec.path["selector"], selector, "empty selector is invalid for daemonset");
  }
  check_endless(spec, "DaemonSet");
  const document::Value strategy = spec.value["updateStrategy"], rolling = strategy["rollingUpdate"];
  const std::string_view type = text_at(strategy, "type");
  const Path path = spec.path["updateStrategy"], of_rolling = path["rollingUpdate"];
  if (type == "OnDelete") { return; }
  if (!type.empty() && type != "RollingUpdate") {
    return spec.errors.not_supported(path, strategy, "RollingUpdate OnDelete");
  }
  const Path missing_path = of_rolling["maxUnavailable"], surge_path = of_rolling["maxSurge"];
  const Place unavailable = {rolling["maxUnavailable"], missing_path, nullptr, spec.errors};
  const Place surge = {rolling["maxSurge"], surge_path, nullptr, spec.errors};
  const Share missing = share_of(unavailable, "1"), extra = share_of(surge, "0");
  must_be_at_most_all(unavailable, missing);
  must_be_at_most_all(surge, extra);
  if (missing.number != 0 && extra.number != 0) {
    spec.errors.invalid(surge_path, surge.value, "may not be set when maxUnavailable is non-zero");
  } else if (missing.number == 0 && extra.number == 0) {
    spec.errors.required(missing_path, "cannot be 0 when maxSurge is 0");
  }
}

// The selector defaults to the labels of the template.
void check_replication_controller(const Place& spec) {
  const document::Value selector = spec.value["selector"], labels = template_labels(spec.value);
  const Path of_template = spec.path["template"], metadata = of_template["metadata"];
  if (selector.size() == 0 && labels.size() == 0) { spec.errors.required(spec.path["selector"]); }
  const LabelMap given = labels_in(labels);
  const auto is_given = [&](const auto& label) {
    const auto found = given.find(label.first);
    return found != given.end() && found->second == label.second;
  };
  if (spec.value["template"].absent()) { return spec.errors.required(of_template); }
  if (!std::ranges::all_of(labels_in(selector), is_given)) {
    spec.errors.invalid(metadata["labels"], labels, k_unmatched);
  }
  check_endless(spec, "ReplicationController");
}

constexpr FieldRule k_workload_fields[] = {
    {"CronJobSpec", "concurrencyPolicy", must_be_one_of, "Allow Forbid Replace"},
    {"CronJobSpec", "failedJobsHistoryLimit", must_not_be_negative},
    {"CronJobSpec", "startingDeadlineSeconds", must_not_be_negative},
    {"CronJobSpec", "successfulJobsHistoryLimit", must_not_be_negative},
    {"DaemonSetSpec", "minReadySeconds", must_not_be_negative},
    {"DaemonSetSpec", "revisionHistoryLimit", must_not_be_negative},
    {"DeploymentSpec", "minReadySeconds", must_not_be_negative},
    {"DeploymentSpec", "progressDeadlineSeconds", must_not_be_negative},
    {"DeploymentSpec", "replicas", must_not_be_negative},
    {"DeploymentSpec", "revisionHistoryLimit", must_not_be_negative},
    {"JobSpec", "activeDeadlineSeconds", must_not_be_negative},
    {"JobSpec", "backoffLimit", must_not_be_negative},
    {"JobSpec", "backoffLimitPerIndex", must_not_be_negative},
    {"JobSpec", "completionMode", must_be_one_of_if_given, "NonIndexed Indexed"},
    {"JobSpec", "completions", must_not_be_negative},
    {"JobSpec", "maxFailedIndexes", must_not_be_negative},
    {"JobSpec", "parallelism", must_not_be_negative},
    {"JobSpec", "ttlSecondsAfterFinished", must_not_be_negative},
    {"ReplicaSetSpec", "minReadySeconds", must_not_be_negative},
    {"ReplicaSetSpec", "replicas", must_not_be_negative},
    {"ReplicationControllerSpec", "minReadySeconds", must_not_be_negative},
    {"ReplicationControllerSpec", "replicas", must_not_be_negative},
    {"StatefulSetSpec", "minReadySeconds", must_not_be_negative},
    {"StatefulSetSpec", "replicas", must_not_be_negative},
    {"StatefulSetSpec", "serviceName", must_be_dns_label},
};

constexpr TypeRule k_workload_types[] = {
    {"CronJob", check_cron_job},
    {"CronJobSpec", check_cron_job_spec},
    {"DaemonSetSpec", check_daemon_set},
    {"DeploymentSpec", check_deployment},
    {"Job", check_job},
    {"JobSpec", check_job_spec},
    {"ReplicaSetSpec", check_replica_set},
    {"ReplicationController", check_default_labels},
    {"ReplicationControllerSpec", check_replication_controller},
    {"StatefulSetSpec", check_stateful_set},
};

} // namespace

void check_template_of(std::string_view kind, const Place& pod_template) {
  if (kind == "Job") { return check_restart_policy_of_job(pod_template, false); }
  if (kind == "Deployment" || kind == "ReplicaSet") { return check_endless_template(pod_template, "ReplicaSet"); }
  if (kind == "DaemonSet" || kind == "StatefulSet") { check_endless_template(pod_template, kind); }
}

RuleTable workload_rules() { return {k_workload_fields, k_workload_types}; }

} // namespace snapshot
