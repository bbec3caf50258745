// SPDX-License-Identifier: Apache-2.0
// The file that is being written, for whoever has to end the program in the middle.
#pragma once

namespace util {

// `path` must stay valid until the next call; null: there is none.
void set_unfinished_file(const char* path) noexcept;

// Removes it, if there is one. May be called from a signal handler.
void remove_unfinished_file() noexcept;

} // namespace util
