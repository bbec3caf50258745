// SPDX-License-Identifier: Apache-2.0
#include "snapshot/changes/update_notes.hpp"

#include "util/concat.hpp"

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

} // namespace snapshot
