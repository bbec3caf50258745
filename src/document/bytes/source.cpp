// SPDX-License-Identifier: Apache-2.0
// Files and streams as byte sources, and the order in which their layers are decoded.
#include "document/bytes/source.hpp"

#include "document/bytes/unpack.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace document {

namespace {

// An open file. Does not close standard input.
class Descriptor {
 public:
  Descriptor(int number, bool owned) : m_number(number), m_owned(owned) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (m_owned && m_number >= 0) { ::close(m_number); }
  }
  int number() const { return m_number; }

 private:
  int m_number;
  bool m_owned;
};

std::string reason(int error) { return std::generic_category().message(error); }

std::shared_ptr<Descriptor> open_file(const std::string& path, const std::string& name) {
  if (path == "-") { return std::make_shared<Descriptor>(STDIN_FILENO, false); }
  auto file = std::make_shared<Descriptor>(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY), true);
  if (file->number() < 0) { throw util::Error(util::concat("cannot open ", name, ": ", reason(errno))); }
  struct stat status {};
  if (::fstat(file->number(), &status) == 0 && S_ISDIR(status.st_mode)) {
    throw util::Error(util::concat("cannot read ", name, ": it is a folder"));
  }
  // Only advice: reading ahead overlaps disk access with parsing.
  (void)::posix_fadvise(file->number(), 0, 0, POSIX_FADV_SEQUENTIAL);
  return file;
}

ByteSource limited(ByteSource bytes, const std::string& name, std::uint64_t max_bytes) {
  return [bytes = std::move(bytes), name, max_bytes, left = max_bytes](char* to, std::size_t room) mutable {
    const std::size_t got = bytes(to, room);
    if (got > left) {
      throw util::Error(util::concat(name, " is larger than allowed: it unpacks to more than ", max_bytes, " bytes"));
    }
    left -= got;
    return got;
  };
}

// Removes any byte order mark.
ByteSource as_utf8(ByteSource bytes) {
  Peeked peeked(std::move(bytes));
  const std::string_view first = peeked.first(3);
  const bool utf8 = first == "\xef\xbb\xbf";
  const bool little = first.starts_with("\xff\xfe");
  const bool big = first.starts_with("\xfe\xff");
  if (utf8 || little || big) {
    char mark[3];
    (void)peeked.read(mark, utf8 ? 3 : 2);
  }
  ByteSource rest = whole(std::move(peeked));
  if (little) { return from_utf16(std::move(rest), ByteOrder::Little); }
  if (big) { return from_utf16(std::move(rest), ByteOrder::Big); }
  return rest;
}

} // namespace

ByteSource file_source(const std::string& path, const std::string& name) {
  return [file = open_file(path, name), name](char* to, std::size_t room) -> std::size_t {
    while (true) {
      const ssize_t got = ::read(file->number(), to, room);
      if (got >= 0) { return static_cast<std::size_t>(got); }
      if (errno != EINTR) { throw util::Error(util::concat("cannot read ", name, ": ", reason(errno))); }
    }
  };
}

ByteSource text_source(std::string_view text) {
  return [text](char* to, std::size_t room) mutable {
    const std::size_t count = std::min(room, text.size());
    if (count != 0) { std::memcpy(to, text.data(), count); }
    text.remove_prefix(count);
    return count;
  };
}

ByteSource unpacked(ByteSource bytes, const std::string& name, std::uint64_t max_bytes) {
  Peeked peeked(std::move(bytes));
  const std::string_view first = peeked.first(4);
  const bool gzip = is_gzip(first);
  const bool zstd = is_zstd(first);
  ByteSource plain = whole(std::move(peeked));
  if (gzip) { plain = gunzipped(std::move(plain), name); }
  if (zstd) { plain = zstd_unpacked(std::move(plain), name); }
  return as_utf8(limited(std::move(plain), name, max_bytes));
}

} // namespace document
