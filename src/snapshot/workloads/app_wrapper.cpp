// SPDX-License-Identifier: Apache-2.0
// AppWrapper, workload.codeflare.dev/v1beta2: objects of any kind, created together after Kueue admits them.
#include "snapshot/expand/workloads.hpp"

#include "util/concat.hpp"

namespace snapshot {

void expand_app_wrapper(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path spec = root["spec"];
  const Path components = spec["components"];
  expander.assume(util::concat("AppWrapper ", source.namespace_name, '/', source.name, " is admitted by Kueue"));
  each_element(object_of(object.value()["spec"], spec)["components"], components,
               [&](document::Value component, const Path& at) {
                 const Path path = at["template"];
                 expand_inner(object_of(object_of(component, at)["template"], path), path, source, expander);
               });
}

} // namespace snapshot
