// SPDX-License-Identifier: Apache-2.0
// Specs of bound pods that were decoded before. A cluster runs thousands of copies of few pods, and to see that one is
// the same again is quicker than to decode it: all that its spec and status say of it is compared, as bytes, but for
// what is the copy's own, its node and the names of volumes that are nothing more than a name, and for images.
#pragma once

#include "document/bytes/value.hpp"
#include "model/cluster/pod.hpp"

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

  // What a pod is compared by.
  struct Key {
    std::string text;
    std::size_t hash = 0;
    friend bool operator==(const Key& a, const Key& b) { return a.hash == b.hash && a.text == b.text; }
  };
  static Key key_of(document::Value spec, document::Value status, std::string_view namespace_name,
                    bool resize_infeasible);

  const Known* find(const Key& key) const; // null: not seen before, or forgotten
  void remember(Key key, const Known& known);

 private:
  struct Hash {
    std::size_t operator()(const Key& key) const { return key.hash; }
  };
  std::unordered_map<Key, Known, Hash> m_known;
};

} // namespace snapshot
