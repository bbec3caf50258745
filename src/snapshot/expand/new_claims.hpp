// SPDX-License-Identifier: Apache-2.0
// PersistentVolumeClaims of a manifest, and those that controllers create with its pods. The volume controllers bind
// them within seconds, unless they wait for a scheduler.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/expander.hpp"

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace snapshot {

// Throws DecodeError.
void add_new_claim(Collected& collected, document::Value object, const Origin& origin);

// The claims that controllers create from templates.
class TemplateClaims {
 public:
  // `collected` must outlive it, and gets no other claims meanwhile.
  explicit TemplateClaims(Collected& collected);

  // The volumes that a StatefulSet adds to its pod of this name: for each template, the claim <template>-<pod>. Creates
  // the claims that do not exist; those of an earlier pod of this name stay. (statefulset, getPersistentVolumeClaims)
  NamedTexts of(document::Value templates, const Source& source, std::string_view pod);

  // Creates the claim of this name; returns false if it exists.
  bool create(document::Value claim_template, const Source& source, const std::string& name);

 private:
  Collected& m_collected;
  std::set<std::pair<std::string, std::string>> m_known; // namespace, name
};

// Creates the claims of the generic ephemeral volumes of new pods: POD-VOLUME. A claim of such a name that exists
// stays, and keeps the pod out. (controller/volume/ephemeral)
void make_ephemeral_claims(Collected& collected, document::Value pod_spec, const Source& source,
                           std::span<const PodPlan> pods);

// Notes block devices that containers mount, and file systems that they use as devices: kubelets start neither. The
// claims of the manifest must be there. (volumemanager, createVolumeSpec)
void note_volume_modes(document::Value pod_spec, const Source& source, Expander& expander);
void note_volume_modes_of_templates(document::Value templates, document::Value pod_spec, Expander& expander);

// Gives claims of the cluster that name no class, not even "", the default class, as the volume controller does since
// Kubernetes 1.26, within seconds. All objects must be settled.
void assign_default_classes(Collected& collected);

// Does what the volume controllers do about the claims before a scheduler sees their pods. All objects must be settled.
void bind_new_claims(Collected& collected);

} // namespace snapshot
