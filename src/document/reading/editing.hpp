// SPDX-License-Identifier: Apache-2.0
// Converts between the two forms of an object, for changing one that was read and for reading one that was generated.
// So the objects that a controller would create are decoded and printed from the same value.
#pragma once

#include "document/bytes/value.hpp"
#include "document/yaml/writer.hpp"

#include <functional>
#include <string>
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

// Calls `keep` for each text in the value, with the path of the text below `at`: "spec.env[0].name". `keep` may change
// the text. If it returns false for a member of an object, the member is removed.
void edit_texts(Output& value, const std::string& at,
                const std::function<bool(std::string& text, const std::string& path)>& keep);

} // namespace document
