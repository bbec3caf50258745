// SPDX-License-Identifier: Apache-2.0
// Output: lines of JSON, compression, and files that appear whole or not at all.
#include "document/bytes/new_file.hpp"
#include "document/bytes/pack.hpp"
#include "document/bytes/source.hpp"
#include "document/reading/json_line.hpp"
#include "document/reading/reader.hpp"
#include "support/catch.hpp"
#include "util/error.hpp"
#include "util/unfinished_file.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sys/stat.h>

using namespace document;
namespace fs = std::filesystem;

namespace {

std::string line_of(std::string_view json) {
  std::string line;
  read_text(
      json, "test", {}, [&](const Item& item) { append_json_line(line, item.value); },
      [](const util::Problem& problem) { FAIL(problem.message); });
  return line;
}

std::string packed(std::string_view text, Packing packing, std::size_t piece) {
  std::string out;
  Packer packer([&](std::string_view bytes) { out += bytes; }, packing);
  for (std::size_t at = 0; at < text.size(); at += piece) { packer.write(text.substr(at, piece)); }
  packer.finish();
  return out;
}

std::string unpacked_text(std::string_view bytes) {
  const ByteSource source = unpacked(text_source(bytes), "test", std::uint64_t{1} << 30);
  std::string out, room(4096, '\0');
  for (std::size_t got = source(room.data(), room.size()); got > 0; got = source(room.data(), room.size())) {
    out.append(room, 0, got);
  }
  return out;
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A temporary folder; the destructor removes it.
struct TargetFolder {
  TargetFolder() {
    std::string name = (fs::temp_directory_path() / "gang-saving-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~TargetFolder() { fs::remove_all(path); }
  TargetFolder(const TargetFolder&) = delete;
  TargetFolder& operator=(const TargetFolder&) = delete;
  std::size_t count() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), fs::directory_iterator()));
  }
  std::string file(const char* name) const { return (path / name).string(); }
  fs::path path;
};

} // namespace

TEST_CASE("a line of JSON has sorted keys and no blanks") {
  CHECK(line_of(R"({ "kind": "K", "b": [1, 2.50, 1e3, -0, [], {}], "a": {"z": null, "y": true, "x": false} })") ==
        R"({"a":{"x":false,"y":true,"z":null},"b":[1,2.50,1e3,-0,[],{}],"kind":"K"})");
}

TEST_CASE("json_line_bound is not below the size of the line") {
  for (const std::string_view value :
       {R"({})", R"([])", R"(null)", R"({"b":[true,false,-1.5e3],"c":{"":""},"d":[[],{}]})",
        R"({"\u0001\u0002":"\u0003\n\\\"","\u00fc":"<\u0001>"})", R"(["",[""],[[""]]])"}) {
    const std::string json = R"({"kind":"K","value":)" + std::string(value) + "}";
    std::size_t bound = 0;
    read_text(
        json, "test", {}, [&](const Item& item) { bound = json_line_bound(item.value); },
        [](const util::Problem& problem) { FAIL(problem.message); });
    CHECK(bound >= line_of(json).size());
    CHECK(bound <= 6 * json.size());
  }
}

TEST_CASE("texts have kubectl's escapes, and numbers of YAML become numbers of JSON") {
  CHECK(line_of("{\"kind\": \"a\\\"b\\\\c\\n\\u0001<\\u00e9\"}") ==
        "{\"kind\":\"a\\\"b\\\\c\\n\\u0001\\u003c\xc3\xa9\"}");
  CHECK(line_of("kind: K\na: 0x1F\nb: 010\nc: 1_000\nd: +1.5\ne: .5\nf: \"7\"\n") ==
        R"({"a":31,"b":8,"c":1000,"d":1.5,"e":0.5,"f":"7","kind":"K"})");
}

TEST_CASE("writing keeps the last of duplicate members") {
  CHECK(line_of(R"({"kind":"K","a":1,"a":2})") == R"({"a":2,"kind":"K"})");
}

TEST_CASE("packed data unpacks to the same, whatever the size of the pieces") {
  std::mt19937 random(1);
  std::string text;
  for (int i = 0; i < 300'000; ++i) { text += static_cast<char>('a' + random() % 20); }
  for (const std::string_view some : {std::string_view(text), std::string_view("x"), std::string_view()}) {
    for (const Packing packing : {Packing::None, Packing::Gzip, Packing::Zstd}) {
      const std::string whole = packed(some, packing, 1 << 20);
      CHECK(unpacked_text(whole) == some);
      CHECK(packed(some, packing, 1 << 20) == whole); // it contains no time
      CHECK(unpacked_text(packed(some, packing, 777)) == some);
    }
  }
  CHECK(packed(text, Packing::Gzip, 1 << 20).size() < text.size());
  CHECK(packed(text, Packing::Zstd, 1 << 20).size() < text.size());
}

TEST_CASE("the file name selects the compression") {
  CHECK(packing_of("a.json.gz") == Packing::Gzip);
  CHECK(packing_of("a.json.zst") == Packing::Zstd);
  CHECK(packing_of("a.gz.json") == Packing::None);
  CHECK(packing_of("-") == Packing::None);
}

TEST_CASE("a new file appears at keep, for its owner alone") {
  const TargetFolder folder;
  const mode_t mask = umask(0);
  {
    NewFile file(folder.file("a"), Existing::Refuse);
    file.write("hello ");
    file.write("world");
    CHECK(!fs::exists(folder.file("a")));
    file.keep();
  }
  umask(mask);
  CHECK(content(folder.file("a")) == "hello world");
  CHECK((fs::status(folder.file("a")).permissions() & fs::perms::mask) ==
        (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(folder.count() == 1);
}

TEST_CASE("an abandoned file leaves nothing, however it ends") {
  const TargetFolder folder;
  { NewFile(folder.file("a"), Existing::Refuse).write("half"); }
  CHECK(folder.count() == 0);
  NewFile file(folder.file("a"), Existing::Refuse);
  file.write("half");
  CHECK(folder.count() == 1);
  util::remove_unfinished_file(); // as the signal handler does
  CHECK(folder.count() == 0);
}

TEST_CASE("only --force replaces an existing file") {
  const TargetFolder folder;
  std::ofstream(folder.file("a")) << "old";
  CHECK_THROWS_WITH(NewFile(folder.file("a"), Existing::Refuse),
                    "cannot write " + folder.file("a") + ": the file is there already; --force replaces it");
  NewFile file(folder.file("a"), Existing::Replace);
  file.write("new");
  CHECK(content(folder.file("a")) == "old");
  file.keep();
  CHECK(content(folder.file("a")) == "new");
}

TEST_CASE("a file that appears during writing also stays") {
  const TargetFolder folder;
  NewFile file(folder.file("a"), Existing::Refuse);
  std::ofstream(folder.file("a")) << "came meanwhile";
  CHECK_THROWS_AS(file.keep(), util::Error);
  CHECK(content(folder.file("a")) == "came meanwhile");
}

TEST_CASE("NewFile rejects links, and everything except regular files") {
  const TargetFolder folder;
  std::ofstream(folder.file("target")) << "untouched";
  fs::create_symlink("target", folder.path / "link");
  fs::create_symlink("nowhere", folder.path / "dangling");
  for (const Existing existing : {Existing::Refuse, Existing::Replace}) {
    for (const char* const name : {"link", "dangling"}) {
      CHECK_THROWS_WITH(NewFile(folder.file(name), existing), Catch::Contains("it is a symbolic link"));
    }
    CHECK_THROWS_WITH(NewFile(folder.path.string(), existing), Catch::Contains("it is a folder"));
    CHECK_THROWS_WITH(NewFile("/dev/null", existing), Catch::Contains("it is no regular file"));
    CHECK_THROWS_WITH(NewFile(folder.file("no/such/folder"), existing), Catch::Contains("No such file"));
  }
  CHECK(content(folder.file("target")) == "untouched");
}

TEST_CASE("a nameless file returns its content, and appears in no folder") {
  const TargetFolder folder;
  NamelessFile file(folder.file("neighbour"));
  file.write("hello ");
  file.write("world");
  CHECK(folder.count() == 0);
  std::string got(64, '\0');
  got.resize(file.read(got.data(), got.size()));
  CHECK(got == "hello world");
  CHECK(file.read(got.data(), got.size()) == 0);
}
