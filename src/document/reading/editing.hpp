// SPDX-License-Identifier: Apache-2.0
// Between what was read and what is written: an object that was read can be changed, and one that was made can be read
// like any other. So what a controller would create is decoded and printed from the same value.
#pragma once

#include "document/bytes/value.hpp"
#include "document/yaml/writer.hpp"

#include <string_view>

namespace document {

// A copy that can be changed. null members and elements are left out: they mean absent.
Output editable(Value value);

// The value as a tree, which owns all texts.
void build(Tree& tree, const Output& value);

// The member of that name where `object` is an object and has it, else null.
const Output* find(const Output& object, std::string_view key);

// Its text, where it is one; else empty.
std::string_view text_of(const Output* value);

} // namespace document
