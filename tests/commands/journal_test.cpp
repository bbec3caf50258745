// SPDX-License-Identifier: Apache-2.0
// The journal of bind: the content on disk at each moment, whatever happens next.
#include "commands/bind/journal.hpp"
#include "support/catch.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace commands;

namespace {

namespace fs = std::filesystem;

// A temporary folder; the destructor removes it.
struct Folder {
  Folder() {
    std::string name = (fs::temp_directory_path() / "journal-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name) const { return path + "/" + name; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), fs::directory_iterator()));
  }
  std::string path;
};

JournalHead head() {
  JournalHead head;
  head.server = "https://one:6443";
  head.scheduler_name = "batch";
  head.holder = "ada@laptop_1";
  head.started = "2026-03-02T09:00:00Z";
  head.targets.groups = {{"ml", "train"}, {"ml", "other"}};
  head.targets.pods = {{"ml", "alone"}};
  return head;
}

Batch train() {
  Batch batch;
  batch.name = {"ml", "train"};
  batch.bindings = {{"ml", "train-0", "u0", "1", "gpu-a"}, {"ml", "train-1", "u1", "2", "gpu-b"}};
  return batch;
}

std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// A copy of the file without a lock, as a killed run leaves it.
std::string left_behind(const Folder& folder, const Journal& journal, const std::string& more = "") {
  std::string path = folder.file("left.jsonl");
  std::ofstream(path) << content(journal.path()) << more;
  return path;
}

} // namespace

TEST_CASE("a journal records begun, bound and done groups") {
  Folder folder;
  Journal journal(std::nullopt, folder.file("state"), head());
  CHECK(journal.path().starts_with(folder.file("state/bind-batch-2026-03-02T090000Z-")));
  struct stat status = {};
  REQUIRE(stat(journal.path().c_str(), &status) == 0);
  CHECK((status.st_mode & 0777U) == 0600U);
  REQUIRE(stat(folder.file("state").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777U) == 0700U);

  journal.begin(train());
  journal.bound({"ml", "train"}, train().bindings.front());
  {
    Journal again(left_behind(folder, journal));
    const JournalStory& story = again.story();
    CHECK(story.head.server == "https://one:6443");
    CHECK(story.head.holder == "ada@laptop_1");
    CHECK(story.head.targets.groups == head().targets.groups);
    CHECK(story.head.targets.pods == head().targets.pods);
    CHECK(story.begun.at({"ml", "train"}).at("train-1") == "gpu-b");
    CHECK(story.bound.at({"ml", "train"}) == std::set<std::string>{"train-0"});
    CHECK(story.done.empty());
    CHECK_FALSE(story.is_complete);
    again.set_holder("bob@desk_2");
  }
  CHECK(Journal(folder.file("left.jsonl")).story().head.holder == "bob@desk_2");
  journal.done({"ml", "train"});
  CHECK(Journal(left_behind(folder, journal)).story().done.contains({"ml", "train"}));
  journal.complete(Journal::File::Keep);
  CHECK(Journal(left_behind(folder, journal)).story().is_complete);
  journal.complete(Journal::File::Remove);
  CHECK_FALSE(fs::exists(journal.path()));
}

TEST_CASE("an incomplete last line does not count, and the next entry is whole") {
  Folder folder;
  Journal journal(folder.file("j.jsonl"), "", head());
  journal.begin(train());
  const std::string path = left_behind(folder, journal, R"({"batch":"ml/train","bou)");
  {
    Journal again(path);
    CHECK(again.story().bound.empty());
    again.bound({"ml", "train"}, train().bindings.back());
  }
  CHECK(Journal(path).story().bound.at({"ml", "train"}) == std::set<std::string>{"train-1"});
}

TEST_CASE("a journal of a live run is not available") {
  Folder folder;
  Journal journal(folder.file("j.jsonl"), "", head());
  journal.begin(train());
  CHECK_THROWS_WITH(Journal(journal.path()), Catch::EndsWith("belongs to a run that is under way"));
  CHECK_THROWS_WITH(Journal(journal.path(), "", head()), Catch::EndsWith("belongs to a run that is under way"));
}

TEST_CASE("an unfinished journal or another file blocks a new journal") {
  Folder folder;
  const std::string path = folder.file("j.jsonl");
  {
    Journal journal(path, "", head());
    journal.begin(train());
  }
  CHECK_THROWS_WITH(Journal(path, "", head()), Catch::Contains("did not come to its end"));
  Journal(path).complete(Journal::File::Keep);
  CHECK_NOTHROW(Journal(path, "", head()));

  std::ofstream(folder.file("notes.txt")) << "milk, bread\n";
  CHECK_THROWS_WITH(Journal(folder.file("notes.txt"), "", head()), Catch::Contains("is not that of a BindJournal"));
  CHECK(content(folder.file("notes.txt")) == "milk, bread\n");
  fs::create_symlink(folder.file("notes.txt"), folder.file("link"));
  CHECK_THROWS_AS(Journal(folder.file("link"), "", head()), util::Error);
  CHECK(content(folder.file("notes.txt")) == "milk, bread\n");
  CHECK_THROWS_AS(Journal(folder.file("not-there.jsonl")), util::Error);
}

TEST_CASE("a run that has begun nothing leaves no journal") {
  Folder folder;
  { Journal journal(std::nullopt, folder.path, head()); }
  CHECK(folder.files() == 0);
}

TEST_CASE("left_journals lists unfinished journals of a folder") {
  Folder folder;
  const auto leave = [&](const std::string& name, const JournalHead& of, bool is_complete) {
    Journal journal(folder.file(name), "", of);
    journal.begin(train());
    if (is_complete) { journal.complete(Journal::File::Keep); }
  };
  leave("a.jsonl", head(), false);
  leave("complete.jsonl", head(), true);
  JournalHead other = head();
  other.server = "https://two:6443";
  other.scheduler_name = "web";
  other.lease_uid = "uid-1";
  leave("b.jsonl", other, false);
  Journal alive(folder.file("alive.jsonl"), "", head());
  alive.begin(train());
  const LeftJournals left = left_journals(folder.path);
  CHECK(left.unreadable.empty());
  REQUIRE(left.unfinished.size() == 2);
  CHECK(left.unfinished.at(folder.file("a.jsonl")).server == "https://one:6443");
  CHECK(left.unfinished.at(folder.file("b.jsonl")).scheduler_name == "web");
  CHECK(left.unfinished.at(folder.file("b.jsonl")).lease_uid == "uid-1");
  CHECK(left_journals(folder.file("nowhere")).unfinished.empty());
  std::ofstream(folder.file("no-folder")) << "";
  CHECK_THROWS_WITH(left_journals(folder.file("no-folder")), Catch::Contains("no-folder for journals cannot be read"));
}

// A run may have bound half a group, and only the journal shows it: no damage may go unnoticed.
TEST_CASE("an error names an unreadable journal and its damage") {
  Folder folder;
  std::string whole;
  {
    Journal journal(folder.file("whole.jsonl"), "", head());
    journal.begin(train());
    journal.bound({"ml", "train"}, train().bindings.front());
    whole = content(journal.path());
    journal.complete(Journal::File::Remove);
  }
  const std::size_t second = whole.find('\n') + 1, third = whole.find('\n', second) + 1;
  const auto replaced = [&](const std::string& old, const std::string& by) {
    std::string text = whole;
    return text.replace(text.find(old), old.size(), by);
  };
  struct Damage {
    std::string text, told;
  };
  const std::vector<Damage> damages = {
      {"", "it is empty"},
      {whole.substr(0, 40), "line 1 is cut off"},
      {whole.substr(1), "line 1 is not that of a BindJournal of kubectl-gang/v1alpha1"},
      {"\n" + whole, "line 1 is not that"},
      {std::string(second, '\0') + whole.substr(second), "line 1 is not that"},
      {std::string(whole.size(), '\0'), "line 1 is cut off"},
      {replaced("v1alpha1", "v9"), "line 1 is not that"},
      {replaced("BindJournal", "BindJournaI"), "line 1 is not that"},
      {replaced("https://one:6443", ""), "line 1 does not name server"},
      {replaced("\"schedulerName\"", "\"schedulername\""), "line 1 does not name server, schedulerName"},
      {replaced("ada@laptop_1", ""), "holder"},
      {whole.substr(0, second) + whole.substr(third), "line 2 is damaged"}, // without the entry that begins the group
      {replaced("begins", "begjns"), "line 2 is damaged"},
      {replaced("gpu-b", ""), "line 2 is damaged"},
      {replaced("\"ml/train\",\"beg", "\"mltrain\",\"beg"), "line 2 is damaged"},
      {replaced("{\"batch", "\"batch"), "line 2 is damaged"},
      {replaced("\"bound\"", "\"b\\u0000und\""), "line 3 is damaged"},
      {whole + "\n", "line 4 is damaged"},
      {whole + "null\n", "line 4 is damaged"},
      {whole + "{\"batch\":\"ml/train\",\"done\":fal\n", "line 4 is damaged"},
      {"milk, bread\n", "line 1 is not that"},
  };
  for (const Damage& damage : damages) {
    INFO(damage.text);
    const std::string path = folder.file("damaged.jsonl");
    std::ofstream(path, std::ios::binary) << damage.text;
    const LeftJournals left = left_journals(folder.path);
    CHECK(left.unfinished.empty());
    REQUIRE(left.unreadable.size() == 1);
    CHECK_THAT(left.unreadable.front(), Catch::StartsWith("journal " + path) && Catch::Contains(damage.told));
    CHECK_THROWS_WITH(Journal(path), left.unreadable.front());
  }
  fs::remove(folder.file("damaged.jsonl"));
  fs::create_directory(folder.file("folder.jsonl"));
  fs::create_symlink(folder.file("elsewhere"), folder.file("link.jsonl"));
  REQUIRE(mkfifo(folder.file("pipe.jsonl").c_str(), 0600) == 0);
  const LeftJournals left = left_journals(folder.path);
  REQUIRE(left.unreadable.size() == 3);
  CHECK_THAT(left.unreadable[0], Catch::Contains("folder.jsonl cannot be opened"));
  CHECK_THAT(left.unreadable[1], Catch::Contains("link.jsonl cannot be opened"));
  CHECK_THAT(left.unreadable[2], Catch::Contains("pipe.jsonl is no file"));
}

TEST_CASE("a journal of two runs, where the second finished a group of another journal") {
  Folder folder;
  Journal journal(folder.file("j.jsonl"), "", head());
  journal.begin(train());
  journal.set_holder("bob@desk_2");
  journal.done({"ml", "other"});
  const Journal again(left_behind(folder, journal));
  CHECK(again.story().done.contains({"ml", "other"}));
  CHECK(again.story().begun.size() == 1);
  CHECK(again.story().head.holder == "bob@desk_2");
}

// Simulates a full disk: the test ignores SIGXFSZ, and write(2) fails.
TEST_CASE("a journal that cannot grow is an error and stays whole") {
  Folder folder;
  struct rlimit before = {};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  (void)std::signal(SIGXFSZ, SIG_IGN);
  const auto limit = [&](rlim_t bytes) {
    const struct rlimit limited = {bytes, before.rlim_max};
    REQUIRE(setrlimit(RLIMIT_FSIZE, &limited) == 0);
  };
  limit(10);
  std::string told;
  try {
    const Journal journal(folder.file("none.jsonl"), "", head());
  } catch (const util::Error& error) { told = error.what(); }
  limit(before.rlim_cur);
  CHECK(told == "journal " + folder.file("none.jsonl") + " cannot be written: File too large");
  CHECK(folder.files() == 0);

  Journal journal(folder.file("j.jsonl"), "", head());
  const std::string whole = content(journal.path());
  limit(whole.size() + 20); // in the middle of the next line
  try {
    journal.begin(train());
    told.clear();
  } catch (const util::Error& error) { told = error.what(); }
  limit(before.rlim_cur);
  CHECK(told == "journal " + folder.file("j.jsonl") + " cannot be written: File too large");
  CHECK(content(journal.path()) == whole);
  journal.complete(Journal::File::Remove);
}

TEST_CASE("journals are in XDG_STATE_HOME or ~/.local/state") {
  std::ostringstream out, err;
  Session session = {.out = out, .err = err};
  CHECK_THROWS_AS(journal_folder(session), util::Error);
  session.environment = {{"HOME", "/home/ada"}, {"XDG_STATE_HOME", "relative"}};
  CHECK(journal_folder(session) == "/home/ada/.local/state/kubectl-gang");
  session.environment["XDG_STATE_HOME"] = "/var/state";
  CHECK(journal_folder(session) == "/var/state/kubectl-gang");
}
