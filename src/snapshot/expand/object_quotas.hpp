// SPDX-License-Identifier: Apache-2.0
// ResourceQuotas on the number of objects and on storage. The engine compares those on pods.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/manifest.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace snapshot {

// What the objects of a manifest that do not exist yet charge on quotas, with the objects that built-in controllers
// and JobSet create below them.
struct ObjectCharges {
  std::map<std::pair<std::string_view, std::string>, model::Quantity> amounts; // by namespace and resource
  struct Maker {
    std::string_view namespace_name;
    std::string object; // "TrainJob ml/train"
    std::string own;    // its own count: "count/trainjobs.trainer.kubeflow.org"
    bool only_services_and_groups = false;
  };
  std::vector<Maker> open; // objects whose controllers create objects that are not counted here
};

// True if the snapshot contains the object, so that the manifest updates it.
bool is_there(const Collected& collected, const KeptObject& object, std::string_view space, std::string_view name);

// Call before adding any object of the manifest. The strings outlive the document.
ObjectCharges object_charges(Collected& collected, const Manifest& manifest);

// Compares quotas with all new objects together. (resourcequota, objectCountEvaluator, pvcEvaluator)
void note_object_quotas(const ObjectCharges& charges, Collected& collected);

} // namespace snapshot
