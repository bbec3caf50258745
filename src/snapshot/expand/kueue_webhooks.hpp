// SPDX-License-Identifier: Apache-2.0
// What Kueue's webhooks refuse in objects that name a queue, and what its controllers need of them. (kueue v0.19,
// pkg/controller/jobs, pkg/controller/jobframework/validation.go)
#pragma once

#include "snapshot/expand/current_object.hpp"
#include "snapshot/expand/kueue_units.hpp"

#include <cstddef>
#include <cstdint>

namespace snapshot {

// For an object with a LocalQueue. Notes refusals, and what is not known.
void note_kueue_rules(const KeptObject& object, CurrentObject& current);

// Notes that the Workload of the unit has too many pod sets. `sets`: a lower bound of their number. Of a group, call it
// when all its pods of the manifest are known.
void note_pod_sets(const KeptObject& object, const KueueUnit& unit, std::size_t sets, CurrentObject& current);

// Since v0.20, a class called default is for objects that name none. Notes it if another waiting Workload may come
// first or last by that.
void note_default_class(std::int32_t priority, CurrentObject& current);

// A suspended object in a namespace that newer releases of Kueue leave out stays so.
void note_left_out(const KeptObject& object, const KueueUnit& unit, CurrentObject& current);

// Warns of labels that look like a label of Kueue, which ignores them: the object is then in no queue.
void warn_of_kueue_labels(document::Value value, CurrentObject& current);

// For an object that exists: notes that the file moves it to another queue while it is not suspended.
void note_queue_change(const KeptObject& object, document::Value stored, CurrentObject& current);

} // namespace snapshot
