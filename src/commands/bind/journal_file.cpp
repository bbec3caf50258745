// SPDX-License-Identifier: Apache-2.0
// POSIX: open(2), flock(2), fsync(2).
#include "commands/bind/journal_file.hpp"

#include "util/concat.hpp"
#include "util/error.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
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

void sync_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) { return; } // the file itself is safe; only its name may be lost
  (void)fsync(descriptor);
  (void)close(descriptor);
}

} // namespace

JournalFile::JournalFile(const std::string& path, Open how) : m_path(path) {
  const bool is_new = how == Open::New;
  if (is_new) { m_unsettled = util::concat(path, '.', getpid(), ".new"); }
  m_descriptor = open(is_new ? m_unsettled.c_str() : path.c_str(),
                      O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC | (is_new ? O_CREAT | O_EXCL : 0), k_private_file);
  if (m_descriptor < 0) { fail(is_new ? "made" : "opened"); }
  struct stat status = {};
  if (fstat(m_descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    (void)close(std::exchange(m_descriptor, -1));
    throw util::Error(util::concat("journal ", path, " is no file"));
  }
  m_locked_by_another = flock(m_descriptor, LOCK_EX | LOCK_NB) != 0;
  if (m_locked_by_another && errno != EWOULDBLOCK) {
    const int why = errno;
    (void)close(std::exchange(m_descriptor, -1));
    errno = why;
    fail("locked");
  }
}

JournalFile::~JournalFile() {
  if (m_descriptor < 0) { return; }
  if (!m_unsettled.empty()) { remove(); }
  (void)close(m_descriptor);
}

JournalFile::JournalFile(JournalFile&& other) noexcept
    : m_path(std::move(other.m_path)), m_unsettled(std::move(other.m_unsettled)),
      m_descriptor(std::exchange(other.m_descriptor, -1)), m_locked_by_another(other.m_locked_by_another) {}

std::string JournalFile::read_all() const {
  std::string text;
  std::array<char, 65'536> piece{};
  for (off_t at = 0;;) {
    const ssize_t count = pread(m_descriptor, piece.data(), piece.size(), at);
    if (count < 0 && errno == EINTR) { continue; }
    if (count < 0) { fail("read"); }
    if (count == 0) { return text; }
    text.append(piece.data(), static_cast<std::size_t>(count));
    at += count;
  }
}

void JournalFile::cut_to(std::size_t bytes) {
  if (ftruncate(m_descriptor, static_cast<off_t>(bytes)) != 0) { fail("written"); }
}

void JournalFile::append(std::string_view text, bool sync) {
  const off_t before = lseek(m_descriptor, 0, SEEK_END);
  const auto give_up = [&](std::string_view what) {
    const int why = errno;
    (void)!ftruncate(m_descriptor, before);
    errno = why;
    fail(what);
  };
  while (!text.empty()) {
    const ssize_t count = write(m_descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) { continue; }
    if (count < 0) { give_up("written"); }
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  if (sync && fsync(m_descriptor) != 0) { give_up("written to the disk"); }
}

void JournalFile::settle() {
  if (rename(m_unsettled.c_str(), m_path.c_str()) != 0) { fail("made"); }
  m_unsettled.clear();
  sync_folder_of(m_path);
}

void JournalFile::remove() noexcept { (void)unlink(m_unsettled.empty() ? m_path.c_str() : m_unsettled.c_str()); }

void JournalFile::fail(std::string_view what) const {
  throw util::Error(util::concat("journal ", m_path, " cannot be ", what, ": ", std::strerror(errno)));
}

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
