// SPDX-License-Identifier: Apache-2.0
#include "document/reading/folder.hpp"

#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <utility>

namespace document {

namespace {

namespace fs = std::filesystem;

bool has_known_ending(std::string_view name) {
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (name.ends_with(packed)) {
      name.remove_suffix(packed.size());
      break;
    }
  }
  constexpr std::array<std::string_view, 3> k_endings = {".json", ".yaml", ".yml"};
  return std::any_of(k_endings.begin(), k_endings.end(),
                     [name](std::string_view ending) { return name.ends_with(ending); });
}

class FolderWalk {
 public:
  explicit FolderWalk(const ReadOptions& options) : m_options(options) {}

  void folder(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) { fail(path, {errno, std::generic_category()}); }
    // A link may lead back up, so a folder's identity is its device and inode number.
    if (!m_entered.emplace(status.st_dev, status.st_ino).second) { return; }
    std::error_code error;
    for (auto at = fs::directory_iterator(path, error); !error && at != fs::directory_iterator(); at.increment(error)) {
      entry(*at);
    }
    if (error) { fail(path, error); }
  }

  std::vector<std::string> files() && {
    std::sort(m_files.begin(), m_files.end());
    return std::move(m_files);
  }

 private:
  [[noreturn]] static void fail(const std::string& path, const std::error_code& error) {
    throw util::Error(util::concat("cannot read the folder ", path, ": ", error.message()));
  }

  void entry(const fs::directory_entry& found) {
    std::error_code error;
    const fs::file_type type = found.status(error).type(); // of the link's target
    if (type == fs::file_type::directory) {
      if (m_options.recursive) { folder(found.path().string()); }
    } else if (is_wanted(found.path().filename().string(), type)) {
      m_files.push_back(found.path().string());
    }
  }

  // Takes links without a target, too: opening them names the error.
  bool is_wanted(const std::string& name, fs::file_type type) const {
    if (m_options.files_only_with_known_endings && !has_known_ending(name)) { return false; }
    const bool is_lost =
        type == fs::file_type::not_found || type == fs::file_type::none || type == fs::file_type::unknown;
    const bool is_lock_of_emacs = is_lost && name.starts_with(".#"); // while it edits the file of that name
    return type == fs::file_type::regular || (is_lost && !is_lock_of_emacs);
  }

  const ReadOptions& m_options;
  std::set<std::pair<dev_t, ino_t>> m_entered;
  std::vector<std::string> m_files;
};

} // namespace

std::vector<std::string> files_of_folder(const std::string& path, const ReadOptions& options) {
  FolderWalk walk(options);
  walk.folder(path);
  return std::move(walk).files();
}

} // namespace document
