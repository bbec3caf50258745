// SPDX-License-Identifier: Apache-2.0
// Decoded specs of bound pods. A cluster runs thousands of copies of few pods, and recognizing a copy is faster than
// decoding it. Compares the relevant parts of spec and status as bytes. Ignores images, and the parts that differ
// between copies: the node, and volumes that consist only of a name.
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

  // The bytes by which two pods compare.
  struct Key {
    std::string text;
    std::size_t hash = 0;
    friend bool operator==(const Key& a, const Key& b) { return a.hash == b.hash && a.text == b.text; }
  };
  static Key key_of(document::Value spec, document::Value status, std::string_view namespace_name,
                    bool resize_infeasible);

  const Known* find(const Key& key) const; // null: unknown, or forgotten
  void remember(Key key, const Known& known);

 private:
  struct Hash {
    std::size_t operator()(const Key& key) const { return key.hash; }
  };
  std::unordered_map<Key, Known, Hash> m_known;
};

} // namespace snapshot
