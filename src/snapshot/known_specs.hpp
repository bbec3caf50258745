// SPDX-License-Identifier: Apache-2.0
// Specs of bound pods that were decoded before. A cluster runs thousands of copies of few pods, and to see that one is
// the same again is quicker than to decode it: all that its spec and status say of it is compared, as bytes, but for
// what is the copy's own, its node and the names of volumes that are nothing more than a name, and for images.
#pragma once

#include "document/value.hpp"
#include "model/pod.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace snapshot {

class KnownSpecs {
 public:
  struct Known {
    const model::PodSpec* spec = nullptr;
    std::optional<std::int64_t> deadline_seconds;
  };

  // The pod that is asked about next, or remembered.
  void look_at(document::Value spec, document::Value status, std::string_view namespace_name, bool resize_infeasible);

  const Known* find() const; // null: not seen before, or forgotten
  void remember(const Known& known);

 private:
  void add(document::Value value);
  void add_containers(document::Value list);

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::string m_key;
  std::unordered_map<std::string, Known, Hash, std::equal_to<>> m_known;
};

} // namespace snapshot
