// SPDX-License-Identifier: Apache-2.0
// Facts that the pod templates of a manifest show by themselves (model/cluster/asked.hpp): what the API server and
// kubelets refuse, and whether the input contains the objects that the pods name.
#pragma once

#include "snapshot/expand/expander.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

// Notes the objects that the API server looks up by name for a new pod: its namespace and service account. For classes,
// see admission.hpp.
void note_names(const Source& source, std::string_view service_account, Expander& expander);

// Notes that the service account may forbid the Secrets of the pod.
void note_limited_secrets(const Source& source, std::string_view service_account, document::Value pod_spec,
                          Expander& expander);

// Notes the ConfigMaps, Secrets and certificates that the pods need and that are not there, or may be there.
void note_config(const Source& source, document::Value pod_spec, Expander& expander);

// Notes webhooks and policies in the input that may see the object or its pods, because we cannot know their decisions.
void note_policies(const model::Labels& pod_labels, document::Value pod_spec, Expander& expander);

// Notes that Volcano's webhook refuses the pods for their budget.
void note_volcano_budget(document::Value pod_template, Expander& expander);

// Notes that a webhook adds containers to the pods of a template, as labels and annotations show. Without webhooks in
// the input, nothing else does.
void note_injected_containers(const Source& source, document::Value pod_template, Expander& expander);

// Notes that the API server may limit a class of the system to namespaces with a quota for it. `priority_class`: of the
// pods.
void note_limited_class(const Source& source, std::string_view priority_class, Expander& expander);

// Notes volumes that kubelets no longer mount, and fields that pods of the server's release do not have.
void note_volume_plugins(document::Value pod_spec, Expander& expander);
void note_kubelet_refusals(document::Value pod_spec, Expander& expander); // see kubelet_checks.hpp
void note_group_fields(document::Value pod_spec, Expander& expander);
void note_new_fields(document::Value pod_spec, Expander& expander);

// Notes ports that two containers of a pod use on the network of their node.
void note_ports_of_nodes(document::Value pod_spec, Expander& expander);

// Notes what the Pod Security level of the namespace says about the pods of a template.
void note_pod_security(const Source& source, document::Value pod_template, Expander& expander);

// Notes needs of the pods that the platform has to meet, and that the input does not show to be met.
void note_platform(const Source& source, document::Value pod_template, Expander& expander);

// Notes claims of ephemeral volumes that the pods of `source` get and a LimitRange forbids.
void note_ephemeral_claims(document::Value pod_spec, const Source& source, Expander& expander);

// Notes what the API server refuses: sentences of validation/validate.hpp about the current manifest object.
void note_invalid(const std::vector<std::string>& errors, Expander& expander);

// Notes what the API server refuses in a template whose object is not validated as a whole.
void note_invalid_template(document::Value pod_template, const Path& path, Expander& expander);

// Notes that a LimitRange forbids a new claim.
void note_claim_limits(document::Value claim_spec, const std::string& claim_name, Expander& expander);

// The release of the API server, 36 for 1.36; nothing if it is not known.
std::optional<int> server_release_of(const Expander& expander);
std::optional<int> server_release_of(const ManifestOptions& options, const Collected& collected);

} // namespace snapshot
