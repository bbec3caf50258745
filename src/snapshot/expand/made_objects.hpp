// SPDX-License-Identifier: Apache-2.0
// dry-run --expand: the objects that controllers would create, as manifests.
#pragma once

#include "document/yaml/writer.hpp"
#include "snapshot/expand/expander.hpp"

namespace snapshot {

// Adds the pod, as its controller would create it and before admission, to Manifest::objects_made.
void keep_pod_object(Manifest& manifest, const Source& source, const document::Output& pod_template,
                     const PodPlan& plan);

} // namespace snapshot
