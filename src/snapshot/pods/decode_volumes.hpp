// SPDX-License-Identifier: Apache-2.0
// Volumes and resource claims, reduced to what a default filter reads.
#pragma once

#include "model/cluster/pod.hpp"
#include "snapshot/collected/fields.hpp"
#include "snapshot/collected/sharing.hpp"

#include <string_view>
#include <vector>

namespace snapshot {

// Returns only the volumes that VolumeRestrictions, VolumeBinding, VolumeZone or NodeVolumeLimits read. The claim of an
// `ephemeral` volume has no reference: its name is "<pod>-<volume>", and equal pods must share one spec.
std::vector<model::Volume> volumes_of(document::Value value, const Path& path, Sharing& sharing);

// "name=<claim>" or "template=<template>|<entry>" for each entry of spec.resourceClaims.
std::vector<std::string_view> resource_claims_of(document::Value value, const Path& path, Sharing& sharing);

} // namespace snapshot
