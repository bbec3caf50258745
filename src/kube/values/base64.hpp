// SPDX-License-Identifier: Apache-2.0
// Standard base64 with padding, compatible with Go's encoding/base64.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kube {

struct Base64 {
  std::string bytes;
  bool ok = true;
  std::size_t failed_at = 0; // "illegal base64 data at input byte N"
};

// Skips line ends within the text; other blanks are errors.
Base64 from_base64(std::string_view text);
std::string to_base64(std::string_view bytes);

} // namespace kube
