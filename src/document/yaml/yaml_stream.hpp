// SPDX-License-Identifier: Apache-2.0
// YAML text on its way to yaml-cpp: one document at a time, in the form that kubectl's parser would see.
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

// Ends the reading of a YAML file; what() is "line 5, column 3: ...". Caught in YamlReader.
class YamlFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
std::string line_and_column(std::int64_t line, std::int64_t column);

// How much text may be read for one object. The stream uses it up, whoever has finished an object sets it back.
struct YamlBudget {
  std::uint64_t most = 0;
  std::uint64_t used = 0;
};

// Splits at lines of three dashes before any parser sees them, drops what stands between a line of three dots and the
// next document (apimachinery pkg/util/yaml, YAMLReader), refuses control characters (go-yaml readerc.go), repairs
// UTF-8, and makes every line end a \n. Each document is closed with "...": yaml-cpp does not mind a quote that is
// still open where the text ends, but it does mind a line of dots in it.
class YamlStream : public std::streambuf {
 public:
  YamlStream(ByteSource source, YamlBudget& budget);

  // Goes to the next document; false after the last one.
  bool next_document();

  std::int64_t line() const { return m_document_line; } // lines before the document
  bool is_blank() const { return m_file_is_blank; }     // nothing but blanks so far
  // The first line of this document that was dropped after "...", and the first of the file that is not UTF-8.
  std::optional<std::int64_t> dropped_line() const { return m_dropped; }
  std::optional<std::int64_t> repaired_line() const { return m_repaired; }

  // What went wrong while yaml-cpp was reading: it only saw the end of the text. (It loses memory on exceptions.)
  void rethrow() const {
    if (m_failure) { std::rethrow_exception(m_failure); }
  }

 protected:
  int_type underflow() override;

 private:
  void convert_piece();
  bool fill(std::size_t wanted); // makes at least so many raw bytes available, unless the file ends before
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
  std::int64_t m_line = 0; // lines that have ended
  std::int64_t m_column = 0;
  std::int64_t m_document_line = 0;
  bool m_file_is_blank = true;
  std::optional<std::int64_t> m_dropped;
  std::optional<std::int64_t> m_repaired;
};

} // namespace document
