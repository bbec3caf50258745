// SPDX-License-Identifier: Apache-2.0
// Tests of kubectl gang snapshot as a whole command.
#include "commands/command_test.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace fs = std::filesystem;

namespace {

struct Folder {
  Folder() {
    std::string name = (fs::temp_directory_path() / "gang-snapshot-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const char* name) const { return (path / name).string(); }
  fs::path path;
};

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string from(const char* name) { return "--from=" + data(name); }

} // namespace

TEST_CASE("snapshot writes to a file or to standard output, compressed as the name or --compress demands") {
  const Folder folder;
  const Ran printed = gang({"snapshot", "-o", "-", from("blocked.yaml")});
  CHECK(printed.status == 0);
  CHECK(printed.out.starts_with("{\"apiVersion\":\"kubectl-gang/v1alpha1\",\"kind\":\"Snapshot\",\"items\":[\n"));
  CHECK(gang({"snapshot", "-o", folder.file("a.json"), from("blocked.yaml")}).out.empty());
  CHECK(content(folder.file("a.json")) == printed.out);
  CHECK(gang({"snapshot", "-o", folder.file("a.json.gz"), from("blocked.yaml")}).status == 0);
  CHECK(content(folder.file("a.json.gz")).starts_with("\x1f\x8b"));
  CHECK(gang({"snapshot", "-o", folder.file("a.json.zst"), from("blocked.yaml")}).status == 0);
  CHECK(content(folder.file("a.json.zst")).starts_with("\x28\xb5\x2f\xfd"));
  CHECK(gang({"snapshot", "-o", "-", "--compress=gzip", from("blocked.yaml")}).out ==
        content(folder.file("a.json.gz")));
  CHECK(gang({"snapshot", "-o", folder.file("b.gz"), "--compress=none", from("blocked.yaml")}).status == 0);
  CHECK(content(folder.file("b.gz")) == printed.out);
}

TEST_CASE("-o with the name of a format is an error, and not a file of that name") {
  for (const char* format : {"json", "yaml", "wide", "name", "jsonpath={.kind}"}) {
    INFO(format);
    const Ran ran = gang({"snapshot", "-o", format, from("blocked.yaml")});
    CHECK(ran.status == 2);
    CHECK(contains(ran.err, std::string("or ./") + format + " for a file of that name"));
    CHECK(!fs::exists(format));
  }
}

TEST_CASE("every command gives the same answer from a snapshot and from the files") {
  const Folder folder;
  REQUIRE(gang({"snapshot", "-o", folder.file("a.json.zst"), from("blocked.yaml")}).status == 0);
  const std::string snapshot = "--from=" + folder.file("a.json.zst");
  for (const char* const command : {"explain", "queue"}) {
    const Ran files = gang({command, "-A", from("blocked.yaml")});
    const Ran saved = gang({command, "-A", snapshot});
    CHECK(saved.out == files.out);
    CHECK(saved.err == files.err);
    CHECK(saved.status == files.status);
  }
}

TEST_CASE("the summary goes to standard error, unless -q suppresses it") {
  const Folder folder;
  const Ran ran = gang({"snapshot", "-o", folder.file("a.json"), from("blocked.yaml")});
  const std::size_t bytes = content(folder.file("a.json")).size();
  CHECK(contains(ran.err, " in " + std::to_string(bytes) + " bytes to " + folder.file("a.json") + ": "));
  CHECK(contains(ran.err, " Pod"));
  CHECK(gang({"snapshot", "-q", "--force", "-o", folder.file("a.json"), from("blocked.yaml")}).err.empty());
  CHECK(contains(gang({"snapshot", "-n", "ml", "-o", "-", from("blocked.yaml")}).err, "-n has no effect here"));
}

TEST_CASE("only --force replaces a file, and a failure leaves the old one") {
  const Folder folder;
  std::ofstream(folder.file("a.json")) << "old";
  const Ran refused = gang({"snapshot", "-o", folder.file("a.json"), from("blocked.yaml")});
  CHECK(refused.status == 2);
  CHECK(refused.err ==
        "error: cannot write " + folder.file("a.json") + ": the file is there already; --force replaces it\n");
  const Ran failed =
      gang({"snapshot", "-o", folder.file("a.json"), "--force", from("blocked.yaml"), "--from=/nonexistent"});
  CHECK(failed.status == 2);
  CHECK(content(folder.file("a.json")) == "old");
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 1);
  CHECK(gang({"snapshot", "-o", folder.file("a.json"), "--force", from("blocked.yaml")}).status == 0);
  CHECK(contains(content(folder.file("a.json")), "Snapshot"));
}

TEST_CASE("contradictory arguments are errors before any input") {
  const auto error = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "snapshot");
    const Ran ran = gang(arguments);
    CHECK(ran.status == 2);
    CHECK(ran.out.empty());
    return ran.err.substr(0, ran.err.find('\n'));
  };
  CHECK(error({from("blocked.yaml")}) == "error: -o is missing: name the file to write, or - for standard output");
  CHECK(error({"-o", "-", "--raw", "--anonymize", from("blocked.yaml")})
            .starts_with("error: --raw and --anonymize exclude each other"));
  CHECK(contains(error({"-o", "-", "--compress=brotli", from("blocked.yaml")}), "it must be one of"));
  CHECK(contains(error({"-o", "-", "--from=-", "--from=-"}), "standard input"));
  CHECK(contains(error({"-o", "-", "cluster.json", from("blocked.yaml")}), "name the file to write with -o"));
}
