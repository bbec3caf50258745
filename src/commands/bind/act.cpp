// SPDX-License-Identifier: Apache-2.0
#include "commands/bind/act.hpp"

#include "commands/bind/bind_run.hpp"
#include "commands/bind/preview.hpp"
#include "commands/bind/run_identity.hpp"
#include "commands/bind/status_update.hpp"
#include "commands/flags/messages.hpp"
#include "commands/line/exit_status.hpp"
#include "commands/reading/live_client.hpp"
#include "model/values/time.hpp"
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

// Throws util::Error if another run holds the Lease for longer than lease_wait.
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

// State left by earlier runs: their journals, open and locked, and the targets in them.
struct Legacy {
  std::vector<Journal> journals;
  BindTargets targets;
  std::set<BindTargets::Name> half_done;
  std::vector<std::string> dead; // holders of the Lease
};

// metadata.uid of the Lease; empty if it does not exist, or if reading it is forbidden.
std::string lease_uid(const BindInput& input, Session& session) {
  LiveClient server(*input.request.cluster.live, input.request.messages, session);
  kube::ServerTime now;
  try {
    return kube::read_lease(server.client(), lease_of(input), now).value_or(kube::LeaseRecord{}).uid;
  } catch (const kube::ApiError&) { return {}; }
}

std::string about_text(const std::string& path, const JournalHead& head) {
  return util::concat("journal ", path, " is of a run on ", head.server, " for scheduler ", head.scheduler_name);
}

// The journals in the folder that this run resumes; names those of other runs. Throws util::Error if a journal is
// unreadable, or if it belongs to this cluster under another address: its groups may be half bound.
std::vector<std::string> journals_here(const BindInput& input, const std::string& folder, Session& session) {
  const std::string& server = input.request.cluster.live->connection.server;
  const LeftJournals left = left_journals(folder);
  if (!left.unreadable.empty()) {
    throw util::Error(util::concat(util::joined(left.unreadable, "; "),
                                   ". Look at the groups of its run, and move the file away; --resume --journal FILE "
                                   "takes up one of the others"));
  }
  std::optional<std::string> uid; // of this cluster's Lease
  std::vector<std::string> paths;
  for (const auto& [path, head] : left.unfinished) {
    const std::string about = about_text(path, head);
    if (head.server != server) {
      if (!uid) { uid = lease_uid(input, session); }
      if (!head.lease_uid.empty() && head.lease_uid == *uid) {
        throw util::Error(util::concat(about, ", which is this cluster by another address: --resume --journal ", path,
                                       " takes it up"));
      }
      print_warning(util::concat(about, " and is left alone. If that is this cluster, use that address"),
                    input.request.messages, session);
    } else if (head.scheduler_name != input.scheduler_name) {
      print_warning(
          util::concat(about, " and is left alone: --resume --scheduler-name ", head.scheduler_name, " takes it up"),
          input.request.messages, session);
    } else {
      paths.push_back(path);
    }
  }
  return paths;
}

bool is_of_this_cluster(const JournalHead& head, const BindInput& input, Session& session) {
  return head.server == input.request.cluster.live->connection.server ||
         (!head.lease_uid.empty() && head.lease_uid == lease_uid(input, session));
}

Legacy legacy_of(const BindInput& input, const std::string& folder, Session& session) {
  const std::vector<std::string> paths =
      input.journal ? std::vector<std::string>{*input.journal} : journals_here(input, folder, session);
  Legacy legacy;
  for (const std::string& path : paths) {
    Journal journal(path);
    const JournalStory& story = journal.story();
    if (story.head.scheduler_name != input.scheduler_name || !is_of_this_cluster(story.head, input, session)) {
      throw util::Error(util::concat(about_text(path, story.head), ", and not of this one"));
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
    try {
      for (Journal* const journal : journals) {
        journal->complete(input.journal ? Journal::File::Keep : Journal::File::Remove);
      }
    } catch (const util::Error& error) { print_warning(error.what(), input.request.messages, session); }
    return;
  }
  std::vector<std::string> names;
  for (const auto& name : run.half_done()) { names.push_back(name_text(name)); }
  print_warning(util::concat("half bound: ", util::joined(names, ", "),
                             ". `bind --resume` tries again to finish it (journal ", journals.front()->path(), ")"),
                input.request.messages, session);
}

// Holds the Lease from before it reads the cluster until the end.
int run_with(const BindInput& input, const BindTargets& targets, Legacy legacy, const std::string& folder,
             const std::vector<Batch>* confirmed, Session& session) {
  const LiveCluster& live = *input.request.cluster.live;
  constexpr std::size_t k_at_once = 16; // requests
  LiveClient server(
      live, input.request.messages, session, [] {}, k_at_once);
  const Clearance clearance = clear(server.client(), input, targets);
  if (!clearance.events) {
    print_warning("you may not create events, so no event will record the bindings", input.request.messages, session);
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
                  JournalHead{live.connection.server, input.scheduler_name, identity, started, lease.uid(), targets});
    journals.push_back(&*fresh);
  }
  for (Journal& journal : legacy.journals) { journal.set_holder(identity); }

  BindRun run(input, {server.client(), lease, *journals.front(), clearance, identity, legacy.dead}, session);
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
  if (input.update_status) { update_status(server.client(), lease.term(), report, input.request.messages, session); }
  if (!lease.is_lost() && !lease.release()) {
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
  Legacy legacy = legacy_of(input, folder, session);
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
  const LeftJournals left = left_journals(journal_folder(session));
  for (const std::string& sentence : left.unreadable) { print_warning(sentence, input.request.messages, session); }
  for (const auto& [path, head] : left.unfinished) {
    const bool is_here = head.server == input.request.cluster.live->connection.server;
    if (!is_here || head.scheduler_name != input.scheduler_name) { continue; }
    print_warning(
        util::concat("an earlier run did not come to its end (journal ", path, "): bind --resume takes it up"),
        input.request.messages, session);
  }
}

} // namespace commands
