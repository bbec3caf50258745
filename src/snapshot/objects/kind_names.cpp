// SPDX-License-Identifier: Apache-2.0
// Kinds as users type them.
#include "snapshot/objects/kind_names.hpp"

#include "snapshot/collected/api_group.hpp"
#include "snapshot/dialects/dialects.hpp"
#include "util/ascii.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace snapshot {

namespace {

struct ShortName {
  std::string_view typed, kind; // lower case
};

// Short names from kubectl and well-known operators (kubectl api-resources).
constexpr std::array<ShortName, 22> k_short_names = {{
    {"aw", "appwrapper"},
    {"cj", "cronjob"},
    {"deploy", "deployment"},
    {"ds", "daemonset"},
    {"isvc", "inferenceservice"},
    {"jf", "jobflow"},
    {"js", "jobset"},
    {"lws", "leaderworkerset"},
    {"mj", "mpijob"},
    {"no", "node"},
    {"pcs", "podcliqueset"},
    {"pg", "podgroup"},
    {"pgs", "podgroup"},
    {"po", "pod"},
    {"rc", "replicationcontroller"},
    {"rs", "replicaset"},
    {"scheduledsparkapp", "scheduledsparkapplication"},
    {"sparkapp", "sparkapplication"},
    {"sts", "statefulset"},
    {"vcjob", "job"},
    {"vj", "job"},
    {"wf", "workflow"},
}};

// The plural of a resource as the API server names it (apimachinery, UnsafeGuessKindToResource).
std::string plural(const std::string& kind) {
  if (kind.ends_with("endpoints")) { return kind; }
  if (kind.ends_with('s')) { return kind + "es"; }
  if (kind.ends_with('y')) { return kind.substr(0, kind.size() - 1) + "ies"; }
  return kind + "s";
}

bool names_kind(const std::string& word, const std::string& kind) {
  if (word == kind || word == plural(kind)) { return true; }
  const auto row = std::ranges::find(k_short_names, word, &ShortName::typed);
  return row != k_short_names.end() && row->kind == kind;
}

// "apps" and "v1.apps" both mean the group apps.
bool names_group(std::string_view typed, std::string_view api_group) {
  return typed == api_group || (typed.ends_with(api_group) && typed.starts_with('v') &&
                                typed.find('.') == typed.size() - api_group.size() - 1);
}

// "podgroup" or "pg", of any dialect.
bool is_pod_group_of_any(std::string_view typed) {
  return typed.find('.') == std::string_view::npos && names_kind(util::lowercase(typed), "podgroup");
}

// A name such as "podgang.scheduler.grove.io", as -o name prints it.
bool is_resource(std::string_view typed, std::string_view resource) {
  const std::size_t dot = resource.find('.');
  return means_kind(typed, resource.substr(0, dot), resource.substr(dot + 1));
}

} // namespace

bool means_kind(std::string_view typed, std::string_view kind, std::string_view api_group) {
  const std::size_t dot = typed.find('.');
  if (dot == std::string_view::npos) { return names_kind(util::lowercase(typed), util::lowercase(kind)); }
  return names_kind(util::lowercase(typed.substr(0, dot)), util::lowercase(kind)) &&
         names_group(typed.substr(dot + 1), api_group);
}

std::string plural_of(std::string_view kind) { return plural(util::lowercase(kind)); }

bool means_pod(std::string_view typed) { return means_kind(typed, "Pod", ""); }

bool means_node(std::string_view typed) { return means_kind(typed, "Node", ""); }

bool means_group(std::string_view typed, const model::PodGroup& group) {
  const model::DialectFacts& facts = model::facts_of(group.dialect);
  return is_pod_group_of_any(typed) || is_resource(typed, facts.resource) ||
         (!group.api_version.empty() && means_kind(typed, facts.kind, api_group_of(group.api_version)));
}

bool means_some_group(std::string_view typed) {
  return is_pod_group_of_any(typed) || std::ranges::any_of(dialects(), [&](const DialectReader& reader) {
           const model::DialectFacts& facts = model::facts_of(reader.dialect);
           const auto is_of = [&](std::string_view api_group) {
             return !api_group.empty() && means_kind(typed, facts.kind, api_group);
           };
           return is_resource(typed, facts.resource) || std::ranges::any_of(reader.api_groups, is_of);
         });
}

bool means_native_workload(std::string_view typed) { return means_kind(typed, "Workload", "scheduling.k8s.io"); }

bool means_composite_group(std::string_view typed) {
  return means_kind(typed, "CompositePodGroup", "scheduling.k8s.io");
}

} // namespace snapshot
