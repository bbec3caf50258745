// SPDX-License-Identifier: Apache-2.0
#include "model/pod_group.hpp"

namespace model {

std::string_view dialect_name(Dialect dialect) {
  switch (dialect) {
  case Dialect::Lightweight:
    return "lightweight";
  case Dialect::CoschedulingSigs:
    return "coscheduling-sigs";
  case Dialect::Coscheduling:
    return "coscheduling";
  case Dialect::KubeBatch:
    return "kube-batch";
  case Dialect::Volcano:
    return "volcano";
  case Dialect::Grove:
    return "grove";
  }
  return "";
}

bool is_approximated(Dialect dialect) {
  return dialect == Dialect::KubeBatch || dialect == Dialect::Volcano || dialect == Dialect::Grove;
}

} // namespace model
