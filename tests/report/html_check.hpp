// SPDX-License-Identifier: Apache-2.0
// Strict check that a page is HTML which closes every element, so that no name can inject markup.
#pragma once

#include <string_view>

namespace tests {

// Elements close in order, and attributes have double quotes. Text and attributes contain no < or >, and & only in the
// five entities that the writer uses. It does not check <style>.
bool is_whole_html(std::string_view page);

} // namespace tests
