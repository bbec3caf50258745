// SPDX-License-Identifier: Apache-2.0
// The first document of a YAML or JSON text that may hold secrets.
#pragma once

#include "document/bytes/item.hpp"

#include <functional>
#include <string_view>

namespace kube {

// Calls `use` with the first object of `text`, where there is one; what follows it is not looked at, as go-yaml's
// Unmarshal does. Throws util::Error that says why the text cannot be read and quotes nothing of it.
void read_first_document(std::string_view text, const std::function<void(const document::Item&)>& use);

} // namespace kube
