// SPDX-License-Identifier: Apache-2.0
// The file of a journal: private, locked while open. Never writes through a symbolic link.
#pragma once

#include <string>
#include <string_view>

namespace commands {

class JournalFile {
 public:
  enum class Open {
    New,      // settle() gives it its name, after it is locked and has its first line
    Existing, // must exist
  };
  // Throws util::Error, naming the file. If another process has it open, is_locked_by_another() is true, and no other
  // function works.
  JournalFile(const std::string& path, Open how);
  ~JournalFile();
  JournalFile(JournalFile&& other) noexcept;
  JournalFile& operator=(JournalFile&&) = delete;

  bool is_locked_by_another() const { return m_locked_by_another; }
  bool is_open() const { return m_descriptor >= 0; } // false after a move
  const std::string& path() const { return m_path; }
  std::string read_all() const;
  void cut_to(std::size_t bytes); // removes all bytes after that
  // Throws util::Error if the text cannot be written, or with `sync` not be stored on disk. Removes a partial write.
  void append(std::string_view text, bool sync);
  void settle(); // replaces any file of that name
  void remove() noexcept;

 private:
  [[noreturn]] void fail(std::string_view what) const; // for errno

  std::string m_path;
  std::string m_unsettled; // temporary name; empty: settled
  int m_descriptor = -1;
  bool m_locked_by_another = false;
};

// Creates the folder and its parents with mode 0700. Throws util::Error.
void make_private_directory(const std::string& path);

} // namespace commands
