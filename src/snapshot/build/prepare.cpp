// SPDX-License-Identifier: Apache-2.0
#include "snapshot/build/prepare.hpp"

#include "snapshot/collected/api_group.hpp"
#include "snapshot/pods/decode_pod.hpp"

namespace snapshot {

std::unique_ptr<document::Prepared> prepare(const document::Item& item) {
  if (item.kind != "Pod" || !api_group_of(item.api_version).empty()) { return nullptr; }
  return prepare_pod(item.value);
}

} // namespace snapshot
