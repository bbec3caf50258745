// SPDX-License-Identifier: Apache-2.0
// Rules of one gang scheduler as data. Releases of Coscheduling differ in a dozen facts. Each fact is a field here, so
// that one engine serves all releases.
// Source: scheduler-plugins, pkg/coscheduling, release by release.
#pragma once

#include "engine/scheduler_version.hpp"
#include "model/cluster/pod_group.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace engine {

// Timestamp that orders groups of equal priority in the queue.
enum class GroupTimestamp : std::uint8_t {
  FirstPod,    // of the first member seen (label-only releases)
  Creation,    // of the PodGroup
  LastFailure, // the last failure, else the creation (v0.34.4 and later)
};

// Which waiting members move their siblings to activeQ.
enum class SiblingActivation : std::uint8_t { None, EveryWaiting, FirstWaiting };

enum class PostFilterRule : std::uint8_t {
  None,           // v0.18: a failure leaves waiting siblings alone
  FilterFailures, // v0.19 to v0.21: not after a failure in PreFilter
  Always,
};

struct Policy {
  std::string_view name; // "coscheduling@v0.24.9"
  bool gang = true;      // false: none of Coscheduling's rules
  // Kubernetes' own gangs (KEP-4671).
  enum class Native : std::uint8_t {
    No,
    Barrier, // 1.35: pod by pod; members wait at Permit for minCount of them
    Cycle,   // 1.36: one cycle tries a group as a whole
  } native = Native::No;
  bool label_only = false; // v0.18: quorum and priority come from labels and must equal the first pod's
  GroupTimestamp timestamp = GroupTimestamp::LastFailure;
  bool pre_filter_unresolvable = true;
  bool gated_members_do_not_count = true;
  bool group_backoff = true;
  std::int64_t denied_seconds = 0; // denied cache (v0.19 to v0.23.9), 0: none
  bool denied_text_says_3s = false;
  PostFilterRule post_filter = PostFilterRule::Always;
  bool reject_percentage_argument = true; // otherwise fixed at 10
  SiblingActivation activation = SiblingActivation::FirstWaiting;
  std::int64_t default_wait_seconds = 60;   // default of permitWaitingTimeSeconds
  bool every_event_wakes = false;           // v0.18 to v0.22: whatever happens moves rejected members to the queue
  bool release_wakes = true;                // false up to v0.22, which is compiled into Kubernetes 1.22 or earlier
  bool unreserve_rejects = true;            // a released reservation rejects the waiting siblings
  std::string_view plugin = "Coscheduling"; // the plugin that makes members wait
  std::string_view post_filter_text = "optimistic rejection in PostFilter";
  std::string_view unreserve_text = "rejection in Unreserve";
};

// Returns the policy for a name as typed ("", "none", "native", "native@v1.35", "lightweight", "coscheduling@v0.28.9"),
// nullptr if unknown. "" gives the default of the dialect.
const Policy* find_policy(std::string_view name, model::Dialect dialect);

// Returns Kubernetes' own rules in the form of this version, and other policies unchanged. Before 1.35 there are none.
const Policy* in_version(const Policy* policy, const SchedulerVersion& version);

// Values of --policy, without releases of Coscheduling.
std::vector<std::string_view> policy_words();

} // namespace engine
