// SPDX-License-Identifier: Apache-2.0
#include "commands/bind/journal.hpp"

#include "document/yaml/writer.hpp"
#include "kube/http/json_answer.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace commands {

namespace {

using Json = document::Output;
using document::Value;

constexpr std::string_view k_kind = "BindJournal", k_version = "kubectl-gang/v1alpha1", k_ending = ".jsonl";

Json names_output(const std::set<BindTargets::Name>& names) {
  Json array = Json::array();
  for (const BindTargets::Name& name : names) { array.push(name_text(name)); }
  return array;
}

std::string head_line(const JournalHead& head) {
  Json out;
  out["apiVersion"] = k_version;
  out["kind"] = k_kind;
  out["server"] = head.server;
  out["schedulerName"] = head.scheduler_name;
  out["holder"] = head.holder;
  out["started"] = head.started;
  if (!head.lease_uid.empty()) { out["leaseUID"] = head.lease_uid; }
  out["groups"] = names_output(head.targets.groups);
  out["pods"] = names_output(head.targets.pods);
  return document::to_json_line(out) + '\n';
}

BindTargets::Name name_of(Value value) {
  const std::string_view text = value.text();
  const std::size_t slash = std::min(text.find('/'), text.size());
  return {std::string(text.substr(0, slash)), std::string(text.substr(std::min(slash + 1, text.size())))};
}

void read_head(Value line, JournalHead& head) {
  head.server = line["server"].text();
  head.scheduler_name = line["schedulerName"].text();
  head.started = line["started"].text();
  head.lease_uid = line["leaseUID"].text();
  for (const Value name : line["groups"].elements()) { head.targets.groups.insert(name_of(name)); }
  for (const Value name : line["pods"].elements()) { head.targets.pods.insert(name_of(name)); }
}

// Reads a batch's line. False if it is invalid: a journal may be damaged by a crash, so nothing in it is trusted.
bool read_batch(Value line, JournalStory& story) {
  const BindTargets::Name batch = name_of(line["batch"]);
  if (batch.first.empty() || batch.second.empty()) { return false; }
  std::map<std::string, std::string>& begun = story.begun[batch];
  if (const Value begins = line["begins"]; begins.is_object()) {
    for (const auto [pod, node] : begins.members()) {
      if (node.text().empty()) { return false; }
      begun.insert_or_assign(std::string(pod), std::string(node.text()));
    }
    return !begun.empty();
  }
  if (const std::string pod(line["bound"].text()); begun.contains(pod)) {
    story.bound[batch].insert(pod);
    return true;
  }
  if (begun.empty()) { story.begun.erase(batch); } // of another journal, resumed together with this one
  if (line["done"].boolean()) { story.done.insert(batch); }
  return line["done"].boolean();
}

bool read_line(Value line, JournalStory& story) {
  if (!line["holder"].text().empty()) {
    story.head.holder = line["holder"].text();
    return true;
  }
  story.is_complete = story.is_complete || line["complete"].boolean();
  return line["complete"].boolean() || read_batch(line, story);
}

// Content of a journal and the number of bytes read: the last line may be truncated.
struct Told {
  JournalStory story;
  std::size_t size = 0;
};

[[noreturn]] void refuse(const std::string& path, std::string_view why) {
  throw util::Error(util::concat("journal ", path, " cannot be read: ", why));
}

// Throws util::Error if the text was not written by a run of this version or an earlier one.
Told told_by(const std::string& path, std::string_view text) {
  Told told;
  kube::JsonAnswer parser;
  for (int number = 1; told.size < text.size(); ++number) {
    const std::size_t end = text.find('\n', told.size);
    if (end == std::string_view::npos) { break; }
    const Value line = parser.read(text.substr(told.size, end - told.size));
    told.size = end + 1;
    if (number > 1) {
      if (!read_line(line, told.story)) { refuse(path, util::concat("line ", number, " is damaged")); }
      continue;
    }
    if (line["apiVersion"].text() != k_version || line["kind"].text() != k_kind) {
      refuse(path, util::concat("line 1 is not that of a ", k_kind, " of ", k_version));
    }
    read_head(line, told.story.head);
    if (!read_line(line, told.story) || told.story.head.server.empty() || told.story.head.scheduler_name.empty()) {
      refuse(path, "line 1 does not name server, schedulerName and holder");
    }
  }
  if (told.size == 0) { refuse(path, text.empty() ? "it is empty" : "line 1 is cut off"); }
  return told;
}

// Removes a completed journal at the user's path, to make way for a new one.
void clear_path(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::exists(std::filesystem::symlink_status(path, none))) { return; }
  JournalFile file(path, JournalFile::Open::Existing);
  if (file.is_locked_by_another()) {
    throw util::Error(util::concat("journal ", path, " belongs to a run that is under way"));
  }
  const std::string text = file.read_all();
  if (!text.empty() && !told_by(path, text).story.is_complete) {
    throw util::Error(util::concat("journal ", path, " is of a run that did not come to its end: --resume --journal ",
                                   path, " takes it up"));
  }
  file.remove();
}

std::string new_path(const std::optional<std::string>& path, const std::string& folder, const JournalHead& head) {
  if (path) {
    clear_path(*path);
    return *path;
  }
  make_private_directory(folder);
  std::string time = head.started;
  std::erase(time, ':');
  return util::concat(folder, "/bind-", head.scheduler_name, '-', time, '-', getpid(), k_ending);
}

} // namespace

Journal::Journal(const std::optional<std::string>& path, const std::string& folder, const JournalHead& head)
    : m_file(new_path(path, folder, head), JournalFile::Open::New), m_has_begun(false) {
  m_file.append(head_line(head), true);
  m_file.settle();
}

Journal::~Journal() {
  if (!m_has_begun && m_file.is_open()) { m_file.remove(); }
}

Journal::Journal(const std::string& path) : m_file(path, JournalFile::Open::Existing) {
  if (m_file.is_locked_by_another()) {
    throw util::Error(util::concat("journal ", path, " belongs to a run that is under way"));
  }
  const std::string text = m_file.read_all();
  Told told = told_by(path, text);
  if (told.size < text.size()) { m_file.cut_to(told.size); }
  m_story = std::move(told.story);
}

void Journal::set_holder(const std::string& holder) {
  Json out;
  out["holder"] = holder;
  m_file.append(document::to_json_line(out) + '\n', true);
}

void Journal::begin(const Batch& batch) {
  m_has_begun = true;
  Json out;
  out["batch"] = name_text(batch.name);
  for (const kube::Binding& binding : batch.bindings) { out["begins"][binding.pod] = binding.node; }
  m_file.append(document::to_json_line(out) + '\n', true);
}

void Journal::bound(const BindTargets::Name& batch, const kube::Binding& binding) {
  Json out;
  out["batch"] = name_text(batch);
  out["bound"] = binding.pod;
  m_file.append(document::to_json_line(out) + '\n', false);
}

void Journal::done(const BindTargets::Name& batch) {
  Json out;
  out["batch"] = name_text(batch);
  out["done"] = true;
  m_file.append(document::to_json_line(out) + '\n', false);
}

void Journal::complete(File file) {
  if (file == File::Remove) { return m_file.remove(); } // writes nothing: the disk may be full
  Json out;
  out["complete"] = true;
  m_file.append(document::to_json_line(out) + '\n', true);
}

std::string journal_folder(const Session& session) {
  if (const std::string_view state = session.variable("XDG_STATE_HOME"); state.starts_with('/')) {
    return util::concat(state, "/kubectl-gang");
  }
  const std::string_view home = session.variable("HOME");
  if (home.empty()) {
    throw util::Error("there is no place for a journal: set HOME or XDG_STATE_HOME, or name a file with --journal");
  }
  return util::concat(home, "/.local/state/kubectl-gang");
}

LeftJournals left_journals(const std::string& folder) {
  LeftJournals left;
  std::error_code trouble;
  std::filesystem::directory_iterator at(folder, trouble);
  if (trouble == std::errc::no_such_file_or_directory) { return left; }
  for (const std::filesystem::directory_iterator end; !trouble && at != end; at.increment(trouble)) {
    const std::string path = at->path().string();
    if (!path.ends_with(k_ending)) { continue; }
    try {
      const JournalFile file(path, JournalFile::Open::Existing);
      if (file.is_locked_by_another()) { continue; }
      JournalStory story = told_by(path, file.read_all()).story;
      if (!story.is_complete) { left.unfinished.emplace(path, std::move(story.head)); }
    } catch (const util::Error& error) { left.unreadable.emplace_back(error.what()); }
  }
  if (trouble) {
    throw util::Error(util::concat("the folder ", folder, " for journals cannot be read: ", trouble.message()));
  }
  std::ranges::sort(left.unreadable);
  return left;
}

} // namespace commands
