// SPDX-License-Identifier: Apache-2.0
// Reads a stream of YAML documents as kubectl does.
#pragma once

#include "document/bytes/failure.hpp"
#include "document/bytes/items.hpp"
#include "document/bytes/source.hpp"

#include <cstdint>
#include <optional>

namespace document {

class YamlReader {
 public:
  // `max_item_bytes` is the most that one object may take.
  YamlReader(ByteSource text, Items& items, std::uint64_t max_item_bytes)
      : m_text(std::move(text)), m_items(items), m_max_item_bytes(max_item_bytes) {}

  // The text is what follows after so many lines and documents of the file.
  YamlReader& after(std::int64_t lines, std::int64_t documents);

  std::optional<Failure> read();
  // Whether the text has nothing in it but blanks.
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
