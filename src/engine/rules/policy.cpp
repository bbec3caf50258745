// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/policy.hpp"

#include <array>
#include <charconv>
#include <compare>

namespace engine {

namespace {

// A release of scheduler-plugins: v0.<minor>.<patch>, then -devel < -devel-sg < -rc < the plain release.
struct Release {
  int minor = 0, patch = 0, stage = 3;
  friend auto operator<=>(const Release&, const Release&) = default;
};

struct PolicyRow {
  Release since;
  Policy policy;
};

Policy label_only() {
  Policy policy;
  policy.name = "lightweight";
  policy.label_only = true;
  policy.timestamp = GroupTimestamp::FirstPod;
  policy.pre_filter_unresolvable = false;
  policy.gated_members_do_not_count = false;
  policy.group_backoff = false;
  policy.post_filter = PostFilterRule::None;
  policy.reject_percentage_argument = false;
  policy.activation = SiblingActivation::None;
  policy.default_wait_seconds = 10;
  policy.post_filter_text = policy.unreserve_text = "Coscheduling";
  policy.every_event_wakes = true;
  policy.release_wakes = false;
  return policy;
}

// One row per release that changed a rule, oldest first; each row is the previous one with its changes.
std::vector<PolicyRow> make_releases() {
  std::vector<PolicyRow> rows;
  Policy policy;
  const auto release = [&](Release since, std::string_view name) {
    policy.name = name;
    rows.push_back({since, policy});
  };
  policy.timestamp = GroupTimestamp::Creation;
  policy.pre_filter_unresolvable = false;
  policy.gated_members_do_not_count = false;
  policy.group_backoff = false;
  policy.denied_seconds = 20;
  policy.denied_text_says_3s = true;
  policy.post_filter = PostFilterRule::FilterFailures;
  policy.reject_percentage_argument = false;
  policy.activation = SiblingActivation::None;
  policy.post_filter_text = policy.unreserve_text = "Coscheduling";
  policy.every_event_wakes = true;
  policy.release_wakes = false;
  release({19, 8}, "coscheduling@v0.19.8");
  policy.post_filter_text = "optimistic rejection in PostFilter";
  policy.unreserve_text = "rejection in Unreserve";
  release({21, 6}, "coscheduling@v0.21.6");
  policy.post_filter = PostFilterRule::Always;
  policy.activation = SiblingActivation::EveryWaiting;
  release({22, 6}, "coscheduling@v0.22.6");
  policy.pre_filter_unresolvable = true;
  policy.every_event_wakes = false;
  policy.release_wakes = true;
  policy.denied_text_says_3s = false;
  release({23, 9}, "coscheduling@v0.23.9");
  policy.denied_seconds = 0;
  release({23, 10}, "coscheduling@v0.23.10");
  release({24, 9}, "coscheduling@v0.24.9");
  release({25, 7}, "coscheduling@v0.25.7");
  policy.group_backoff = true;
  release({26, 7}, "coscheduling@v0.26.7");
  policy.activation = SiblingActivation::FirstWaiting;
  release({28, 9}, "coscheduling@v0.28.9");
  release({31, 8}, "coscheduling@v0.31.8");
  policy.timestamp = GroupTimestamp::LastFailure;
  release({34, 4, 0}, "coscheduling@v0.34.4-devel");
  policy.gated_members_do_not_count = true;
  release({34, 4, 1}, "coscheduling@v0.34.4-devel-sg");
  policy.reject_percentage_argument = true;
  release({34, 4, 2}, "coscheduling@v0.34.4-rc");
  release({34, 7}, "coscheduling");
  return rows;
}

const std::vector<PolicyRow>& releases() {
  static const std::vector<PolicyRow> rows = make_releases();
  return rows;
}

std::optional<Release> parse_release(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, int>, 4> k_stages = {
      {{"-devel", 0}, {"-devel-sg", 1}, {"-rc", 2}, {"", 3}}};
  if (text.starts_with('v')) { text.remove_prefix(1); }
  if (!text.starts_with("0.")) { return std::nullopt; }
  text.remove_prefix(2);
  Release release;
  const char* const end = text.data() + text.size();
  const auto minor = std::from_chars(text.data(), end, release.minor);
  if (minor.ec != std::errc() || minor.ptr == end || *minor.ptr != '.') { return std::nullopt; }
  const auto patch = std::from_chars(minor.ptr + 1, end, release.patch);
  if (patch.ec != std::errc()) { return std::nullopt; }
  const std::string_view suffix(patch.ptr, static_cast<std::size_t>(end - patch.ptr));
  for (const auto& [word, stage] : k_stages) {
    if (word == suffix) {
      release.stage = stage;
      return release;
    }
  }
  return std::nullopt;
}

const Policy& lightweight_policy() {
  static const Policy policy = label_only();
  return policy;
}

const Policy& no_policy() {
  static const Policy policy = [] {
    Policy none;
    none.name = "none";
    none.gang = false;
    return none;
  }();
  return policy;
}

const Policy& native_policy() {
  static const Policy policy = [] {
    Policy native;
    native.name = "native";
    native.gang = false;
    native.native = Policy::Native::Cycle;
    return native;
  }();
  return policy;
}

// A barrier at Permit alone: no check in PreFilter, no rejection of siblings. (plugins/gangscheduling of 1.35)
const Policy& native_barrier_policy() {
  static const Policy policy = [] {
    Policy barrier;
    barrier.name = "native@v1.35";
    barrier.native = Policy::Native::Barrier;
    barrier.plugin = "GangScheduling";
    barrier.gated_members_do_not_count = false;
    barrier.group_backoff = false;
    barrier.post_filter = PostFilterRule::None;
    barrier.reject_percentage_argument = false;
    barrier.activation = SiblingActivation::EveryWaiting;
    barrier.unreserve_rejects = false;
    barrier.default_wait_seconds = 300;
    return barrier;
  }();
  return policy;
}

const Policy* policy_of_release(std::string_view version) {
  const std::optional<Release> wanted = parse_release(version);
  if (!wanted) { return nullptr; }
  if (wanted->minor == 18) { return &lightweight_policy(); }
  const Policy* newest = nullptr;
  for (const PolicyRow& row : releases()) {
    if (row.since <= *wanted) { newest = &row.policy; }
  }
  return newest;
}

// The dialect's own policy, or the closest one. If a dialect leaves placement to any scheduler, its pods are scheduled
// one by one. Gang schedulers place Grove's pod gangs.
std::string_view policy_of_dialect(model::Dialect dialect) {
  switch (dialect) {
  case model::Dialect::Lightweight:
    return "lightweight";
  case model::Dialect::CoschedulingSigs:
    return "coscheduling@v0.24.9";
  case model::Dialect::Native:
    return "native";
  case model::Dialect::Grove:
    return "coscheduling";
  default:
    return model::facts_of(dialect).placed_by == model::PlacedBy::Any ? "none" : "coscheduling";
  }
}

} // namespace

const Policy* find_policy(std::string_view name, model::Dialect dialect) {
  if (name.empty()) { name = policy_of_dialect(dialect); }
  if (name == "none") { return &no_policy(); }
  if (name == "native") { return &native_policy(); }
  if (name == "native@v1.35") { return &native_barrier_policy(); }
  if (name == "lightweight") { return &lightweight_policy(); }
  if (name == "coscheduling") { return &releases().back().policy; }
  constexpr std::string_view k_prefix = "coscheduling@";
  return name.starts_with(k_prefix) ? policy_of_release(name.substr(k_prefix.size())) : nullptr;
}

const Policy* in_version(const Policy* policy, const SchedulerVersion& version) {
  if (policy != &native_policy() || version.minor > 35) { return policy; }
  return version.minor == 35 ? &native_barrier_policy() : &no_policy();
}

std::vector<std::string_view> policy_words() {
  return {"none", "native", "native@v1.35", "lightweight", "coscheduling", "coscheduling@VERSION"};
}

} // namespace engine
