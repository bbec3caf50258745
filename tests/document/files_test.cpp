// SPDX-License-Identifier: Apache-2.0
// Files, folders, streams, and their compression.
#include "document/reading.hpp"

#include "document/bytes/source.hpp"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <random>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace {

const std::string k_pod = R"({"kind":"Pod"})";
const Texts k_pod_read = {R"(Pod {"kind":"Pod"})"};
const Texts k_a_read = {R"(A {"kind":"A"})"};

const document::ReadOptions k_like_kubectl = [] {
  document::ReadOptions options;
  options.bare_lists = false;
  return options;
}();

std::string noise(std::size_t size) {
  std::mt19937 random(7);
  std::string text(size, ' ');
  for (char& byte : text) { byte = static_cast<char>('a' + random() % 26); }
  return text;
}

} // namespace

TEST_CASE("messages use the file name that the user gave") {
  const Folder folder;
  const Reading result = reading_path(folder.write("pods.json", R"({"kind":"PodList","items":[{"x":1},5]})"));
  CHECK(result.objects == Texts{R"(Pod {"x":1})"});
  CHECK(result.places == Texts{folder / "pods.json" + ", item 1"});
  CHECK(result.problems ==
        Texts{folder / "pods.json" + ", item 2: this item of the list is no object; it is left out"});
}

TEST_CASE("unreadable files are errors") {
  const Folder folder;
  CHECK(reading_path(folder / "none").error == "cannot open " + folder / "none" + ": No such file or directory");
  CHECK(reading_path(folder.write("a.json", "")).error == "cannot read " + folder / "a.json" + ": it is empty");
  CHECK(reading_path(folder.write("a.yaml", " \n\t\n")).error == "cannot read " + folder / "a.yaml" + ": it is empty");
  CHECK(reading_path(folder.write("b", std::string("\x7f"
                                                   "ELF\x02\x01\x01\0\0\0",
                                                   10)))
            .error == "cannot read " + folder / "b" + ": line 1, column 1: control characters are not allowed");
}

TEST_CASE("reading recognises gzip and zstd by their content") {
  const Folder folder;
  CHECK(reading_path(folder.write("a", gzip(k_pod))).objects == k_pod_read);
  CHECK(reading_path(folder.write("b.json", zstd(k_pod))).objects == k_pod_read);
  CHECK(reading(gzip("kind: Pod\n")).objects == k_pod_read);
  CHECK(reading(zstd("kind: Pod\n")).objects == k_pod_read);
  CHECK(reading(gzip("\xef\xbb\xbf" + k_pod)).objects == k_pod_read);
  CHECK(reading(gzip("")).error == "cannot read test: it is empty");

  SECTION("in several parts") {
    const std::string half = k_pod.substr(0, 5);
    const std::string rest = k_pod.substr(5);
    CHECK(reading(gzip(half) + gzip("") + gzip(rest)).objects == k_pod_read);
    CHECK(reading(zstd(half) + zstd(rest)).objects == k_pod_read);
    CHECK(reading(std::string("\x50\x2a\x4d\x18\x03\0\0\0abc", 11) + zstd(k_pod)).objects ==
          k_pod_read);                                                          // a skippable frame
    CHECK(reading(gzip(k_pod) + std::string(100, '\0')).objects == k_pod_read); // like gzip(1): ignores padding
  }
  SECTION("larger than any buffer") {
    const std::string text = R"({"kind":"Pod","x":")" + noise(3'000'000) + "\"}";
    CHECK(reading(gzip(text)).objects == reading(text).objects);
    CHECK(reading(zstd(text)).objects == reading(text).objects);
  }
}

TEST_CASE("damaged or incomplete packed data is an error") {
  const std::string text = R"({"kind":"Pod","x":")" + noise(5000) + "\"}";
  for (const auto& packed : {gzip(text), zstd(text)}) {
    for (std::size_t size = 4; size < packed.size(); size += size < 40 ? 1 : 97) {
      INFO(size);
      const Reading result = reading(packed.substr(0, size));
      REQUIRE(result.error.find("test is cut off: its ") == 0);
      REQUIRE(result.objects.empty());
    }
    std::string damaged = packed;
    for (std::size_t i = packed.size() / 2; i < packed.size() / 2 + 50; ++i) {
      damaged[i] = static_cast<char>(damaged[i] ^ 0x5a);
    }
    CHECK(!reading(damaged).error.empty());
  }
}

TEST_CASE("reading limits the size of unpacked data") {
  document::ReadOptions options;
  options.max_bytes = 1'000'000;
  const std::string bomb = R"({"kind":"Pod","x":")" + std::string(50'000'000, 'a') + "\"}";
  for (const auto& packed : {gzip(bomb), zstd(bomb)}) {
    CHECK(reading(packed, options).error == "test is larger than allowed: it unpacks to more than 1000000 bytes");
  }
  CHECK(reading(k_pod, options).error.empty());
}

TEST_CASE("a folder yields its files in byte order") {
  const Folder folder;
  folder.write("b.yaml", "kind: B\n");
  folder.write("a/z.json", R"({"kind":"Z"})");
  folder.write("a.yml", "kind: A\n");
  folder.write("c.json.gz", gzip(R"({"kind":"C"})"));
  folder.write("d.yaml.zst", zstd("kind: D\n"));
  folder.write("a/default/logs.txt", "not an object: [");
  folder.write("README.md", "# text");
  const Reading result = reading_path(folder.path());
  CHECK(result.objects ==
        Texts{R"(A {"kind":"A"})", R"(Z {"kind":"Z"})", R"(B {"kind":"B"})", R"(C {"kind":"C"})", R"(D {"kind":"D"})"});
  CHECK(result.problems.empty());
  CHECK(result.error.empty());

  SECTION("without subfolders") {
    document::ReadOptions options;
    options.recursive = false;
    CHECK(reading_path(folder.path(), options).objects.size() == 4);
  }
  SECTION("with all file name endings") {
    document::ReadOptions options;
    options.files_only_with_known_endings = false;
    CHECK(reading_path(folder.path(), options).problems.size() == 1); // logs.txt; README.md has a comment only
  }
}

TEST_CASE("reading a folder skips files without objects, and reports unreadable ones") {
  const Folder folder;
  folder.write("a.json", R"({"kind":"A"})");
  folder.write("broken.yaml", "{{ template }}: [\n");
  folder.write("empty.json", "");
  folder.write("package.json", R"({"name":"x","items":3})");
  folder.write("values.yaml", "replicas: 3\n");
  folder.write("list.json", R"({"items":[{"x":1}]})");
  const Reading result = reading_path(folder.path());
  CHECK(result.objects == Texts{R"(A {"kind":"A"})", R"( {"x":1})"});
  REQUIRE(result.problems.size() == 2);
  CHECK(result.problems[0].find(folder / "broken.yaml" + ": cannot be read: it is not JSON (") == 0);
  CHECK(result.problems[1] ==
        folder / "empty.json" + ": cannot be read: it is empty; the rest of the file is left out");
  CHECK(result.left_out == 2);

  SECTION("a message of kubectl, which YAML reads as an object") {
    folder.write("b.yaml", "error: You must be logged in to the server (Unauthorized)\n");
    folder.write("c.yaml", "Unable to connect to the server: EOF\n");
    CHECK(reading_path(folder.path()).left_out == 4);
    CHECK(reading_path(folder.path()).objects == result.objects);
  }
  SECTION("an object of an API server without its kind is no unrelated file") {
    folder.write("b.yaml", "metadata: {name: a}\nspec: {containers: []}\n");
    CHECK(reading_path(folder.path()).objects.size() == result.objects.size() + 1);
  }
  SECTION("an incomplete file is an error because objects may be missing") {
    folder.write("z.json", R"({"kind":"List","items":[{"kind":"A"},{)");
    CHECK(reading_path(folder.path()).error ==
          "cannot read " + folder / "z.json" + ": it is cut off, inside item 2; get the file again");
  }
}

TEST_CASE("reading follows links, but not in circles") {
  const Folder folder;
  const Folder other;
  other.write("b.yaml", "kind: B\n");
  folder.write("a/a.yaml", "kind: A\n");
  std::filesystem::create_directory_symlink(folder.path(), folder / "a/up");
  std::filesystem::create_directory_symlink(other.path(), folder / "other");
  std::filesystem::create_symlink("nowhere", folder / "notes.txt");
  std::filesystem::create_symlink("someone@host.1234", folder / ".#a.yaml"); // Emacs edits a.yaml
  CHECK(::mkfifo((folder / "fifo.json").c_str(), 0600) == 0);                // opening it would hang
  CHECK(reading_path(folder.path()).objects == Texts{R"(A {"kind":"A"})", R"(B {"kind":"B"})"});
}

TEST_CASE("links to nothing and to themselves are errors, because objects may be missing") {
  const Folder folder;
  folder.write("a.yaml", "kind: A\n");
  SECTION("nothing") {
    std::filesystem::create_symlink("nowhere", folder / "b.yaml");
    CHECK(reading_path(folder.path()).error == "cannot open " + folder / "b.yaml" + ": No such file or directory");
  }
  SECTION("themselves") {
    std::filesystem::create_symlink("b.yaml", folder / "b.yaml");
    CHECK(reading_path(folder.path()).error ==
          "cannot open " + folder / "b.yaml" + ": Too many levels of symbolic links");
  }
  SECTION("in a folder of manifests") {
    std::filesystem::create_symlink("nowhere", folder / "b.yaml");
    CHECK(reading_path(folder.path(), k_like_kubectl).error ==
          "cannot open " + folder / "b.yaml" + ": No such file or directory");
  }
}

TEST_CASE("a folder of manifests is read like kubectl: only empty files are no error") {
  const Folder folder;
  folder.write("a.json", R"({"kind":"A"})");
  folder.write("empty.yaml", "");
  folder.write("remark.yaml", "# nothing yet\n");
  const Reading result = reading_path(folder.path(), k_like_kubectl);
  CHECK(result.error.empty());
  CHECK(result.objects == k_a_read);
  CHECK(result.problems == Texts{folder / "empty.yaml" + ": the file is empty"});
  CHECK(result.left_out == 0);

  SECTION("a syntax error") {
    folder.write("broken.yaml", "a: [\n");
    CHECK(reading_path(folder.path(), k_like_kubectl).error.find("cannot read " + folder / "broken.yaml" + ": ") == 0);
  }
  SECTION("an object without a kind, which the caller refuses") {
    folder.write("values.yaml", "replicas: 3\n");
    CHECK(reading_path(folder.path(), k_like_kubectl).objects.size() == 2);
  }
}

TEST_CASE("a pipe works like a plain stream") {
  const Folder folder;
  const std::string fifo = folder / "fifo";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  const std::string text = R"({"kind":"List","items":[{"kind":"A"},{"kind":"B","x":")" + noise(500'000) + "\"}]}";
  std::thread writer([&] {
    const int to = ::open(fifo.c_str(), O_WRONLY);
    // Writes in pieces, like a slow program.
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t done = ::write(to, text.data() + at, std::min<std::size_t>(text.size() - at, 4097));
      if (done <= 0) { break; }
      at += static_cast<std::size_t>(done);
    }
    ::close(to);
  });
  const Reading result = reading_path(fifo);
  writer.join();
  CHECK(result.objects.size() == 2);
  CHECK(result.error.empty());
}

TEST_CASE("standard input and /dev/fd work as files") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  REQUIRE(::write(ends[1], k_pod.data(), k_pod.size()) == static_cast<ssize_t>(k_pod.size()));
  ::close(ends[1]);

  SECTION("as a file") { CHECK(reading_path("/dev/fd/" + std::to_string(ends[0])).objects == k_pod_read); }
  SECTION("as -") {
    const int kept = ::dup(STDIN_FILENO);
    ::dup2(ends[0], STDIN_FILENO);
    const Reading result = reading_path("-");
    const Reading again = reading_path("-"); // the first call has read it to its end
    ::dup2(kept, STDIN_FILENO);
    ::close(kept);
    CHECK(result.objects == k_pod_read);
    CHECK(result.places == Texts{"standard input"});
    CHECK(again.error == "cannot read standard input: it is empty");
  }
  ::close(ends[0]);
}
