// SPDX-License-Identifier: Apache-2.0
// Walks over the outer levels of a stream of JSON documents: bytes, separators, values to skip.
#pragma once

#include "document/bytes/failure.hpp"
#include "document/bytes/window.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace document {

inline bool is_json_blank(int byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

class JsonText {
 protected:
  static constexpr std::uint64_t k_held_bytes = std::uint64_t{4} * 1024 * 1024;

  struct Span {
    std::uint64_t begin = 0, end = 0;
  };

  // `max_item_bytes`: of one object. `window` must outlive it.
  JsonText(Window& window, std::uint64_t max_item_bytes);
  ~JsonText() = default;

  int peek();      // the next byte, -1 at the end of the stream
  int peek_text(); // the same, after blanks
  std::string_view text(Span span) const;
  // Gives up the bytes that are no longer needed.
  void release();

  // These return false on failure and store it in m_failure.
  bool skip_value();
  bool skip_to_end(); // of an object, a list or a string
  bool separator(char closing, bool& closed);
  bool fail(Failure::Kind kind, std::string_view text);
  bool cut_off();
  bool too_long();

  Window& m_window;
  std::uint64_t m_limit;
  std::uint64_t m_at = 0;
  std::uint64_t m_document_start = 0;
  std::int64_t m_documents = 0;
  std::int64_t m_item = 0; // number of the current list element, from 1; 0 outside of lists
  std::optional<Failure> m_failure;

 private:
  std::uint64_t m_released = 0; // earlier bytes are no longer needed
  bool m_too_long = false;
};

} // namespace document
