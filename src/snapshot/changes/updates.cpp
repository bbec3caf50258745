// SPDX-License-Identifier: Apache-2.0
#include "snapshot/changes/updates.hpp"

#include "util/concat.hpp"

#include <algorithm>

namespace snapshot {

void refuse_change(Collected& collected, const std::string& object, std::string_view field) {
  collected.cluster.asked.push_back(
      {model::Authority::Admission, model::Reply::Refuses,
       util::concat(object, " exists, and the manifest changes its ", field, ", which is immutable"), object, object});
}

void note_open_update(Collected& collected, const std::string& object, std::string_view clause) {
  collected.cluster.asked.push_back({model::Authority::Admission, model::Reply::NotAsked,
                                     util::concat(object, " exists, and ", clause), object, object});
}

void note_left_out(Collected& collected, const std::string& object, std::string_view field) {
  note_open_update(collected, object,
                   util::concat("the input does not show whether the manifest takes back its ", field));
}

const model::Labels* merged_labels(Collected& collected, model::Labels labels, document::Value wanted) {
  for (const auto [key, value] : wanted.members()) {
    const std::string_view name = key;
    const auto place = std::ranges::lower_bound(labels, name, {}, &model::Label::key);
    const bool is_there = place != labels.end() && place->key == name;
    if (value.absent()) {
      if (is_there) { labels.erase(place); }
    } else if (is_there) {
      place->value = collected.lasting(value.text());
    } else {
      labels.insert(place, {collected.lasting(name), collected.lasting(value.text())});
    }
  }
  return collected.sharing.labels(labels);
}

} // namespace snapshot
