// SPDX-License-Identifier: Apache-2.0
// The file that the program is writing. Code that ends the program early removes it.
#pragma once

namespace util {

// `path` must stay valid until the next call. Null: no file is unfinished.
void set_unfinished_file(const char* path) noexcept;

// Removes the unfinished file, if any. A signal handler may call it.
void remove_unfinished_file() noexcept;

} // namespace util
