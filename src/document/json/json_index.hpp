// SPDX-License-Identifier: Apache-2.0
// Finds the brackets, commas, colons and the starts of strings and other scalars of a JSON text, outside of strings.
// This is the first stage of simdjson, which chooses the processor's best kernel at run time. It also checks that the
// text is UTF-8, that strings end, and that they contain no control characters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace document {

class JsonIndex {
 public:
  static constexpr std::size_t k_padding = 64; // readable bytes required after the text

  JsonIndex();
  ~JsonIndex();
  JsonIndex(const JsonIndex&) = delete;
  JsonIndex& operator=(const JsonIndex&) = delete;

  enum class Result { Ok, NoUtf8, Refused };
  Result read(std::string_view text);
  // Offsets in the last read text, ascending. One more is readable after the last: the size of the text.
  std::span<const std::uint32_t> offsets() const;
  std::string_view failure() const { return m_failure; } // why the text was refused

 private:
  struct Simdjson;
  void reserve(std::size_t bytes);

  std::unique_ptr<Simdjson> m_simdjson;
  std::string_view m_failure;
};

} // namespace document
