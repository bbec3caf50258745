// SPDX-License-Identifier: Apache-2.0
// Bytes on their way out, packed while they are written. The other direction is unpacked() in source.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace document {

using ByteSink = std::function<void(std::string_view)>; // throws where the bytes cannot be taken

enum class Packing : std::uint8_t { None, Gzip, Zstd };

// By the ending of a file's name: .gz, .zst, anything else.
Packing packing_of(std::string_view path);

// The same bytes in give the same bytes out: neither format gets a time or a name.
class Packer {
 public:
  Packer(ByteSink sink, Packing packing);
  ~Packer();
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;

  void write(std::string_view bytes);
  void finish(); // once, after the last write; without it what was written is cut off

  struct Layer; // (implementation detail)

 private:
  std::unique_ptr<Layer> m_layer;
};

} // namespace document
