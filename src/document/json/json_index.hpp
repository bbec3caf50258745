// SPDX-License-Identifier: Apache-2.0
// Where the brackets, commas, colons and beginnings of strings and other scalars of a JSON text are, outside of
// strings: the first stage of simdjson, which chooses the processor's best kernel when the program runs. It also makes
// sure that the text is UTF-8, that strings end, and that they hold no control characters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace document {

class JsonIndex {
 public:
  static constexpr std::size_t k_padding = 64; // bytes behind the text that must be readable

  JsonIndex();
  ~JsonIndex();
  JsonIndex(const JsonIndex&) = delete;
  JsonIndex& operator=(const JsonIndex&) = delete;

  enum class Result { Ok, NoUtf8, Refused };
  Result read(std::string_view text);
  // Offsets in the text that was read last, ascending. One more can be read behind the last: the size of the text.
  std::span<const std::uint32_t> offsets() const;
  std::string_view failure() const { return m_failure; } // why it was refused

 private:
  struct Simdjson;
  void reserve(std::size_t bytes);

  std::unique_ptr<Simdjson> m_simdjson;
  std::string_view m_failure;
};

} // namespace document
