// SPDX-License-Identifier: Apache-2.0
#include "commands/bind/act.hpp"

#include "commands/bind/bind_run.hpp"
#include "commands/bind/preview.hpp"
#include "commands/bind/run_identity.hpp"
#include "commands/bind/status_update.hpp"
#include "commands/exit_status.hpp"
#include "commands/live_client.hpp"
#include "commands/messages.hpp"
#include "model/time.hpp"
#include "util/concat.hpp"

#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace commands {

namespace {

std::string lease_taken_text(const kube::LeaseAddress& address, const kube::LeaseRecord& holder) {
  std::string since;
  if (holder.acquired) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(*holder.acquired).time_since_epoch().count();
    since = util::concat(" since ", model::time_text(model::Time::from_seconds(seconds)));
  }
  return util::concat("another bind is under way: the Lease ", address.text(), " is held by ", holder.holder, since);
}

// Throws util::Error where somebody else holds it for longer than we wait.
void take_lease(const BindInput& input, kube::LeaseLock& lease, const std::vector<std::string>& dead,
                Session& session) {
  constexpr std::chrono::seconds k_pause{1};
  const auto until = std::chrono::steady_clock::now() + input.lease_wait;
  bool is_told = false;
  while (const auto holder = lease.acquire(dead)) {
    const std::string taken = lease_taken_text(lease.address(), *holder);
    if (std::chrono::steady_clock::now() >= until) {
      throw util::Error(util::concat(taken, "; nothing has been bound. --wait 5m waits for it"));
    }
    if (!is_told) { print_note(util::concat(taken, "; waiting"), input.request.messages, session); }
    is_told = true;
    if (session.signal && session.signal() != 0) { throw kube::Interrupted(); }
    std::this_thread::sleep_for(k_pause);
  }
}

// What an earlier run has left: its journals, open and locked, and what they name.
struct Legacy {
  std::vector<Journal> journals;
  BindTargets targets;
  std::set<BindTargets::Name> half_done;
  std::vector<std::string> dead; // holders of the Lease
};

Legacy legacy_of(const BindInput& input, const std::string& folder) {
  const std::string& server = input.request.cluster.live->connection.server;
  const std::vector<std::string> paths = input.journal ? std::vector<std::string>{*input.journal}
                                                       : unfinished_journals(folder, server, input.scheduler_name);
  Legacy legacy;
  for (const std::string& path : paths) {
    Journal journal(path);
    const JournalStory& story = journal.story();
    if (story.head.server != server || story.head.scheduler_name != input.scheduler_name) {
      throw util::Error(util::concat("journal ", path, " is of a run on ", story.head.server, " for scheduler ",
                                     story.head.scheduler_name, ", and not of this one"));
    }
    legacy.dead.push_back(story.head.holder);
    for (const auto& [name, pods] : story.begun) {
      if (!story.done.contains(name)) { legacy.half_done.insert(name); }
    }
    legacy.targets.groups.insert(story.head.targets.groups.begin(), story.head.targets.groups.end());
    legacy.targets.pods.insert(story.head.targets.pods.begin(), story.head.targets.pods.end());
    if (!story.is_complete) { legacy.journals.push_back(std::move(journal)); }
  }
  return legacy;
}

void complete(const BindInput& input, const BindRun& run, std::vector<Journal*> journals, Session& session) {
  if (run.half_done().empty()) {
    for (Journal* const journal : journals) {
      journal->complete(input.journal ? Journal::File::Keep : Journal::File::Remove);
    }
    return;
  }
  std::vector<std::string> names;
  for (const auto& name : run.half_done()) { names.push_back(name_text(name)); }
  print_warning(util::concat("half bound: ", util::joined(names, ", "),
                             ". `bind --resume` tries again to finish it (journal ", journals.front()->path(), ")"),
                input.request.messages, session);
}

// The Lease is held from before the cluster is read until the end.
int run_with(const BindInput& input, const BindTargets& targets, Legacy legacy, const std::string& folder,
             const std::vector<Batch>* confirmed, Session& session) {
  const LiveCluster& live = *input.request.cluster.live;
  constexpr std::size_t k_at_once = 16; // requests
  LiveClient server(
      live, input.request.messages, session, [] {}, k_at_once);
  const Clearance clearance = clear(server.client(), input, targets);
  if (!clearance.events) {
    print_warning("you may not create events, so none will tell of the bindings", input.request.messages, session);
  }

  session.hold_signals();
  const std::string identity = run_identity(session);
  kube::LeaseLock lease(live.connection, client_options(live, session), lease_of(input), identity);
  take_lease(input, lease, legacy.dead, session);
  const std::string started = model::time_text({lease.acquired_at().time_since_epoch().count()});
  std::optional<Journal> fresh;
  std::vector<Journal*> journals;
  for (Journal& journal : legacy.journals) { journals.push_back(&journal); }
  if (journals.empty()) {
    fresh.emplace(input.journal, folder,
                  JournalHead{live.connection.server, input.scheduler_name, identity, started, targets});
    journals.push_back(&*fresh);
  }
  for (Journal& journal : legacy.journals) { journal.set_holder(identity); }

  BindRun run(input, {server.client(), lease, *journals.front(), clearance, identity}, session);
  model::Report report;
  try {
    run.carry_out(targets, legacy.half_done, confirmed);
    report = run.read_back(targets);
  } catch (const util::Error& error) {
    if (run.known_so_far().empty()) { throw; }
    throw util::Error(util::concat(error.what(), ". The run has ended in the middle (", run.known_so_far(),
                                   "): `bind --resume` finishes it, or says what is bound (journal ",
                                   journals.front()->path(), ")"));
  }
  complete(input, run, journals, session);
  if (input.update_status) { update_status(server.client(), report, input.request.messages, session); }
  if (!lease.release()) {
    print_warning(util::concat("the Lease ", lease.address().text(), " could not be given back; it ends by itself"),
                  input.request.messages, session);
  }
  const int status = print_bind_report(input, std::move(report), session);
  return session.signal && session.signal() != 0 ? 128 + session.signal() : status;
}

} // namespace

int act(const BindInput& input, const BindTargets& targets, const std::vector<Batch>* confirmed, Session& session) {
  return run_with(input, targets, {}, journal_folder(session), confirmed, session);
}

int resume(const BindInput& input, Session& session) {
  const std::string folder = journal_folder(session);
  Legacy legacy = legacy_of(input, folder);
  if (legacy.journals.empty()) {
    print_note("No run is to be resumed: there is no journal of one that did not come to its end.",
               input.request.messages, session);
    return k_yes;
  }
  BindInput acting = input;
  acting.mode = model::BindMode::Act;
  const BindTargets targets = legacy.targets;
  return run_with(acting, targets, std::move(legacy), folder, nullptr, session);
}

void warn_of_unfinished(const BindInput& input, Session& session) {
  const std::string folder = journal_folder(session);
  for (const std::string& path :
       unfinished_journals(folder, input.request.cluster.live->connection.server, input.scheduler_name)) {
    print_warning(
        util::concat("an earlier run did not come to its end (journal ", path, "): bind --resume takes it up"),
        input.request.messages, session);
  }
}

} // namespace commands
