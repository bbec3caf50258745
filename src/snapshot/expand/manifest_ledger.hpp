// SPDX-License-Identifier: Apache-2.0
// Facts that the objects of a manifest show by themselves (model/cluster/asked.hpp): whether their controller creates
// pods, and whether it does so now. For what its pods need, see template_ledger.hpp.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/expander.hpp"

#include <optional>

namespace snapshot {

// Notes an object that is not expanded, because its kind creates no pods or is unknown. `release`: of the API server,
// if it is known.
void note_other_object(Collected& collected, const KeptObject& other, std::optional<int> release);

// Notes that the API server may not serve the version of an object that accompanies others.
void note_companion_version(Collected& collected, const KeptObject& companion, std::optional<int> release);

// Call after expanding the object. Notes its version, its switches, and whether it creates pods at all.
void note_object(const KeptObject& object, Expander& expander);

// Notes the switches of an object that another one creates as it is written. `resumes`: Kueue resumes it.
void note_inner_switches(const KeptObject& inner, bool resumes, Expander& expander);

// Finds labels of groups that are on the object or among its annotations, and not on its pods. Call after expanding it.
void find_misplaced_marks(const KeptObject& object, Expander& expander);

} // namespace snapshot
