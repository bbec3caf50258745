// SPDX-License-Identifier: Apache-2.0
// ResourceQuotas on the number of objects and on storage. The engine compares those on pods.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/expand/manifest.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace snapshot {

// What the objects of a manifest that do not exist yet charge on quotas, with the objects that built-in controllers
// and JobSet create below them.
struct ObjectCharges {
  using Amounts = std::map<std::pair<std::string_view, std::string>, model::Quantity>; // by namespace and resource
  Amounts amounts;
  Amounts perhaps;     // of objects of kinds that are not read: ConfigMaps and Secrets of the cluster are not known
  Amounts of_existing; // of objects that exist already: another such job needs them again
  struct Maker {
    std::string_view namespace_name;
    std::string object; // "TrainJob ml/train"
    std::string own;    // its own count: "count/trainjobs.trainer.kubeflow.org"
    enum class Makes : std::uint8_t {
      Anything,
      ServicesAndGroups,
      Claims,
      ClassOfClaims,
      Workloads
    } makes = Makes::Anything;
  };
  std::vector<Maker> open; // objects whose controllers create objects that are not counted here
};

// The claims of a StatefulSet's template that do not exist: claims outlive their pods.
std::vector<std::string> missing_claims(const Collected& collected, const KeptObject& stateful_set,
                                        std::string_view space, std::string_view template_name);

// True if the snapshot contains the object, so that the manifest updates it.
bool is_there(const Collected& collected, const KeptObject& object, std::string_view space, std::string_view name);

// Call before adding any object of the manifest. The strings outlive the document.
ObjectCharges object_charges(Collected& collected, const Manifest& manifest);

// Compares quotas with all new objects together. (resourcequota, objectCountEvaluator, pvcEvaluator,
// serviceEvaluator, claimEvaluator)
void note_object_quotas(const ObjectCharges& charges, Collected& collected);

} // namespace snapshot
