// SPDX-License-Identifier: Apache-2.0
// POSIX: open(2), flock(2), fsync(2).
#include "commands/bind/journal_file.hpp"

#include "util/concat.hpp"
#include "util/error.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace commands {

namespace {

constexpr mode_t k_private_file = S_IRUSR | S_IWUSR;
constexpr mode_t k_private_folder = S_IRWXU;

[[noreturn]] void fail(const std::string& path, std::string_view what) {
  throw util::Error(util::concat("journal ", path, " cannot be ", what, ": ", std::strerror(errno)));
}

void sync_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) { return; } // the file itself is safe; only its name may be lost
  (void)fsync(descriptor);
  (void)close(descriptor);
}

} // namespace

JournalFile::JournalFile(const std::string& path, Open how) : m_path(path) {
  const int create = how == Open::New ? O_CREAT | O_EXCL : 0;
  m_descriptor = open(path.c_str(), O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC | create, k_private_file);
  if (m_descriptor < 0) { fail(path, how == Open::New ? "made" : "opened"); }
  struct stat status = {};
  if (fstat(m_descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    (void)close(std::exchange(m_descriptor, -1));
    throw util::Error(util::concat("journal ", path, " is no file"));
  }
  m_locked_by_another = flock(m_descriptor, LOCK_EX | LOCK_NB) != 0;
  if (how == Open::New) { sync_folder_of(path); }
}

JournalFile::~JournalFile() {
  if (m_descriptor >= 0) { (void)close(m_descriptor); }
}

JournalFile::JournalFile(JournalFile&& other) noexcept
    : m_path(std::move(other.m_path)), m_descriptor(std::exchange(other.m_descriptor, -1)),
      m_locked_by_another(other.m_locked_by_another) {}

std::string JournalFile::read_all() const {
  std::string text;
  std::array<char, 65'536> piece{};
  for (off_t at = 0;;) {
    const ssize_t count = pread(m_descriptor, piece.data(), piece.size(), at);
    if (count < 0 && errno == EINTR) { continue; }
    if (count < 0) { fail(m_path, "read"); }
    if (count == 0) { return text; }
    text.append(piece.data(), static_cast<std::size_t>(count));
    at += count;
  }
}

void JournalFile::cut_to(std::size_t bytes) {
  if (ftruncate(m_descriptor, static_cast<off_t>(bytes)) != 0) { fail(m_path, "written"); }
}

void JournalFile::append(std::string_view text, bool sync) {
  while (!text.empty()) {
    const ssize_t count = write(m_descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) { continue; }
    if (count < 0) { fail(m_path, "written"); }
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  if (sync && fsync(m_descriptor) != 0) { fail(m_path, "written to the disk"); }
}

void JournalFile::remove() noexcept { (void)unlink(m_path.c_str()); }

void make_private_directory(const std::string& path) {
  std::filesystem::path so_far;
  for (const std::filesystem::path& part : std::filesystem::path(path)) {
    so_far /= part;
    if (mkdir(so_far.c_str(), k_private_folder) == 0 || errno == EEXIST || errno == EISDIR) { continue; }
    std::error_code ignored;
    if (!std::filesystem::is_directory(so_far, ignored)) {
      throw util::Error(util::concat("the folder ", so_far.string(), " for journals cannot be made: ",
                                     std::strerror(errno), "; --journal FILE names another place"));
    }
  }
}

} // namespace commands
