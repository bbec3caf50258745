// SPDX-License-Identifier: Apache-2.0
// What a run of bind has begun, on disk before it is begun: so that a run that was killed can be brought to its end, or
// told about.
//
// Lines of JSON: first what the run is about, then a line before a group's first binding, one per binding that was
// confirmed, one when the group is done, one at the end. A last line that is cut off counts for nothing. The file is
// locked as long as its run lives: who gets the lock knows that the run is dead.
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
  std::string holder;  // of the Lease; of several runs on one journal the last one's
  std::string started; // RFC 3339
  // metadata.uid of the Lease: what tells clusters apart, by whatever address they are reached. Empty: not known, as in
  // journals of 0.1.0.
  std::string lease_uid;
  BindTargets targets; // all that was asked for
};

// What a journal tells of batches, by name.
struct JournalStory {
  JournalHead head;
  // Begun: which pod was to go to which node, and which of them are known to have come there.
  std::map<BindTargets::Name, std::map<std::string, std::string>> begun;
  std::map<BindTargets::Name, std::set<std::string>> bound;
  std::set<BindTargets::Name> done;
  bool is_complete = false; // the run came to its end
};

class Journal {
 public:
  // A new one. With a path: there, in place of one that is complete; else in `folder`. Throws util::Error where it
  // cannot be written, or where one that is not complete is in the way.
  Journal(const std::optional<std::string>& path, const std::string& folder, const JournalHead& head);
  // One that was left behind, to go on with. Throws util::Error where its run still lives, or it is no journal.
  explicit Journal(const std::string& path);
  // Where nothing was begun, a new one goes.
  ~Journal();
  Journal(Journal&&) noexcept = default;
  Journal& operator=(Journal&&) noexcept = delete;

  const std::string& path() const { return m_file.path(); }
  const JournalStory& story() const { return m_story; } // as it was when it was opened
  void set_holder(const std::string& holder);           // who goes on with it

  void begin(const Batch& batch); // on the disk when it returns, as all that was written before
  void bound(const BindTargets::Name& batch, const kube::Binding& binding);
  void done(const BindTargets::Name& batch);
  // The run came to its end. With `keep` the file stays.
  enum class File { Keep, Remove };
  void complete(File file);

 private:
  JournalFile m_file;
  bool m_has_begun = true; // a batch, or it is not known
  JournalStory m_story;
};

// $XDG_STATE_HOME/kubectl-gang, else ~/.local/state/kubectl-gang. Throws util::Error where there is neither.
std::string journal_folder(const Session& session);

// The folder's journals of runs that neither live nor came to their end.
struct LeftJournals {
  std::map<std::string, JournalHead> unfinished; // by path
  std::vector<std::string> unreadable;           // a sentence each, which names the file and what is wrong with it
};
// Throws util::Error where the folder is there and cannot be read.
LeftJournals left_journals(const std::string& folder);

} // namespace commands
