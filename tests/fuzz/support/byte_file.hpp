// SPDX-License-Identifier: Apache-2.0
// Bytes as a file in memory, for readers that need a path. The destructor removes it.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace fuzz {

class ByteFile {
 public:
  explicit ByteFile(std::string_view bytes) : m_descriptor(memfd_create("input", MFD_CLOEXEC)) {
    if (m_descriptor < 0) { std::abort(); }
    for (std::size_t at = 0; at < bytes.size();) {
      const ssize_t count = write(m_descriptor, bytes.data() + at, bytes.size() - at);
      if (count <= 0) { std::abort(); }
      at += static_cast<std::size_t>(count);
    }
  }
  ~ByteFile() { close(m_descriptor); }
  ByteFile(const ByteFile&) = delete;
  ByteFile& operator=(const ByteFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(m_descriptor); }

 private:
  int m_descriptor;
};

} // namespace fuzz
