// SPDX-License-Identifier: Apache-2.0
// Any bytes as a packed file: unpacking ends at the limit, not a byte further, or with an error. UTF-16 becomes UTF-8.
#include "document/bytes/source.hpp"
#include "support/checks.hpp"

#include <algorithm>
#include <string>

namespace {

constexpr std::uint64_t k_most = 1 << 20;

// Reads in pieces of `room` bytes and returns their concatenation.
std::string drained(const std::string& packed, std::size_t room) {
  const document::ByteSource source = document::unpacked(document::text_source(packed), "input", k_most);
  std::string piece(room, '\0'), all;
  while (const std::size_t count = source(piece.data(), room)) {
    fuzz::must(count <= room, "a source keeps to the room it is given");
    all.append(piece, 0, count);
    fuzz::must(all.size() <= k_most, "a source keeps to the limit");
  }
  return all;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string packed = fuzz::text_of(data, size);
  std::string at_once, in_pieces;
  const bool done = fuzz::done_or_refused([&] { at_once = drained(packed, 1 << 16); });
  const std::size_t room = 1 + size % 61;
  const bool again =
      fuzz::done_or_refused([&] { in_pieces = drained(packed, std::max<std::size_t>(room, at_once.size() / 512)); });
  fuzz::must(done == again, "whether it can be read does not depend on the pieces");
  fuzz::must(!done || at_once == in_pieces, "what is read does not depend on the pieces");
  return 0;
}
