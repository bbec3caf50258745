// SPDX-License-Identifier: Apache-2.0
#include "model/node.hpp"

#include <algorithm>

namespace model {

bool tolerates(const Toleration& toleration, const Taint& taint) {
  if (toleration.effect && *toleration.effect != taint.effect) { return false; }
  if (!toleration.key.empty() && toleration.key != taint.key) { return false; }
  return toleration.exists || toleration.value == taint.value;
}

bool tolerated(const std::vector<Toleration>& tolerations, const Taint& taint) {
  return std::ranges::any_of(tolerations, [&](const Toleration& toleration) { return tolerates(toleration, taint); });
}

} // namespace model
