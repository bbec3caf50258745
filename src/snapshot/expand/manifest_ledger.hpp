// SPDX-License-Identifier: Apache-2.0
// What can be told of a manifest's objects by looking at them (model/cluster/asked.hpp): whether their controller makes
// pods, whether now, and whether what their pods name is in the input.
#pragma once

#include "document/bytes/item.hpp"
#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/expander.hpp"

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

// An object that the manifest makes, by itself or by the controller of another one.
struct MadeObject {
  std::string_view namespace_name, api_group, kind;
};

// Of all objects of the manifest, before they are taken: those that do not exist yet. Texts last.
std::vector<MadeObject> objects_to_make(Collected& collected, const Manifest& manifest);

// What quotas on the number of objects say to all of them together. (resourcequota, objectCountEvaluator)
void note_object_quotas(const std::vector<MadeObject>& made, Collected& collected);

} // namespace snapshot
