// SPDX-License-Identifier: Apache-2.0
#include "commands/reading/live_reader.hpp"

#include "commands/flags/progress.hpp"
#include "commands/reading/live_client.hpp"
#include "kube/api/discovery.hpp"
#include "kube/api/lister.hpp"
#include "snapshot/collected/allow_list.hpp"
#include "snapshot/objects/decode_event.hpp"
#include "snapshot/objects/kinds.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>

namespace commands {

namespace {

// Thrown if a list expires in the middle, after some of its objects have been used.
struct BegunAnew {};

std::string full_name(const snapshot::Kind& list) {
  return list.api_group.empty() ? std::string(list.resource) : util::concat(list.resource, '.', list.api_group);
}

model::OmittedList omission(const snapshot::Kind& list, std::string reason) {
  return {full_name(list), std::move(reason), std::string(list.hides)};
}

// The resources that the server serves; nullopt if discovery is forbidden. Then the reader tries every list.
std::optional<kube::Discovery> discovery_of(kube::Client& client) {
  std::set<std::string_view> groups;
  for (const snapshot::Kind& list : snapshot::listed_kinds()) { groups.insert(list.api_group); }
  groups.erase("");
  const std::vector<std::string_view> wanted(groups.begin(), groups.end());
  try {
    return kube::discover(client, wanted);
  } catch (const kube::ApiError& error) {
    if (error.code() != 403) { throw; }
    return std::nullopt;
  }
}

// The version for a list's request, else the reason for none.
struct Version {
  std::string_view name; // empty: no request
  std::string_view reason;
};

constexpr std::string_view k_unavailable = "ServiceUnavailable";

Version version_of(const snapshot::Kind& list, const std::optional<kube::Discovery>& discovery) {
  if (!discovery) { return {list.versions.front(), {}}; }
  for (const kube::ApiResource& served : discovery->resources) { // in the server's order of preference
    if (served.group != list.api_group || served.resource != list.resource) { continue; }
    const auto known = std::ranges::find(list.versions, served.version);
    if (known != list.versions.end() && std::ranges::count(served.verbs, "list") > 0) { return {*known, {}}; }
  }
  const bool unknown = std::ranges::any_of(
      list.versions, [&](std::string_view version) { return discovery->is_unavailable(list.api_group, version); });
  return {{}, unknown ? k_unavailable : "NotServed"};
}

// True if the snapshot may lack the list. An answer without nodes or pods because of a passing failure would be
// worthless. Missing credentials are a mistake that the user should fix.
bool may_be_omitted(const snapshot::Kind& list, const kube::ApiError& error) {
  if (error.code() == 401) { return false; }
  const bool denied = error.code() == 403 || error.code() == 404 || error.code() == 405;
  return denied || (list.resource != "nodes" && list.resource != "pods");
}

std::string reason_of(const kube::ApiError& error) {
  if (error.code() == 404) { return "NotServed"; }
  return error.reason().empty() ? util::concat("status ", error.code()) : error.reason();
}

struct Asked {
  const snapshot::Kind* list;
  std::string_view version;
  std::string_view namespace_name = {}; // empty: all
};

// One pass over all lists. Throws BegunAnew.
std::vector<kube::ListOutcome> fetch(kube::Client& client, const std::vector<Asked>& lists, int page_size,
                                     const ObjectSinks& sinks, Progress& progress) {
  kube::Lister lister(client, page_size);
  for (const Asked& asked : lists) {
    const snapshot::Kind& list = *asked.list;
    kube::ListRequest request;
    request.group = list.api_group;
    request.version = asked.version;
    request.resource = list.resource;
    request.kind = list.kind;
    request.namespace_name = asked.namespace_name;
    if (!list.field_selector.empty()) { request.query.emplace_back("fieldSelector", list.field_selector); }
    kube::ListSink sink;
    sink.item = sinks.object;
    if (list.kind == "Event") { // the server's answer has others, too
      sink.item = [&sinks](const document::Item& item) {
        if (snapshot::is_wanted_event(item.value)) { sinks.object(item); }
      };
    }
    sink.restart = [] { throw BegunAnew(); };
    sink.progress = [&progress, &list](const kube::ListProgress& at) {
      progress.update(list.resource, at.items, at.remaining);
    };
    lister.add(std::move(request), std::move(sink));
  }
  return lister.run();
}

bool is_namespaced(const snapshot::Kind& list) {
  const snapshot::AllowedKind* const kind = snapshot::find_allowed(list.api_group, list.kind);
  return kind != nullptr && kind->namespaced;
}

// Retries lists that are forbidden for the whole cluster in the one namespace that matters. True for lists that then
// have only the objects of `own_namespace`.
std::vector<bool> fetch_in_one_namespace(kube::Client& client, const std::vector<Asked>& lists,
                                         const std::string& own_namespace, int page_size, const ObjectSinks& sinks,
                                         Progress& progress, std::vector<kube::ListOutcome>& outcomes) {
  std::vector<bool> in_part(lists.size(), false);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (!outcomes[i].error || outcomes[i].error->code() != 403) { continue; }
    const std::string_view all_that_matters = lists[i].list->else_in;
    if (all_that_matters.empty() && !is_namespaced(*lists[i].list)) { continue; }
    const Asked there{lists[i].list, lists[i].version, all_that_matters.empty() ? own_namespace : all_that_matters};
    kube::ListOutcome outcome = fetch(client, {there}, page_size, sinks, progress).front();
    if (outcome.error) { continue; }
    in_part[i] = all_that_matters.empty();
    if (!in_part[i]) { outcomes[i] = std::move(outcome); }
  }
  return in_part;
}

model::Time moment_of(const kube::ListOutcome& outcome) {
  const auto since_epoch = outcome.taken_at.time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::microseconds>(since_epoch).count()};
}

// Records the result of each list; half a list is an error. The snapshot gets the time of its newest list, so that none
// of its times is in the future.
void note_outcomes(const std::vector<Asked>& lists, const std::vector<kube::ListOutcome>& outcomes,
                   const std::vector<bool>& in_part, const std::string& own_namespace, snapshot::Taken& taken) {
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const kube::ListOutcome& outcome = outcomes[i];
    const snapshot::Kind& list = *lists[i].list;
    if (outcome.error) {
      if (outcome.items > 0 || !may_be_omitted(list, *outcome.error)) { throw kube::ApiError(*outcome.error); }
      taken.omitted.push_back(omission(list, reason_of(*outcome.error)));
      if (in_part[i]) {
        taken.omitted.back().hides = util::concat("only those of namespace ", own_namespace, " are known");
      }
      continue;
    }
    taken.resource_versions[full_name(list)] = outcome.resource_version;
    taken.at = std::max(taken.at.value_or(moment_of(outcome)), moment_of(outcome));
  }
}

// Warns if the lists were read far apart: of a change in between, only a part may be visible.
void tell_how_far_apart(const std::vector<kube::ListOutcome>& outcomes, const Messages& messages, Session& session) {
  constexpr std::int64_t k_worth_telling = 5; // seconds
  std::optional<model::Time> first, last;
  for (const kube::ListOutcome& outcome : outcomes) {
    if (outcome.error) { continue; }
    first = std::min(first.value_or(moment_of(outcome)), moment_of(outcome));
    last = std::max(last.value_or(moment_of(outcome)), moment_of(outcome));
  }
  const std::int64_t seconds = first ? (last->micros - first->micros) / 1'000'000 : 0;
  if (seconds < k_worth_telling && !messages.all) { return; }
  print_note(util::concat("The lists were taken within ", seconds, seconds == 1 ? " second" : " seconds",
                          "; what changed meanwhile may be seen in one and not in another."),
             messages, session);
}

} // namespace

snapshot::Taken read_live(const LiveCluster& live, const std::string& own_namespace, const ObjectSinks& sinks,
                          const Messages& messages, Session& session) {
  for (const util::Problem& problem : live.warnings) { print_problems({problem}, messages, session); }
  Progress progress(messages, session);
  LiveClient server(live, messages, session, [&progress] { progress.clear(); });
  kube::Client& client = server.client();

  snapshot::Taken all;
  all.complete = true;
  const std::optional<kube::Discovery> discovery = discovery_of(client);
  all.server_version = kube::server_version(client).git_version;
  std::vector<Asked> lists;
  for (const snapshot::Kind& list : snapshot::listed_kinds()) {
    const bool is_expected = list.add != nullptr;
    if (!discovery && !is_expected) { continue; } // few servers have it, so without discovery it is not requested
    const Version version = version_of(list, discovery);
    if (!version.name.empty()) {
      lists.push_back({&list, version.name});
    } else if (is_expected || version.reason == k_unavailable) {
      all.omitted.push_back(omission(list, std::string(version.reason)));
    }
  }

  // If a list expires in the middle, all lists restart, because objects already passed on cannot be taken back. The
  // last attempt does not use pages, so it cannot expire.
  constexpr std::array k_page_sizes = {kube::Lister::k_page_size, kube::Lister::k_page_size, 0};
  for (const int page_size : k_page_sizes) {
    sinks.begin();
    try {
      std::vector<kube::ListOutcome> outcomes = fetch(client, lists, page_size, sinks, progress);
      const std::vector<bool> in_part =
          fetch_in_one_namespace(client, lists, own_namespace, page_size, sinks, progress, outcomes);
      progress.clear();
      note_outcomes(lists, outcomes, in_part, own_namespace, all);
      tell_how_far_apart(outcomes, messages, session);
      return all;
    } catch (const BegunAnew&) {
      print_note("A list expired while it was read. All lists are read again.", messages, session);
    }
  }
  throw util::Error("the lists change faster than they can be read: try again");
}

} // namespace commands
