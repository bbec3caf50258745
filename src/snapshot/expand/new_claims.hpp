// SPDX-License-Identifier: Apache-2.0
// PersistentVolumeClaims of a manifest, and those that controllers create with its pods. The volume controllers bind
// them within seconds, unless they wait for a scheduler.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/expander.hpp"

#include <string_view>

namespace snapshot {

// Throws DecodeError.
void add_new_claim(Collected& collected, document::Value object, const Origin& origin);

// The volumes that a StatefulSet adds to its pod of this name: for each template, the claim <template>-<pod>. Creates
// the claims that do not exist; those of an earlier pod of this name stay. (statefulset, getPersistentVolumeClaims)
NamedTexts claims_of_templates(document::Value templates, const Source& source, std::string_view pod,
                               Collected& collected);

// Does what the volume controllers do about the claims before a scheduler sees their pods. All objects must be settled.
void bind_new_claims(Collected& collected);

} // namespace snapshot
