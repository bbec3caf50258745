// SPDX-License-Identifier: Apache-2.0
#include "document/bytes/wanted.hpp"

#include <utility>

namespace document {

Wanted Wanted::of_object(std::vector<Member> members) {
  Wanted wanted;
  wanted.m_members = std::move(members);
  wanted.m_first.fill(-1);
  for (const Member& member : wanted.m_members) {
    std::int16_t& first = wanted.m_first[slot_of(member.name)];
    wanted.m_next.push_back(std::exchange(first, static_cast<std::int16_t>(wanted.m_next.size())));
  }
  return wanted;
}

Wanted Wanted::of_map(const Wanted* of_each) {
  Wanted wanted;
  wanted.m_is_map = true;
  wanted.m_each.below = of_each;
  return wanted;
}

Wanted Wanted::of_list(const Wanted* of_each) {
  Wanted wanted;
  wanted.m_is_list = true;
  wanted.m_each.below = of_each;
  return wanted;
}

// The names in one kind of object mostly differ in length, first or last byte.
std::size_t Wanted::slot_of(std::string_view name) {
  if (name.empty()) { return 0; }
  const auto first = static_cast<unsigned char>(name.front()), last = static_cast<unsigned char>(name.back());
  return (name.size() * 5 + std::size_t{first} * 3 + last) % k_slots;
}

const Wanted::Member* Wanted::find(std::string_view name) const {
  if (m_is_map) { return &m_each; }
  const Member* members = m_members.data(); // checked indices here take 1 % of the time to read a cluster
  const std::int16_t* next = m_next.data();
  for (int at = m_first[slot_of(name)]; at >= 0; at = next[at]) {
    const Member& member = members[at];
    if (same_name(member.name, name)) { return &member; }
  }
  return nullptr;
}

} // namespace document
