// SPDX-License-Identifier: Apache-2.0
// Resolves -A, -l and names in the snapshot.
#include "commands/flags/selection_flags.hpp"

#include "commands/line/usage_error.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/objects/kind_names.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"
#include "util/edit_distance.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <span>
#include <string_view>
#include <system_error>

namespace commands {

namespace {

template <typename Of>
void merge(std::vector<model::Index<Of>>& into, const std::vector<model::Index<Of>>& more) {
  into.insert(into.end(), more.begin(), more.end());
  std::sort(into.begin(), into.end());
  into.erase(std::unique(into.begin(), into.end()), into.end());
}

// True if the namespace has a group or a pod of that name.
bool holds(const model::ClusterSnapshot& cluster, std::string_view namespace_name, std::string_view name) {
  const auto same = [&](const auto& object) { return object.namespace_name == namespace_name && object.name == name; };
  return std::any_of(cluster.groups.begin(), cluster.groups.end(), same) ||
         cluster.find_pod(namespace_name, name) != model::k_none;
}

// The row of a kind that owns pods: "deploy", "jobs.batch". nullptr: `word` means none of these.
const snapshot::WorkloadKind* workload_kind(std::string_view word) {
  const std::span<const snapshot::WorkloadKind> kinds = snapshot::workload_kinds();
  const auto found = std::ranges::find_if(
      kinds, [&](const snapshot::WorkloadKind& row) { return snapshot::means_kind(word, row.kind, row.api_group); });
  return found == kinds.end() ? nullptr : &*found;
}

// "podgroup", "pods", "deploy": a kind whose objects can be named. (kubectl get KIND NAME)
bool is_kind(std::string_view word) {
  return snapshot::means_pod(word) || snapshot::means_node(word) || snapshot::means_some_group(word) ||
         workload_kind(word) != nullptr;
}

// "explain podgroup train": a kind, and then names, unless something is called like the kind.
bool begins_with_kind(const Selection& selection, const model::ClusterSnapshot& cluster) {
  return is_kind(selection.names.front()) && !holds(cluster, *selection.namespace_name, selection.names.front());
}

// The kind that `typed` misspells; empty: it is a kind, or near none.
std::string misspelt_kind(const std::string& typed) {
  if (is_kind(typed)) { return {}; }
  std::set<std::string> words = {"pod", "pods", "podgroup", "podgroups"};
  for (const snapshot::WorkloadKind& row : snapshot::workload_kinds()) { words.insert(util::lowercase(row.kind)); }
  const std::vector<std::string_view> known(words.begin(), words.end());
  return util::did_you_mean(util::lowercase(typed), known);
}

// Accepts NAMESPACE/NAME because reports print names in this form and users paste them. find_target reads KIND/NAME.
snapshot::Targets find(const model::ClusterSnapshot& cluster, const std::string& namespace_name,
                       const std::string& name) {
  const std::size_t slash = name.find('/');
  if (slash != std::string::npos) {
    const std::string before = name.substr(0, slash);
    const std::string after = name.substr(slash + 1);
    if (holds(cluster, before, after)) { return snapshot::find_target(cluster, before, after); }
  }
  try {
    return snapshot::find_target(cluster, namespace_name, name);
  } catch (const util::Error&) {
    const std::string kind = slash == std::string::npos ? std::string() : name.substr(0, slash);
    const std::string meant = kind.empty() ? std::string() : misspelt_kind(kind);
    if (meant.empty()) { throw; }
    throw util::Error(util::concat("unknown resource type \"", kind, '"', meant));
  }
}

} // namespace

void add_flags(CLI::App& app, SelectionFlags& flags) {
  const FlagGroup group(app, Listed::InHelp);
  group.add_switch("-A,--all-namespaces", flags.all_namespaces,
                   "If present, look in all namespaces, even with --namespace.");
  group.add_text("-l,--selector", flags.selector,
                 "Selector (label query) over pods, supports '=', '==', '!=', 'in', 'notin' (e.g. -l "
                 "key1=value1,key2=value2). It selects groups with a matching pod, and matching pods without a group.");
}

void refuse_files_as_names(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const bool looks_like_file = name.ends_with(".json") || name.ends_with(".yaml") || name.ends_with(".yml");
    std::error_code ignored;
    if (!looks_like_file || !std::filesystem::is_regular_file(name, ignored)) { continue; }
    throw UsageError(util::concat('"', name,
                                  "\" is a file, not a name: a saved cluster is given with --from, a manifest with -f "
                                  "(dry-run, lint)"));
  }
}

Selection resolve(const SelectionFlags& flags, const std::string& namespace_name,
                  const std::vector<std::string>& names) {
  if (!names.empty() && flags.all_namespaces) {
    throw UsageError("a name cannot be looked up across all namespaces: give its namespace with -n instead of -A");
  }
  if (!names.empty() && !flags.selector.empty()) {
    throw UsageError("name cannot be provided when a selector is specified: give names or -l");
  }
  Selection selection;
  selection.names = names;
  if (!flags.all_namespaces) { selection.namespace_name = namespace_name; }
  if (!flags.selector.empty()) {
    std::string error;
    selection.selector = model::ParsedSelector::parse(flags.selector, error);
    if (!selection.selector) {
      throw UsageError(util::concat("invalid argument \"", flags.selector, "\" for \"-l, --selector\" flag: ", error));
    }
  }
  return selection;
}

bool names_everything(const Selection& selection, const model::ClusterSnapshot& cluster) {
  return selection.names.empty() || (selection.names.size() == 1 && begins_with_kind(selection, cluster));
}

void refuse_unread_parts(const model::ClusterSnapshot& cluster) {
  const auto first = std::ranges::find_if(cluster.problems, &util::Problem::left_out);
  if (first == cluster.problems.end()) { return; }
  throw util::Error(util::concat(first->place, ": ", first->message, ", so the answer is unknown"));
}

std::vector<std::string> unread_pods(const Selection& selection, const model::ClusterSnapshot& cluster) {
  if (!names_everything(selection, cluster)) { return {}; }
  std::vector<std::string> pods = model::unread_parts(cluster);
  constexpr std::string_view k_pod = "Pod ";
  for (const std::string& object : cluster.unread) { // "Pod ml/nb (cluster.json, item 4)"
    if (!object.starts_with(k_pod)) { continue; }
    const std::string_view name = std::string_view(object).substr(k_pod.size(), object.find(" (") - k_pod.size());
    const std::size_t slash = name.find('/');
    const bool is_selected = !selection.namespace_name || slash == name.npos ||
                             name.substr(0, slash) == std::string_view(*selection.namespace_name);
    if (is_selected) { pods.push_back(object); }
  }
  return pods;
}

snapshot::Targets select(const Selection& selection, const model::ClusterSnapshot& cluster) {
  if (selection.names.empty()) {
    return snapshot::select_all(cluster, selection.namespace_name, selection.selector ? &*selection.selector : nullptr);
  }
  const std::string& space = *selection.namespace_name;
  const std::vector<std::string>& names = selection.names;
  if (names_everything(selection, cluster)) { return snapshot::find_all_of_kind(cluster, space, names.front()); }
  const bool has_kind_first = begins_with_kind(selection, cluster);
  snapshot::Targets targets;
  for (std::size_t i = has_kind_first ? 1 : 0; i < names.size(); ++i) {
    const bool is_bare = names[i].find('/') == std::string::npos;
    const snapshot::Targets found =
        find(cluster, space, has_kind_first && is_bare ? util::concat(names.front(), '/', names[i]) : names[i]);
    merge(targets.groups, found.groups);
    merge(targets.pods, found.pods);
    merge(targets.members, found.members);
    targets.by_owner = targets.by_owner || found.by_owner;
  }
  return targets;
}

std::string where(const std::optional<std::string>& namespace_name) {
  return namespace_name ? util::concat(" in ", *namespace_name, " namespace") : std::string();
}

namespace {

// A hint to the namespaces that have some, if the user may have forgotten -n.
std::string elsewhere(const std::vector<std::string_view>& namespaces) {
  if (namespaces.empty()) { return ""; }
  const std::string others = namespaces.size() == 1 ? "" : util::concat(" and ", namespaces.size() - 1, " more");
  return util::concat(" There are some in ", namespaces.front(), others, ": choose with -n, or take all with -A.");
}

std::vector<std::string_view> namespaces_with_groups(const model::ClusterSnapshot& cluster) {
  std::set<std::string_view> namespaces;
  for (const model::PodGroup& group : cluster.groups) { namespaces.insert(group.namespace_name); }
  return {namespaces.begin(), namespaces.end()};
}

// "pods", "pod groups", "deployments", from a kind as the user typed it.
std::string objects_of_kind(std::string_view typed) {
  if (snapshot::means_pod(typed)) { return "pending pods"; }
  const snapshot::WorkloadKind* const row = snapshot::means_some_group(typed) ? nullptr : workload_kind(typed);
  return row == nullptr ? "pod groups" : snapshot::plural_of(row->kind);
}

} // namespace

void refuse_missing_namespace(const Selection& selection, const model::ClusterSnapshot& cluster) {
  constexpr std::array<std::string_view, 3> k_lasting = {"default", "kube-public", "kube-system"};
  if (!selection.namespace_name || cluster.namespaces.empty()) { return; }
  const std::string_view wanted = *selection.namespace_name;
  const auto is_in = [&](const auto& object) { return object.namespace_name == wanted; };
  const bool exists =
      std::ranges::find(k_lasting, wanted) != k_lasting.end() ||
      std::ranges::find(cluster.namespaces, wanted, &model::Namespace::name) != cluster.namespaces.end() ||
      std::ranges::any_of(cluster.pods, is_in) || std::ranges::any_of(cluster.groups, is_in) ||
      std::ranges::any_of(cluster.workloads, is_in);
  if (exists) { return; }
  std::vector<std::string_view> known;
  for (const model::Namespace& space : cluster.namespaces) { known.push_back(space.name); }
  throw util::Error(util::concat("there is no namespace ", wanted, util::did_you_mean(wanted, known)));
}

std::string no_groups_found(const Selection& selection, const model::ClusterSnapshot& cluster) {
  const std::string stop = selection.namespace_name ? "." : ""; // like kubectl
  if (selection.names.empty() && selection.selector) {
    return util::concat("Nothing", where(selection.namespace_name), " matches the selector of -l.");
  }
  if (selection.names.empty()) {
    const bool may_be_elsewhere = selection.namespace_name && !selection.selector;
    return util::concat("No pod groups found", where(selection.namespace_name), stop,
                        may_be_elsewhere ? elsewhere(namespaces_with_groups(cluster)) : "");
  }
  const std::string& kind = selection.names.front();
  const bool has_objects = std::ranges::any_of(cluster.workloads, [&](const model::WorkloadObject& object) {
    return object.namespace_name == *selection.namespace_name && snapshot::means_kind(kind, object.kind, {});
  });
  return util::concat("No ", objects_of_kind(kind), has_objects ? " with pods that wait or run" : "", " found",
                      where(selection.namespace_name), stop, elsewhere(snapshot::namespaces_with_kind(cluster, kind)));
}

} // namespace commands
