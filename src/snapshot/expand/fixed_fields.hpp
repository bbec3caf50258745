// SPDX-License-Identifier: Apache-2.0
// What the API server does not change in an object that exists: the template of a Job, and most of a Pod.
#pragma once

#include "snapshot/expand/expander.hpp"

namespace snapshot {

// Refuses the current object of the manifest with `error` if it asks for other amounts or nodes than the pod `there`,
// which was made from it. With another number of containers the answer is open: a webhook may have added some.
void note_fixed_fields(model::PodIndex there, const Prepared& prepared, const char* error, Expander& expander);

// The same for the other fields of a Pod of the manifest: `spec` as the file has it. Of most fields, the answer is
// open, because the input's pods are reduced to what a scheduler reads. (validation.ValidatePodUpdate)
void note_fixed_fields_of_pod(const model::Pod& there, document::Value spec, const char* error, Expander& expander);

} // namespace snapshot
