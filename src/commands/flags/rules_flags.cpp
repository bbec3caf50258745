// SPDX-License-Identifier: Apache-2.0
// Turns the flags that choose rules into the engine's options.
#include "commands/flags/rules_flags.hpp"

#include "commands/line/near_misses.hpp"
#include "commands/line/usage_error.hpp"
#include "engine/scheduler_version.hpp"
#include "snapshot/configuration/scheduler_config.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <optional>

namespace commands {

namespace {

std::string read_policy(const std::string& policy) {
  if (policy.empty() || engine::is_known_policy(policy)) { return policy; }
  std::string known;
  std::vector<std::string> names;
  for (const std::string_view name : engine::known_policies()) {
    util::append(known, known.empty() ? util::concat(name) : util::concat(", ", name));
    names.emplace_back(name);
  }
  throw UsageError(util::concat("unknown policy \"", policy, "\" for --policy, known policies are: ", known),
                   near_misses(policy, names));
}

// True if the text starts like 1.34; the engine reads suffixes of cloud providers ("1.33.5-gke.1").
bool is_version(std::string_view text) {
  constexpr std::string_view k_major = "1.";
  if (!text.starts_with(k_major)) { return false; }
  text.remove_prefix(k_major.size());
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  return digits > 0 && digits <= 3 && (digits == text.size() || text[digits] == '.');
}

// "1.34.2" and "v1.34.2" without the v.
std::string read_version(const std::string& text) {
  std::string version = text.starts_with('v') ? text.substr(1) : text;
  if (text.empty()) { return version; }
  if (is_version(version) && engine::SchedulerVersion::parse(version).minor > engine::k_newest_minor) {
    throw UsageError(util::concat("invalid argument \"", text,
                                  "\" for \"--scheduler-version\" flag: the newest known version is 1.",
                                  engine::k_newest_minor));
  }
  if (is_version(version)) { return version; }
  throw UsageError(util::concat("invalid argument \"", text,
                                "\" for \"--scheduler-version\" flag: it must be a version such as 1.34 or 1.34.2"));
}

std::optional<engine::Order> read_order(std::string_view order) {
  if (order == "restart") { return engine::Order::Restart; }
  if (order == "created") { return engine::Order::Created; }
  if (order == "events") { return engine::Order::Events; }
  return std::nullopt;
}

} // namespace

const std::vector<std::string_view>& known_orders() {
  static const std::vector<std::string_view> k_words = {"restart", "created", "events"};
  return k_words;
}

const std::vector<std::string_view>& known_waitings() {
  static const std::vector<std::string_view> k_words = {"none", "nominated"};
  return k_words;
}

const std::vector<std::string_view>& known_victims() {
  static const std::vector<std::string_view> k_words = {"gone", "stay"};
  return k_words;
}

const std::vector<std::string_view>& known_nodes_to_score() {
  static const std::vector<std::string_view> k_words = {"first", "all"};
  return k_words;
}

void add_flags(CLI::App& app, RulesFlags& flags) {
  const FlagGroup group(app, Listed::InOptions);
  group.add_text("--scheduler-config", flags.scheduler_config,
                 "File with the scheduler's KubeSchedulerConfiguration, whose profiles decide which rules run. "
                 "Without it, the answer assumes the default plugins and Coscheduling for every scheduler.");
  group.add_text("--policy", flags.policy,
                 "Gang rules to apply: none, native (Kubernetes' own), lightweight, coscheduling, or "
                 "coscheduling@VERSION for a release of scheduler-plugins. Default: each group's own API decides.");
  group.add_text("--scheduler-version", flags.scheduler_version,
                 "Version of kube-scheduler, such as 1.34.2. It decides defaults and the wording of messages. "
                 "Default: the cluster's version, if known.");
  group.add_choice("--order", flags.order, known_orders(),
                   "Source of the times that order the queue: events (the scheduler's last try of each pod), created "
                   "(creation times), restart (a scheduler that has just started). Default: events if the data "
                   "contains scheduling events, else created.");
  group.add_choice("--waiting", flags.waiting, known_waitings(),
                   "Members that wait at Permit from the start: none, or nominated (those with a nominated node).");
  group.add_choice("--victims", flags.victims, known_victims(),
                   "State of preempted pods: gone (before the next attempt), or stay (they keep terminating and keep "
                   "their resources).");
  group.add_choice("--nodes-to-score", flags.nodes_to_score, known_nodes_to_score(),
                   "Nodes that each attempt scores if the cluster has 100 nodes or more: first (the first that fit, as "
                   "many as percentageOfNodesToScore demands), or all that fit.");
  const FlagGroup for_tests(app, Listed::Nowhere);
  // The comparison with the real scheduler uses it to find the results that depend on races.
  for_tests.add_number("--api-latency-ms", flags.api_latency_ms, 0, "engine::Options");
  for_tests.add_switch("--forget-classes", flags.forgets_classes, "engine::Options");
}

engine::Options resolve(const RulesFlags& flags) {
  engine::Options options;
  options.policy = read_policy(flags.policy);
  options.scheduler_version = read_version(flags.scheduler_version);
  options.order = read_order(flags.order);
  if (flags.waiting == "nominated") { options.waiting = engine::Waiting::Nominated; }
  if (flags.victims == "stay") { options.victims = engine::Victims::Stay; }
  if (flags.nodes_to_score == "all") { options.nodes_to_score = engine::NodesToScore::All; }
  if (flags.api_latency_ms) { options.api_latency_micros = std::int64_t{*flags.api_latency_ms} * 1000; }
  options.remembers_classes = !flags.forgets_classes;
  if (!flags.scheduler_config.empty()) {
    const std::string& version = options.scheduler_version;
    const std::optional<int> release =
        version.empty() ? std::nullopt : std::optional(engine::SchedulerVersion::parse(version).minor);
    options.configuration = snapshot::read_scheduler_configuration(flags.scheduler_config, release);
  }
  return options;
}

} // namespace commands
