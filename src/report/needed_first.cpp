// SPDX-License-Identifier: Apache-2.0
// What has to happen before anything else can help. Necessary, hence certain without another simulation; never said
// to be sufficient.
#include "report/english.hpp"
#include "report/sentences.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace report {

namespace {

using model::Code;
using model::GroupReport;
using Clauses = std::vector<Clause>;

// Where a dialect's pods say which group they are of.
struct Declaration {
  std::string_view api_version, label;
};

Declaration declaration(model::Dialect dialect) {
  switch (dialect) {
  case model::Dialect::Lightweight:
    return {"", "pod-group.scheduling.sigs.k8s.io/name"};
  case model::Dialect::CoschedulingSigs:
    return {"scheduling.sigs.k8s.io/v1alpha1", "pod-group.scheduling.sigs.k8s.io"};
  case model::Dialect::Coscheduling:
    return {"scheduling.x-k8s.io/v1alpha1", "scheduling.x-k8s.io/pod-group"};
  case model::Dialect::KubeBatch:
    return {"scheduling.incubator.k8s.io/v1alpha1", "scheduling.k8s.io/group-name"};
  case model::Dialect::Volcano:
    return {"scheduling.volcano.sh/v1beta1", "scheduling.k8s.io/group-name"};
  case model::Dialect::Grove:
    return {"scheduler.grove.io/v1alpha1", "grove.io/podgang"};
  }
  return {};
}

Clauses create_group(const GroupReport& group) {
  const Declaration words = declaration(group.dialect);
  return {{fmt::format("a PodGroup {} (apiVersion {}) in namespace {}, or pods without the label {}", group.name,
                       words.api_version, group.namespace_name, words.label)}};
}

Clauses more_members(const GroupReport& group) {
  const std::int64_t have = group.evidence.pods.empty()
                                ? std::max<std::int64_t>(group.evidence.have, group.members.total)
                                : group.evidence.have;
  const std::int64_t missing = quorum(group) - have;
  if (missing <= 0) return {};
  const std::string_view field = group.dialect == model::Dialect::Lightweight ? "min-available" : "minMember";
  const std::string lower = have > 0 ? fmt::format(", or a {} of at most {}", field, have) : "";
  return {{fmt::format("{} more {}{}", missing, one_or_many(missing, "member", "members"), lower)}};
}

Clauses remove_gates(const GroupReport& group) {
  if (group.evidence.gates.empty()) return {};
  const auto gates = static_cast<std::int64_t>(group.evidence.gates.size());
  return {{fmt::format("whoever set the {} has to remove {}", one_or_many(gates, "gate", "gates"),
                       one_or_many(gates, "it", "them"))}};
}

Clauses serve_scheduler(const GroupReport& group) {
  if (group.scheduler_name.empty()) return {};
  return {{fmt::format("a running scheduler with a profile {}, or pods with another spec.schedulerName",
                       group.scheduler_name)}};
}

struct Need {
  Code code;
  Clauses (*clauses)(const GroupReport&);
};

// Codes whose cure is part of their meaning. The others need a simulation to tell what would help.
constexpr Need k_needs[] = {
    {Code::GroupNotFound, create_group},
    {Code::WrongScheduler, serve_scheduler},
    {Code::NotEnoughMembers, more_members},
    {Code::MembersGated, remove_gates},
};

} // namespace

Clauses needed_first(const GroupReport& group) {
  for (const Need& need : k_needs) {
    if (need.code == group.code) return need.clauses(group);
  }
  return {};
}

} // namespace report
