// SPDX-License-Identifier: Apache-2.0
// In which order the members of objects came before: whoever writes thousands of objects writes their members in one
// order, so that the next key is guessed, and one comparison says whether that is right.
#pragma once

#include "document/wanted.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace document {

class MemberOrder {
 public:
  explicit MemberOrder(const Wanted& wanted) : m_wanted(wanted) {}

  // As Wanted::find. `place`: how far the present object is in the order, 0 at its begin.
  const Wanted::Member* find(std::string_view key, std::uint32_t& place) {
    const std::size_t end = std::min<std::size_t>(m_known.size(), place + k_left_out);
    for (std::size_t at = place; at < end; ++at) {
      if (!same_name(m_known[at].key, key)) { continue; }
      place = static_cast<std::uint32_t>(at + 1);
      return m_known[at].member;
    }
    return learn(key, place);
  }

 private:
  static constexpr std::size_t k_left_out = 3;              // members that an object lacks one after the other, at most
  static constexpr std::size_t k_most = 64, k_longest = 64; // what is learned of odd objects has an end

  struct Known {
    std::string key;
    const Wanted::Member* member;
  };

  const Wanted::Member* learn(std::string_view key, std::uint32_t& place) {
    const Wanted::Member* const member = m_wanted.find(key);
    if (m_known.size() < k_most && key.size() <= k_longest) {
      m_known.insert(m_known.begin() + place, {std::string(key), member});
      ++place;
    }
    return member;
  }

  const Wanted& m_wanted;
  std::vector<Known> m_known;
};

// One for everything that is wanted of something.
class MemberOrders {
 public:
  // Null where there is nothing to learn: all members are wanted, or all names are members.
  MemberOrder* of(const Wanted* wanted) {
    if (wanted == nullptr || wanted->is_map()) { return nullptr; }
    return &m_orders.try_emplace(wanted, *wanted).first->second;
  }

 private:
  std::unordered_map<const Wanted*, MemberOrder> m_orders;
};

} // namespace document
