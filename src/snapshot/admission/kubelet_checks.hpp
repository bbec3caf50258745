// SPDX-License-Identifier: Apache-2.0
// Reasons for which kubelets refuse a pod that the API server accepts: names of images, sysctls, profiles, users,
// pages.
#pragma once

#include "document/bytes/value.hpp"

#include <string>
#include <vector>

namespace snapshot {

struct KubeletRefusal {
  std::string because;    // "container main of Pod ml/x has …"
  bool is_certain = true; // false: an option of the kubelet or a file of the node decides
};

// `release`: the minor release of the kubelets. `is_whole`: no operator fills placeholders of the images.
std::vector<KubeletRefusal> kubelet_refusals(document::Value pod_spec, int release, bool is_whole,
                                             const std::string& object);

// True if a container runtime can pull an image of this name. (distribution/reference, ParseNormalizedNamed)
bool is_image_name(std::string_view name);

} // namespace snapshot
