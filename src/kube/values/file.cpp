// SPDX-License-Identifier: Apache-2.0
#include "kube/values/file.hpp"

#include "util/concat.hpp"
#include "util/error.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace kube {

namespace {

constexpr std::size_t k_mib = std::size_t{1024} * 1024;
constexpr std::size_t k_most_config = 64 * k_mib;
constexpr std::size_t k_most_credential = k_mib;

class OpenFile {
 public:
  OpenFile(const std::string& path, int more_flags)
      : m_number(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | more_flags)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (m_number >= 0) { ::close(m_number); }
  }
  int number() const { return m_number; }

 private:
  int m_number;
};

[[noreturn]] void fail(std::string_view operation, const std::string& path, int error_number) {
  throw util::Error(util::concat(operation, ' ', path, ": ", reason(error_number)));
}

struct stat status_of(const OpenFile& file, const std::string& path) {
  struct stat status = {};
  if (::fstat(file.number(), &status) != 0) { fail("stat", path, errno); }
  if (S_ISDIR(status.st_mode)) { fail("read", path, EISDIR); }
  return status;
}

std::string read_all(const OpenFile& file, const std::string& path, std::size_t most) {
  std::string text;
  std::array<char, 16384> buffer{};
  while (true) {
    const ssize_t got = ::read(file.number(), buffer.data(), buffer.size());
    if (got == 0) { return text; }
    if (got < 0 && errno == EINTR) { continue; }
    if (got < 0) { fail("read", path, errno); }
    text.append(buffer.data(), static_cast<std::size_t>(got));
    if (text.size() > most) {
      throw util::Error(util::concat("read ", path, ": it is larger than ", most / k_mib, " MiB"));
    }
  }
}

} // namespace

std::string reason(int error_number) {
  std::string text = std::generic_category().message(error_number);
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') { text[0] = static_cast<char>(text[0] - 'A' + 'a'); }
  return text;
}

std::optional<ConfigFile> read_config_file(const std::string& path) {
  const OpenFile file(path, 0);
  if (file.number() < 0 && errno == ENOENT) { return std::nullopt; }
  if (file.number() < 0) { fail("open", path, errno); }
  const struct stat status = status_of(file, path);
  const unsigned mode = S_ISREG(status.st_mode) ? static_cast<unsigned>(status.st_mode) & 07777U : 0U;
  return ConfigFile{read_all(file, path, k_most_config), mode};
}

std::string read_credential_file(const std::string& path) {
  const OpenFile file(path, O_NONBLOCK); // a FIFO without a writer would block here
  if (file.number() < 0) { fail("open", path, errno); }
  if (!S_ISREG(status_of(file, path).st_mode)) {
    throw util::Error(util::concat("read ", path, ": it is no regular file"));
  }
  return read_all(file, path, k_most_credential);
}

} // namespace kube
