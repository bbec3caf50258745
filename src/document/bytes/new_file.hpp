// SPDX-License-Identifier: Apache-2.0
// A file that appears whole or not at all.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace document {

enum class Existing : std::uint8_t { Refuse, Replace };

// Written under another name in the same folder, readable by its owner alone, and given its own name by keep(). Until
// then the destructor removes it, and so does util::remove_unfinished_file() from a signal handler; one at a time.
// Nothing is written through a symbolic link, to a device or a pipe. All throw util::Error, naming the file.
class NewFile {
 public:
  NewFile(std::string path, Existing existing);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view bytes);
  void keep(); // once, at the end: on the disk first, then under its name

 private:
  void name_it();
  void discard() noexcept;

  std::string m_path, m_temporary;
  Existing m_existing;
  int m_descriptor = -1;
};

// A file without a name, readable by its owner alone, in the folder of `near` or, where that is empty, in $TMPDIR. It
// is gone when the program ends, however it ends.
class NamelessFile {
 public:
  explicit NamelessFile(const std::string& near);
  ~NamelessFile();
  NamelessFile(const NamelessFile&) = delete;
  NamelessFile& operator=(const NamelessFile&) = delete;

  void write(std::string_view bytes);
  // Puts up to `room` of the bytes from the start on to `to`, 0 at the end; write no more after the first read.
  std::size_t read(char* to, std::size_t room);

 private:
  int m_descriptor = -1;
  bool m_reading = false;
};

} // namespace document
