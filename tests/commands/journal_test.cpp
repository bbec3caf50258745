// SPDX-License-Identifier: Apache-2.0
// The journal of bind: what is on disk at each moment, whatever happens next.
#include "commands/bind/journal.hpp"
#include "support/catch.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace commands;

namespace {

namespace fs = std::filesystem;

// A folder that is gone at the end.
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

// A copy of the file, as a run that was killed leaves it: nobody locks it.
std::string left_behind(const Folder& folder, const Journal& journal, const std::string& more = "") {
  std::string path = folder.file("left.jsonl");
  std::ofstream(path) << content(journal.path()) << more;
  return path;
}

} // namespace

TEST_CASE("a journal tells what was begun, bound and done") {
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

TEST_CASE("a last line that is cut off counts for nothing, and what is written next is whole") {
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

TEST_CASE("a journal of a run that lives cannot be taken") {
  Folder folder;
  Journal journal(folder.file("j.jsonl"), "", head());
  journal.begin(train());
  CHECK_THROWS_WITH(Journal(journal.path()), Catch::EndsWith("belongs to a run that is under way"));
  CHECK_THROWS_WITH(Journal(journal.path(), "", head()), Catch::EndsWith("belongs to a run that is under way"));
}

TEST_CASE("what is in the way of a new journal") {
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
  CHECK_THROWS_WITH(Journal(folder.file("notes.txt"), "", head()), Catch::Contains("is no journal of bind"));
  CHECK(content(folder.file("notes.txt")) == "milk, bread\n");
  fs::create_symlink(folder.file("notes.txt"), folder.file("link"));
  CHECK_THROWS_AS(Journal(folder.file("link"), "", head()), util::Error);
  CHECK(content(folder.file("notes.txt")) == "milk, bread\n");
  CHECK_THROWS_AS(Journal(folder.file("not-there.jsonl")), util::Error);
}

TEST_CASE("a run that has begun nothing leaves nothing") {
  Folder folder;
  { Journal journal(std::nullopt, folder.path, head()); }
  CHECK(folder.files() == 0);
}

TEST_CASE("only journals of the same server and name are to be resumed") {
  Folder folder;
  const auto leave = [&](const std::string& name, const JournalHead& of, bool is_complete) {
    Journal journal(folder.file(name), "", of);
    journal.begin(train());
    if (is_complete) { journal.complete(Journal::File::Keep); }
  };
  leave("b.jsonl", head(), false);
  leave("a.jsonl", head(), false);
  leave("complete.jsonl", head(), true);
  JournalHead other = head();
  other.server = "https://two:6443";
  leave("server.jsonl", other, false);
  other = head();
  other.scheduler_name = "web";
  leave("name.jsonl", other, false);
  std::ofstream(folder.file("noise.jsonl")) << "{\"kind\":\"Pod\"}\n";
  std::ofstream(folder.file("empty.jsonl")) << "";
  Journal alive(folder.file("alive.jsonl"), "", head());
  alive.begin(train());
  using Paths = std::vector<std::string>;
  CHECK(unfinished_journals(folder.path, "https://one:6443", "batch") ==
        Paths{folder.file("a.jsonl"), folder.file("b.jsonl")});
  CHECK(unfinished_journals(folder.file("nowhere"), "https://one:6443", "batch").empty());
}

TEST_CASE("where journals are kept") {
  std::ostringstream out, err;
  Session session = {.out = out, .err = err};
  CHECK_THROWS_AS(journal_folder(session), util::Error);
  session.environment = {{"HOME", "/home/ada"}, {"XDG_STATE_HOME", "relative"}};
  CHECK(journal_folder(session) == "/home/ada/.local/state/kubectl-gang");
  session.environment["XDG_STATE_HOME"] = "/var/state";
  CHECK(journal_folder(session) == "/var/state/kubectl-gang");
}
