// SPDX-License-Identifier: Apache-2.0
// Facts that the objects of a manifest show by themselves (model/cluster/asked.hpp): whether their controller creates
// pods, whether it does so now, and whether the input contains the objects that their pods name.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/expander.hpp"

#include <string_view>
#include <vector>

namespace snapshot {

// Notes an object that is not expanded, because its kind creates no pods or is unknown.
void note_other_object(Collected& collected, const KeptObject& other);

// Call after expanding the object. Notes its version, its switches, and whether it creates pods at all.
void note_object(const KeptObject& object, Expander& expander);

// Notes the switches of an object that another one creates as it is written. `resumes`: Kueue resumes it.
void note_inner_switches(const KeptObject& inner, bool resumes, Expander& expander);

// Finds labels of groups that are on the object or among its annotations, and not on its pods. Call after expanding it.
void find_misplaced_marks(const KeptObject& object, Expander& expander);

// Notes the objects that the API server looks up by name for a new pod: its namespace and service account. For classes,
// see admission.hpp.
void note_names(const Source& source, std::string_view service_account, Expander& expander);

// Notes that the service account may forbid the Secrets of the pod.
void note_limited_secrets(const Source& source, std::string_view service_account, document::Value pod_spec,
                          Expander& expander);

// Notes webhooks and policies in the input that may see the object or its pods, because we cannot know their decisions.
void note_policies(const model::Labels& pod_labels, bool has_gates, Expander& expander);

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

// Notes what the Pod Security level of the namespace says about the pods of a template.
void note_pod_security(const Source& source, document::Value pod_template, Expander& expander);

// Notes claims of ephemeral volumes that the pods of `source` get and a LimitRange forbids.
void note_ephemeral_claims(document::Value pod_spec, const Source& source, Expander& expander);

// Notes what the API server refuses: sentences of validation/validate.hpp about the current manifest object.
void note_invalid(const std::vector<std::string>& errors, Expander& expander);

// The same for a pod template whose object is not validated as a whole.
void note_invalid_template(document::Value pod_template, const Path& path, Expander& expander);

} // namespace snapshot
