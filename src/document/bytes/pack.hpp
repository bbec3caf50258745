// SPDX-License-Identifier: Apache-2.0
// Compresses bytes while they are written. unpacked() in source.hpp does the reverse.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace document {

using ByteSink = std::function<void(std::string_view)>; // throws if it cannot accept the bytes

enum class Packing : std::uint8_t { None, Gzip, Zstd };

// From the ending of a file's name: .gz, .zst, anything else.
Packing packing_of(std::string_view path);

// Equal input gives equal output: neither format gets a time or a name.
class Packer {
 public:
  Packer(ByteSink sink, Packing packing);
  ~Packer();
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;

  void write(std::string_view bytes);
  void finish(); // once, after the last write; without it the output is truncated

  struct Layer; // (implementation detail)

 private:
  std::unique_ptr<Layer> m_layer;
};

} // namespace document
