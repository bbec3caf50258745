// SPDX-License-Identifier: Apache-2.0
// What can be told of a manifest's objects by looking at them (model/asked.hpp): who makes their pods, whether now, and
// whether what their pods name is in the input.
#pragma once

#include "document/reader.hpp"
#include "snapshot/collected.hpp"
#include "snapshot/expander.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace snapshot {

// An object of the manifest that is not expanded: of a kind that makes no pods, or that is not known.
void note_other_object(Collected& collected, const document::Item& item);

// After the object was expanded: its version, its switches, and whether it makes pods at all.
void note_object(const KeptObject& object, Expander& expander);

// What the API server looks up by name for a pod that is to be created: its namespace and service account. Classes are
// looked up in admission.hpp.
void note_names(const Source& source, std::string_view service_account, Expander& expander);

// How many objects of a kind the manifest makes in a namespace.
struct MadeObjects {
  std::string_view namespace_name, api_group, kind;
  std::int32_t count = 1;
};

// What quotas on the number of objects say to all of them together. (resourcequota, objectCountEvaluator)
void note_object_quotas(const std::vector<MadeObjects>& made, Collected& collected);

// Whether absence from the list means that there is no such object: it came whole, or some of it is there. `any`: that.
bool is_list_given(const Collected& collected, std::string_view list, bool any);

// Whether the API server has no such list.
bool is_not_served(const Collected& collected, std::string_view list);

// Whether a source was refused the list, or could not have it.
bool is_list_denied(const Collected& collected, std::string_view list);

} // namespace snapshot
