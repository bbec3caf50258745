// SPDX-License-Identifier: Apache-2.0
// An object, reduced to the fields of the allow-list.
#pragma once

#include "document/bytes/value.hpp"
#include "snapshot/collected/allow_list.hpp"
#include "snapshot/collected/newest_time.hpp"

#include <functional>
#include <string_view>

namespace snapshot {

// A text that is about to be kept. `key` is that of the label, taint or requirement it belongs to; of a manager, the
// subresource that it wrote.
struct CutText {
  Content content = Content::Plain;
  std::string_view text, key;
};

// Gives the text that is kept instead, which must be valid until the next call.
using TextOf = std::function<std::string_view(const CutText& text)>;

// Appends the members of `object` that `allowed` lists to the object that is being built in `out`. A member of another
// type than the list expects keeps its type and loses its content, so that whoever reads it refuses it likewise. Times
// that decoders look at are seen by `newest`, also in what is dropped.
void cut(document::Value object, const Field& allowed, const TextOf& text_of, document::Tree& out, NewestTime& newest);

// The text itself, but for what nobody needs to know: of those who wrote to a pod, those of its status are read.
inline constexpr std::string_view k_other_manager = "other";
std::string_view text_as_it_is(const CutText& text);

} // namespace snapshot
