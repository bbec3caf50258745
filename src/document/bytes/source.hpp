// SPDX-License-Identifier: Apache-2.0
// Sources of bytes: a file, standard input or memory, decompressed and converted to UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace document {

// Writes up to `room` bytes (at least 1) to `to` and returns their number; 0 only at the end.
using ByteSource = std::function<std::size_t(char* to, std::size_t room)>;

// Opens `path`, unchanged, or standard input for "-". Reads pipes, FIFOs and /dev/fd/N as plain streams. Errors use
// `name`. Throws util::Error if the file cannot be opened or read.
ByteSource file_source(const std::string& path, const std::string& name);

// `text` must live as long as the source.
ByteSource text_source(std::string_view text);

// Decompresses `bytes`. Recognises gzip (also several members) and zstd (also several frames) by their first bytes;
// other bytes pass unchanged. Converts UTF-16 with a byte order mark, as written by PowerShell redirects, to UTF-8, and
// drops a UTF-8 byte order mark. Throws if compressed data is damaged or truncated, and after `max_bytes`.
ByteSource unpacked(ByteSource bytes, const std::string& name, std::uint64_t max_bytes);

} // namespace document
