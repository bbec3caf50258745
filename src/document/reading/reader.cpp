// SPDX-License-Identifier: Apache-2.0
// Decides for each file whether it is JSON or YAML, and handles failures. In a file that the user named, a failure ends
// the program. In a folder of a cluster, a file that is neither is only a Problem; in one of manifests, it is an error
// as for kubectl.
#include "document/reading/reader.hpp"

#include "document/bytes/items.hpp"
#include "document/bytes/source.hpp"
#include "document/bytes/window.hpp"
#include "document/reading/folder.hpp"
#include "document/reading/json_reader.hpp"
#include "document/yaml/yaml_reader.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>
#include <thread>

namespace document {

namespace {

// Continues with the window's content from `at` on.
ByteSource rest_of(Window& window, std::uint64_t at) {
  return [&window, at](char* to, std::size_t room) mutable -> std::size_t {
    window.release(at);
    if (at == window.end() && !window.more()) { return 0; }
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(room, window.end() - at));
    std::memcpy(to, window.at(at), count);
    at += count;
    return count;
  };
}

// The first byte from `at` on that is not blank; -1 if there is none.
int first_text(Window& window, std::uint64_t& at) {
  constexpr std::uint64_t k_most_blanks = std::uint64_t{1024} * 1024; // YAML needs the indentation of its first line
  for (;; ++at) {
    if (at > k_most_blanks) { window.release(at); }
    if (at == window.end() && !window.more()) { return -1; }
    const char byte = *window.at(at);
    if (std::string_view(" \t\r\n").find(byte) == std::string_view::npos) { return static_cast<unsigned char>(byte); }
  }
}

// True if the object at `start` has its first key in quotes, which only JSON requires.
bool looks_like_json(Window& window, std::uint64_t start) {
  std::uint64_t at = start + 1;
  if (*window.at(start) == '[') { return true; }
  const int first = first_text(window, at);
  return first == '"' || first == '}' || first < 0;
}

unsigned threads_of(const ReadOptions& options) {
  constexpr unsigned k_most = 16; // one thread alone decodes, and it cannot keep more of them busy
  return options.threads != 0 ? options.threads : std::clamp(std::thread::hardware_concurrency(), 1U, k_most);
}

// Reads JSON like kubectl: if that fails, it reads YAML from the start of the failed document.
std::optional<Failure> read_json(Window& window, std::uint64_t start, Items& items, const ReadOptions& options) {
  JsonReader reader(window, items, options, threads_of(options));
  std::optional<Failure> failure = reader.read(start);
  if (!failure || failure->kind == Failure::Kind::Refused || !reader.is_held()) { return failure; }
  const std::uint64_t again = reader.document_start();
  const bool meant_as_json = looks_like_json(window, again);
  const std::string_view before(window.at(window.begin()), static_cast<std::size_t>(again - window.begin()));
  const auto lines = std::count(before.begin(), before.end(), '\n');
  items.skip_first(items.delivered());
  auto failure_as_yaml =
      YamlReader(rest_of(window, again), items, options.max_item_bytes).after(lines, reader.documents() - 1).read();
  if (!failure_as_yaml || meant_as_json) { return failure_as_yaml ? failure : std::nullopt; }
  if (failure_as_yaml->kind == Failure::Kind::Syntax && failure->kind == Failure::Kind::Syntax) {
    failure_as_yaml->text =
        util::concat("it is not JSON (", failure->text, ") and not YAML (", failure_as_yaml->text, ')');
  }
  return failure_as_yaml;
}

// The line that the text of a failure names; 0: none.
std::size_t line_of_failure(std::string_view failure) {
  constexpr std::string_view k_line = "line ";
  const std::size_t at = failure.rfind(k_line);
  if (at == failure.npos) { return 0; }
  const std::string_view digits = failure.substr(at + k_line.size());
  const auto number = util::parse_int64(digits.substr(0, digits.find_first_not_of("0123456789")));
  return number && *number > 0 ? static_cast<std::size_t>(*number) : 0;
}

// Two frequent mistakes near the line of a failure: a template that Helm has to render first, and a tab as indentation.
std::string hint_about(std::string_view text, std::size_t failed_line) {
  if (failed_line == 0) { return {}; }
  std::size_t number = 0;
  for (std::size_t start = 0; start < text.size() && number <= failed_line;) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = text.substr(start, end - start);
    start = end + 1;
    ++number;
    const std::size_t first = line.find_first_not_of(" \t");
    if (number + 1 < failed_line || first == line.npos || line[first] == '#') { continue; }
    if (line.find("{{") != line.npos) {
      return util::concat("; line ", number, " has {{: render the template first, as helm template does");
    }
    if (line.substr(0, first).find('\t') != line.npos) {
      return util::concat("; line ", number, " is indented by a tab, and YAML allows only blanks there");
    }
  }
  return {};
}

std::optional<Failure> read_any(Window& window, Items& items, const ReadOptions& options) {
  std::uint64_t at = 0;
  const int first = first_text(window, at);
  if (first < 0) { return Failure{Failure::Kind::Empty, "it is empty"}; }
  std::optional<Failure> failure =
      first == '{' || first == '[' ? read_json(window, at, items, options)
                                   : YamlReader(rest_of(window, window.begin()), items, options.max_item_bytes).read();
  if (failure && failure->kind == Failure::Kind::Syntax && window.begin() == 0) { // all of a file that is not large
    failure->text += hint_about({window.at(0), static_cast<std::size_t>(window.end())}, line_of_failure(failure->text));
  }
  return failure;
}

enum class Origin { Named, Folder };

void read_source(ByteSource source, const std::string& name, Origin origin, const ReadOptions& options,
                 const ItemSink& sink, const ProblemSink& problems) {
  const bool is_manifest = !options.bare_lists;
  const bool is_in_folder = origin == Origin::Folder;
  Window window(unpacked(std::move(source), name, options.max_bytes));
  Items items(name, sink, problems, is_in_folder && !is_manifest ? Strays::Skip : Strays::Keep);
  if (is_manifest) { items.refuse_bare_lists(); }
  const std::optional<Failure> failure = read_any(window, items, options);
  if (!failure) { return; }
  const bool is_empty = failure->kind == Failure::Kind::Empty;
  if (is_in_folder && is_manifest && is_empty) { return problems({name, "", "the file is empty"}); } // like kubectl
  const bool is_stray = is_in_folder && !is_manifest && (is_empty || failure->kind == Failure::Kind::Syntax);
  if (!is_stray) { throw util::Error(util::concat("cannot read ", name, ": ", failure->text)); }
  // It may have held anything: kubectl whose output went into the file may have failed, and left it empty.
  problems({name, "", util::concat("cannot be read: ", failure->text, "; the rest of the file is left out"), true});
}

} // namespace

void read(const std::string& path, const ReadOptions& options, const ItemSink& sink, const ProblemSink& problems) {
  std::error_code error;
  if (path != "-" && std::filesystem::is_directory(path, error)) {
    for (const std::string& file : files_of_folder(path, options)) {
      read_source(file_source(file, file), file, Origin::Folder, options, sink, problems);
    }
    return;
  }
  const std::string name = path == "-" ? "standard input" : path;
  read_source(file_source(path, name), name, Origin::Named, options, sink, problems);
}

void read_stream(ByteSource bytes, const std::string& name, const ReadOptions& options, const ItemSink& sink,
                 const ProblemSink& problems) {
  read_source(std::move(bytes), name, Origin::Named, options, sink, problems);
}

void read_text(std::string_view text, std::string_view name, const ReadOptions& options, const ItemSink& sink,
               const ProblemSink& problems) {
  read_source(text_source(text), std::string(name), Origin::Named, options, sink, problems);
}

} // namespace document
