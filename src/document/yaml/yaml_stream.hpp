// SPDX-License-Identifier: Apache-2.0
// Prepares YAML text for yaml-cpp: one document at a time, in the form that kubectl's parser would get.
#pragma once

#include "document/bytes/source.hpp"

#include <cstdint>
#include <exception>
#include <optional>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <vector>

namespace document {

// Ends the reading of a YAML file; what() is "line 5, column 3: ...". YamlReader catches it.
class YamlFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
std::string line_and_column(std::int64_t line, std::int64_t column);

// Limit of the text for one object. The stream uses it up; each new document or item resets it.
struct YamlBudget {
  std::uint64_t most = 0;
  std::uint64_t used = 0;
};

// Splits at lines of three dashes before any parser sees them, and drops the text between a line of three dots and the
// next document (apimachinery pkg/util/yaml, YAMLReader). Rejects control characters (go-yaml readerc.go), repairs
// UTF-8, and ends every line with \n. Closes each document with "...": yaml-cpp accepts a quote that is still open at
// the end of the text, but it rejects a line of dots inside.
class YamlStream : public std::streambuf {
 public:
  YamlStream(ByteSource source, YamlBudget& budget);

  // Goes to the next document; false after the last one.
  bool next_document();

  std::int64_t line() const { return m_document_line; } // lines before the document
  bool is_blank() const { return m_file_is_blank; }     // true while only blanks have been read
  // The first line of this document that was dropped after "...", and the first of the file that is not UTF-8.
  std::optional<std::int64_t> dropped_line() const { return m_dropped; }
  std::optional<std::int64_t> repaired_line() const { return m_repaired; }

  // Throws the failure that occurred while yaml-cpp was reading: it only saw the end of the text. (It leaks memory on
  // exceptions.)
  void rethrow() const {
    if (m_failure) { std::rethrow_exception(m_failure); }
  }

 protected:
  int_type underflow() override;

 private:
  void convert_piece();
  bool fill(std::size_t wanted); // makes at least so many raw bytes available, unless the file ends first
  bool at_line(std::string_view marker);
  bool begin_line();
  void end_document_at_dashes();
  void drop_to_dashes();
  void skip_line();
  void convert_character();
  std::string_view raw() const { return {m_raw.data() + m_raw_at, m_raw.size() - m_raw_at}; }

  ByteSource m_source;
  YamlBudget& m_budget;
  std::string m_raw;
  std::size_t m_raw_at = 0;
  bool m_source_ended = false;
  std::string m_out;
  std::exception_ptr m_failure;
  bool m_document_ended = true;
  bool m_line_start = true;
  std::int64_t m_line = 0; // completed lines
  std::int64_t m_column = 0;
  std::int64_t m_document_line = 0;
  bool m_file_is_blank = true;
  std::optional<std::int64_t> m_dropped;
  std::optional<std::int64_t> m_repaired;
};

} // namespace document
