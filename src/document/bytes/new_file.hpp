// SPDX-License-Identifier: Apache-2.0
// A file that appears complete or not at all.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace document {

enum class Existing : std::uint8_t { Refuse, Replace };

// Writes under another name in the same folder, readable by its owner alone; keep() renames it. Until then the
// destructor removes the file, and so does util::remove_unfinished_file() from a signal handler. At most one exists at
// a time. Never writes through a symbolic link, to a device or a pipe. All functions throw util::Error, naming the
// file.
class NewFile {
 public:
  NewFile(std::string path, Existing existing);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view bytes);
  void keep(); // once, at the end: writes the bytes to disk, then renames

 private:
  void name_it();
  void discard() noexcept;

  std::string m_path, m_temporary;
  Existing m_existing;
  int m_descriptor = -1;
};

// A file without a name, readable by its owner alone, in the folder of `near` or, if that is empty, in $TMPDIR. It
// disappears when the program ends, even in a crash.
class NamelessFile {
 public:
  explicit NamelessFile(const std::string& near);
  ~NamelessFile();
  NamelessFile(const NamelessFile&) = delete;
  NamelessFile& operator=(const NamelessFile&) = delete;

  void write(std::string_view bytes);
  // Reads up to `room` bytes into `to`, from the start of the file; 0 at the end. Write nothing after the first read.
  std::size_t read(char* to, std::size_t room);

 private:
  int m_descriptor = -1;
  bool m_reading = false;
};

} // namespace document
