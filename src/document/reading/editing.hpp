// SPDX-License-Identifier: Apache-2.0
// Converts between the two forms of an object, for changing one that was read and for reading one that was generated.
// So the objects that a controller would create are decoded and printed from the same value.
#pragma once

#include "document/bytes/value.hpp"
#include "document/yaml/writer.hpp"

#include <string_view>

namespace document {

// A copy that can be changed. Leaves out null members and elements: they mean absent.
Output editable(Value value);

// Builds a tree from the value; it owns all texts.
void build(Tree& tree, const Output& value);

// The member of that name; null if `object` is no object or does not have it.
const Output* find(const Output& object, std::string_view key);

// The text of a string; else empty.
std::string_view text_of(const Output* value);

} // namespace document
