// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file: reading gives items or an error with a message. The target touches every byte of the result.
#include "document/reading/reader.hpp"
#include "document/yaml/writer.hpp"
#include "util/error.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

std::size_t touched = 0;

void touch(std::string_view text) {
  for (const char byte : text) { touched += static_cast<unsigned char>(byte); }
}

void walk(document::Value value) {
  touch(value.text());
  for (const auto element : value.elements()) { walk(element); }
  for (const auto [key, member] : value.members()) {
    touch(key);
    walk(member);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  document::ReadOptions options;
  options.max_bytes = 1 << 20;
  options.max_item_bytes = 1 << 18;
  const auto use = [](const document::Item& item) {
    if (!item.value.is_object()) { std::abort(); } // reader.hpp promises it
    walk(item.value);
    touch(item.kind);
    touch(item.api_version);
    touch(item.place.text());
  };
  const auto note = [](const util::Problem& problem) {
    if (problem.message.empty() || problem.place.empty()) { std::abort(); }
  };
  try {
    document::read_text({reinterpret_cast<const char*>(data), size}, "input", options, use, note);
  } catch (const util::Error&) {
    // An error is a valid result.
  }
  return 0;
}
