// SPDX-License-Identifier: Apache-2.0
#include "commands/bind/journal.hpp"

#include "document/writer.hpp"
#include "kube/json_answer.hpp"
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
  out["groups"] = names_output(head.targets.groups);
  out["pods"] = names_output(head.targets.pods);
  return document::to_json_line(out) + '\n';
}

BindTargets::Name name_of(Value value) {
  const std::string_view text = value.text();
  const std::size_t slash = std::min(text.find('/'), text.size());
  return {std::string(text.substr(0, slash)), std::string(text.substr(std::min(slash + 1, text.size())))};
}

void read_line(Value line, JournalStory& story) {
  if (line["kind"].text() == k_kind) {
    story.head.server = line["server"].text();
    story.head.scheduler_name = line["schedulerName"].text();
    story.head.started = line["started"].text();
    for (const Value name : line["groups"].elements()) { story.head.targets.groups.insert(name_of(name)); }
    for (const Value name : line["pods"].elements()) { story.head.targets.pods.insert(name_of(name)); }
  }
  if (line["holder"].exists()) { story.head.holder = line["holder"].text(); }
  if (line["complete"].boolean()) { story.is_complete = true; }
  const BindTargets::Name batch = name_of(line["batch"]);
  for (const auto [pod, node] : line["begins"].members()) {
    story.begun[batch].insert_or_assign(std::string(pod), std::string(node.text()));
  }
  if (line["bound"].exists()) { story.bound[batch].insert(std::string(line["bound"].text())); }
  if (line["done"].boolean()) { story.done.insert(batch); }
}

// And how many bytes of the text it is: a last line may be cut off.
struct Told {
  JournalStory story;
  std::size_t size = 0;
};

// nullopt where it is no journal of ours.
std::optional<Told> told_by(std::string_view text) {
  JournalStory story;
  kube::JsonAnswer parser;
  std::size_t read = 0;
  while (read < text.size()) {
    const std::size_t end = text.find('\n', read);
    if (end == std::string_view::npos) { break; }
    const Value line = parser.read(text.substr(read, end - read));
    const bool is_first = read == 0;
    const bool is_ours = line["apiVersion"].text() == k_version && line["kind"].text() == k_kind;
    if (!line.is_object() || (is_first && !is_ours)) { return std::nullopt; }
    read_line(line, story);
    read = end + 1;
  }
  return Told{std::move(story), read};
}

Told told_by(const std::string& path, std::string_view text) {
  std::optional<Told> told = told_by(text);
  if (!told) { throw util::Error(util::concat(path, " is no journal of bind that this version reads")); }
  return std::move(*told);
}

// Makes way for a new journal at a path that was given.
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
  m_file.append(head_line(head), false);
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
  Json out;
  out["complete"] = true;
  m_file.append(document::to_json_line(out) + '\n', true);
  if (file == File::Remove) { m_file.remove(); }
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

std::vector<std::string> unfinished_journals(const std::string& folder, const std::string& server,
                                             const std::string& scheduler_name) {
  std::vector<std::string> found;
  std::error_code ended;
  for (std::filesystem::directory_iterator at(folder, ended), end; !ended && at != end; at.increment(ended)) {
    const std::string path = at->path().string();
    if (!path.ends_with(k_ending) || !at->is_regular_file(ended)) { continue; }
    const JournalFile file(path, JournalFile::Open::Existing);
    if (file.is_locked_by_another()) { continue; }
    const std::optional<Told> told = told_by(file.read_all());
    if (!told || told->story.is_complete) { continue; }
    const JournalHead& head = told->story.head;
    if (head.server == server && head.scheduler_name == scheduler_name) { found.push_back(path); }
  }
  std::ranges::sort(found);
  return found;
}

} // namespace commands
