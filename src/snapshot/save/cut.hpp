// SPDX-License-Identifier: Apache-2.0
// Reduces an object to the fields of the allow-list.
#pragma once

#include "document/bytes/value.hpp"
#include "snapshot/collected/allow_list.hpp"
#include "snapshot/collected/newest_time.hpp"

#include <functional>
#include <string_view>

namespace snapshot {

// A string to keep. `key` is the key of its label, taint or requirement; for a manager, the subresource that it wrote.
struct CutText {
  Content content = Content::Plain;
  std::string_view text, key;
};

// Returns the string to write instead; it must stay valid until the next call.
using TextOf = std::function<std::string_view(const CutText& text)>;

// Appends the members of `object` that `allowed` lists to the unfinished object in `out`. A member of an unexpected
// type keeps its type and loses its content, so that every reader rejects it like the original. `newest` sees all times
// that decoders read, even if they are dropped.
void cut(document::Value object, const Field& allowed, const TextOf& text_of, document::Tree& out, NewestTime& newest);

// Returns the string itself. Only managers are cut: one that did not write a status, and is not kube-scheduler, becomes
// "other".
inline constexpr std::string_view k_other_manager = "other";
std::string_view text_as_it_is(const CutText& text);

} // namespace snapshot
