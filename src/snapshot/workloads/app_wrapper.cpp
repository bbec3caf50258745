// SPDX-License-Identifier: Apache-2.0
// AppWrapper, workload.codeflare.dev/v1beta2: objects of any kind, created together after Kueue admits them. An
// AppWrapper without a queue leaves them to Kueue. (appwrapper v1.2, resource_management.go createComponent)
#include "snapshot/collected/api_group.hpp"
#include "snapshot/expand/kueue_units.hpp"
#include "snapshot/expand/workloads.hpp"

#include "util/concat.hpp"

#include <set>
#include <string>

namespace snapshot {

void expand_app_wrapper(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path spec = root["spec"];
  const Path components = spec["components"];
  expander.assume(util::concat("AppWrapper ", source.namespace_name, '/', source.name, " is admitted by Kueue"));
  const bool is_queued = !local_queue_of(expander.collected(), object, source.namespace_name).empty();
  std::set<std::string> names;
  each_element(object_of(object.value()["spec"], spec)["components"], components,
               [&](document::Value component, const Path& at) {
                 const Path path = at["template"];
                 const document::Value value = object_of(object_of(component, at)["template"], path);
                 const std::string_view kind = value["kind"].text(), name = value["metadata"]["name"].text();
                 const std::string key = util::concat(api_group_of(value["apiVersion"].text()), '/', kind, '/', name);
                 if (!name.empty() && !names.insert(key).second) { // it exists when its turn comes
                   expander.note(model::Authority::Operator, model::Reply::Refuses,
                                 util::concat(text_of(source), " has two components ", kind, ' ', name,
                                              " and creates one of them"),
                                 text_of(source));
                 }
                 expand_inner(value, path, source, expander, is_queued ? Inner::Queued : Inner::Written);
               });
}

} // namespace snapshot
