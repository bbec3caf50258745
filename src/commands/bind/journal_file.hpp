// SPDX-License-Identifier: Apache-2.0
// The file under a journal: private, locked while it is open, nothing written through a symbolic link.
#pragma once

#include <string>
#include <string_view>

namespace commands {

class JournalFile {
 public:
  enum class Open {
    New,      // gets its name in settle(), when it is locked and has its first line
    Existing, // must be there
  };
  // Throws util::Error, naming the file. is_locked_by_another() tells where another process has it open; then nothing
  // else works.
  JournalFile(const std::string& path, Open how);
  ~JournalFile();
  JournalFile(JournalFile&& other) noexcept;
  JournalFile& operator=(JournalFile&&) = delete;

  bool is_locked_by_another() const { return m_locked_by_another; }
  bool is_open() const { return m_descriptor >= 0; } // false once it was moved away
  const std::string& path() const { return m_path; }
  std::string read_all() const;
  void cut_to(std::size_t bytes); // what follows is gone
  // Throws util::Error where it is not written, and with `sync` where it is not on the disk. Of what could not be
  // written whole nothing stays.
  void append(std::string_view text, bool sync);
  void settle(); // in place of what has the name
  void remove() noexcept;

 private:
  [[noreturn]] void fail(std::string_view what) const; // for errno

  std::string m_path;
  std::string m_unsettled; // the name until then; empty: settled
  int m_descriptor = -1;
  bool m_locked_by_another = false;
};

// With all above it, 0700. Throws util::Error.
void make_private_directory(const std::string& path);

} // namespace commands
