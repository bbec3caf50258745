// SPDX-License-Identifier: Apache-2.0
// POSIX: mkstemp, fsync, link or rename.
#include "document/bytes/new_file.hpp"

#include "util/concat.hpp"
#include "util/error.hpp"
#include "util/unfinished_file.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace document {

namespace {

[[noreturn]] void refuse(std::string_view path, std::string_view why) {
  throw util::Error(util::concat("cannot write ", path, ": ", why));
}

[[noreturn]] void refuse_by_errno(std::string_view path) { refuse(path, std::strerror(errno)); }

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) { return "."; }
  return slash == 0 ? "/" : path.substr(0, slash);
}

void check_target(const std::string& path, Existing existing) {
  struct stat found = {};
  if (lstat(path.c_str(), &found) != 0) {
    if (errno != ENOENT) { refuse_by_errno(path); }
    return;
  }
  if (S_ISLNK(found.st_mode)) { refuse(path, "it is a symbolic link; name the file that is meant"); }
  if (S_ISDIR(found.st_mode)) { refuse(path, "it is a folder; name a file in it"); }
  if (!S_ISREG(found.st_mode)) { refuse(path, "it is no regular file; - writes to standard output"); }
  if (existing == Existing::Refuse) { refuse(path, "the file is there already; --force replaces it"); }
}

// Delays SIGINT and SIGTERM while a file is created or removed, so that its name is always known for removal.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &held, &m_before);
  }
  ~SignalsHeld() { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t m_before;
};

void write_all(int descriptor, std::string_view bytes, std::string_view path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      refuse_by_errno(path);
    }
  }
}

int open_temporary(std::string& name, std::string_view path) {
  const int descriptor = mkstemp(name.data()); // 0600, O_EXCL
  if (descriptor < 0) { refuse_by_errno(path); }
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  fchmod(descriptor, S_IRUSR | S_IWUSR);
  return descriptor;
}

// Makes the name survive a power failure. A file system that cannot do that is no error.
void sync_folder(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) { return; }
  fsync(descriptor);
  close(descriptor);
}

} // namespace

NewFile::NewFile(std::string path, Existing existing) : m_path(std::move(path)), m_existing(existing) {
  check_target(m_path, existing);
  const std::string folder = folder_of(m_path);
  m_temporary = util::concat(folder, "/.kubectl-gang-XXXXXX");
  const SignalsHeld held;
  m_descriptor = open_temporary(m_temporary, m_path);
  util::set_unfinished_file(m_temporary.c_str());
}

NewFile::~NewFile() { discard(); }

void NewFile::write(std::string_view bytes) { write_all(m_descriptor, bytes, m_path); }

// link(2) refuses to replace a file that was created meanwhile. On a file system without links, a check before has to
// do.
void NewFile::name_it() {
  if (m_existing == Existing::Refuse && link(m_temporary.c_str(), m_path.c_str()) == 0) {
    unlink(m_temporary.c_str());
    return;
  }
  const bool came_meanwhile = m_existing == Existing::Refuse && errno == EEXIST;
  if (came_meanwhile) { refuse(m_path, "the file is there already; --force replaces it"); }
  check_target(m_path, m_existing);
  if (rename(m_temporary.c_str(), m_path.c_str()) != 0) { refuse_by_errno(m_path); }
}

void NewFile::keep() {
  if (fsync(m_descriptor) != 0) { refuse_by_errno(m_path); }
  if (close(std::exchange(m_descriptor, -1)) != 0) { refuse_by_errno(m_path); }
  const SignalsHeld held;
  name_it();
  util::set_unfinished_file(nullptr);
  m_temporary.clear();
  sync_folder(folder_of(m_path));
}

void NewFile::discard() noexcept {
  if (m_descriptor >= 0) { close(m_descriptor); }
  if (m_temporary.empty()) { return; }
  const SignalsHeld held;
  unlink(m_temporary.c_str());
  util::set_unfinished_file(nullptr);
}

NamelessFile::NamelessFile(const std::string& near) {
  const char* const variable = std::getenv("TMPDIR");
  const std::string elsewhere = variable != nullptr && *variable != '\0' ? variable : "/tmp";
  const std::string folder = near.empty() ? elsewhere : folder_of(near);
  std::string name = util::concat(folder, "/.kubectl-gang-XXXXXX");
  const SignalsHeld held;
  m_descriptor = open_temporary(name, folder);
  unlink(name.c_str());
}

NamelessFile::~NamelessFile() { close(m_descriptor); }

void NamelessFile::write(std::string_view bytes) { write_all(m_descriptor, bytes, "a temporary file"); }

std::size_t NamelessFile::read(char* to, std::size_t room) {
  if (!std::exchange(m_reading, true)) { lseek(m_descriptor, 0, SEEK_SET); }
  for (;;) {
    const ssize_t got = ::read(m_descriptor, to, room);
    if (got >= 0) { return static_cast<std::size_t>(got); }
    if (errno != EINTR) { throw util::Error(util::concat("cannot read a temporary file: ", std::strerror(errno))); }
  }
}

} // namespace document
