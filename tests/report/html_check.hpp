// SPDX-License-Identifier: Apache-2.0
// Whether a page is HTML that closes what it opens, read strictly: nothing that a name put there could hide in it.
#pragma once

#include <string_view>

namespace tests {

// Elements close in order, attributes stand in double quotes, and text and attributes have no < or > and no & but that
// of the five entities that we write. What stands in <style> is not looked at.
bool is_whole_html(std::string_view page);

} // namespace tests
