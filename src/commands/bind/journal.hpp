// SPDX-License-Identifier: Apache-2.0
// Records on disk what a bind run is about to begin. A later run can then complete, or report, a killed run.
//
// Lines of JSON: first the head of the run, then a line before a group's first binding, one per confirmed binding, one
// when the group is done, one at the end. A truncated last line does not count. The file stays locked while its run
// lives: a process that gets the lock knows that the run is dead.
#pragma once

#include "commands/bind/journal_file.hpp"
#include "commands/bind/plan.hpp"
#include "commands/line/session.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace commands {

struct JournalHead {
  std::string server, scheduler_name;
  std::string holder;  // of the Lease; if several runs used one journal, the last one
  std::string started; // RFC 3339
  // metadata.uid of the Lease: identifies the cluster under any address. Empty: unknown, as in journals of 0.1.0.
  std::string lease_uid;
  BindTargets targets; // all targets of the run
};

// A journal's content, by name of batch.
struct JournalStory {
  JournalHead head;
  // Begun batches: the planned node of each pod, and the pods that are known to be bound.
  std::map<BindTargets::Name, std::map<std::string, std::string>> begun;
  std::map<BindTargets::Name, std::set<std::string>> bound;
  std::set<BindTargets::Name> done;
  bool is_complete = false; // the run was completed
};

class Journal {
 public:
  // Creates a journal. With a path: there, replacing a completed one; else in `folder`. Throws util::Error if the file
  // cannot be written, or if an incomplete journal is in the way.
  Journal(const std::optional<std::string>& path, const std::string& folder, const JournalHead& head);
  // Opens an existing journal to continue it. Throws util::Error if its run still lives, or it is no journal.
  explicit Journal(const std::string& path);
  // Removes a new journal if nothing was begun.
  ~Journal();
  Journal(Journal&&) noexcept = default;
  Journal& operator=(Journal&&) noexcept = delete;

  const std::string& path() const { return m_file.path(); }
  const JournalStory& story() const { return m_story; } // when it was opened
  void set_holder(const std::string& holder);           // records the run that continues it

  void begin(const Batch& batch); // on disk when it returns, with everything written before
  void bound(const BindTargets::Name& batch, const kube::Binding& binding);
  void done(const BindTargets::Name& batch);
  // Records the end of the run. With Keep the file stays.
  enum class File { Keep, Remove };
  void complete(File file);

 private:
  JournalFile m_file;
  bool m_has_begun = true; // a batch was begun, or it is unknown
  JournalStory m_story;
};

// $XDG_STATE_HOME/kubectl-gang, else ~/.local/state/kubectl-gang. Throws util::Error if neither XDG_STATE_HOME nor HOME
// is set.
std::string journal_folder(const Session& session);

// The folder's journals of runs that are dead and incomplete.
struct LeftJournals {
  std::map<std::string, JournalHead> unfinished; // by path
  std::vector<std::string> unreadable;           // one sentence each, with the file and the error
};
// Throws util::Error if the folder exists and is unreadable.
LeftJournals left_journals(const std::string& folder);

} // namespace commands
