// SPDX-License-Identifier: Apache-2.0
// Needs of a manifest's pods that the platform below the cluster has to meet: profiles and networks of the nodes,
// kubelets that are new enough, and OpenShift's admission.
#pragma once

#include "snapshot/expand/expander.hpp"

namespace snapshot {

// Notes which of these the input does not show. `source`: the object of the template.
void note_platform(const Source& source, document::Value pod_template, Expander& expander);

} // namespace snapshot
