// SPDX-License-Identifier: Apache-2.0
// The first document of a YAML or JSON text that may contain secrets.
#pragma once

#include "document/bytes/item.hpp"

#include <functional>
#include <string_view>

namespace kube {

// Calls `use` with the first object of `text`, if any, and ignores the rest, like go-yaml's Unmarshal. Throws
// util::Error with the reason why the text is unreadable; it quotes nothing of the text.
void read_first_document(std::string_view text, const std::function<void(const document::Item&)>& use);

} // namespace kube
