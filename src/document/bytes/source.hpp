// SPDX-License-Identifier: Apache-2.0
// Where bytes come from: a file, standard input or memory; unpacked and turned into UTF-8 on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace document {

// Puts up to `room` bytes (at least 1 is asked for) to `to` and returns how many; 0 only at the end.
using ByteSource = std::function<std::size_t(char* to, std::size_t room)>;

// `path` as it is, "-" for standard input. Pipes, FIFOs and /dev/fd/N are read as plain streams. `name` stands for the
// file in errors. Throws util::Error where it cannot be opened or read.
ByteSource file_source(const std::string& path, const std::string& name);

// `text` must live as long as the source.
ByteSource text_source(std::string_view text);

// What `bytes` unpack to: gzip (also several members) and zstd (also several frames) are recognised by their first
// bytes, anything else passes unchanged. UTF-16 with a byte order mark, as PowerShell redirects write it, becomes
// UTF-8; a UTF-8 byte order mark is dropped. Throws where packed data is damaged or cut off, and after `max_bytes`.
ByteSource unpacked(ByteSource bytes, const std::string& name, std::uint64_t max_bytes);

} // namespace document
