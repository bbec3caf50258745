// SPDX-License-Identifier: Apache-2.0
// The objects read so far.
#include "snapshot/collected/collected.hpp"

namespace snapshot {

Origin Collected::origin_of(const document::Place& place) {
  if (files.empty() || files.back() != place.file) { files.emplace_back(place.file); }
  Origin origin;
  origin.file = static_cast<std::uint32_t>(files.size() - 1);
  origin.item = static_cast<std::uint32_t>(place.item);
  origin.line = static_cast<std::uint32_t>(place.line);
  origin.document = static_cast<std::uint32_t>(place.document);
  return origin;
}

std::string Collected::place_text(const Origin& origin) const {
  if (origin.file >= files.size()) { return {}; }
  document::Place place;
  place.file = files[origin.file];
  place.item = origin.item;
  place.line = origin.line;
  place.document = origin.document;
  return place.text();
}

model::ResourceQuantities Collected::lasting(model::ResourceQuantities quantities) {
  for (auto& [name, quantity] : quantities) { name = sharing.text(name); }
  return quantities;
}

} // namespace snapshot
