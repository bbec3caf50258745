// SPDX-License-Identifier: Apache-2.0
// Reads a stream of YAML documents like kubectl.
#pragma once

#include "document/bytes/failure.hpp"
#include "document/bytes/items.hpp"
#include "document/bytes/source.hpp"

#include <cstdint>
#include <optional>

namespace document {

class YamlReader {
 public:
  // `max_item_bytes` limits the size of one object.
  YamlReader(ByteSource text, Items& items, std::uint64_t max_item_bytes)
      : m_text(std::move(text)), m_items(items), m_max_item_bytes(max_item_bytes) {}

  // The text starts after so many lines and documents of the file.
  YamlReader& after(std::int64_t lines, std::int64_t documents);

  std::optional<Failure> read();
  // True if the text is entirely blank.
  bool is_blank() const { return m_is_blank; }

 private:
  void read_documents();

  ByteSource m_text;
  Items& m_items;
  std::uint64_t m_max_item_bytes;
  std::int64_t m_lines = 0;
  std::int64_t m_documents = 0;
  bool m_is_blank = true;
};

} // namespace document
