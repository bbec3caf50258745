// SPDX-License-Identifier: Apache-2.0
// Selects the members of objects that decoders read. All others cost no nodes, only the way past them, and their inside
// is not checked.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string_view>
#include <vector>

namespace document {

namespace detail {

template <typename Word>
bool same_ends(std::string_view a, std::string_view b) {
  Word first_a, first_b, last_a, last_b;
  std::memcpy(&first_a, a.data(), sizeof(Word));
  std::memcpy(&first_b, b.data(), sizeof(Word));
  std::memcpy(&last_a, a.data() + a.size() - sizeof(Word), sizeof(Word));
  std::memcpy(&last_b, b.data() + b.size() - sizeof(Word), sizeof(Word));
  return first_a == first_b && last_a == last_b;
}

} // namespace detail

// a == b. Names are short and compared very often: a call of memcmp would be most of the cost.
inline bool same_name(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) { return false; }
  if (a.size() >= 8) {
    return detail::same_ends<std::uint64_t>(a, b) &&
           (a.size() <= 16 || std::memcmp(a.data() + 8, b.data() + 8, a.size() - 16) == 0);
  }
  if (a.size() >= 4) { return detail::same_ends<std::uint32_t>(a, b); }
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) { return false; }
  }
  return true;
}

// The wanted members of one value. A null pointer means the whole value, whatever its type.
class Wanted {
 public:
  struct Member {
    std::string_view name; // must stay valid
    const Wanted* below = nullptr;
  };

  static Wanted of_object(std::vector<Member> members);
  static Wanted of_map(const Wanted* of_each); // an object with any members
  static Wanted of_list(const Wanted* of_each);

  // The member of that name; null if it is not wanted. For a map, one Member stands for all.
  const Member* find(std::string_view name) const;

  bool is_map() const { return m_is_map; }

  // If the value has another type than expected, all of it is wanted, so that the decoder can report it.
  const Wanted* as_object() const { return m_is_list ? nullptr : this; }
  const Wanted* of_elements() const { return m_is_list ? m_each.below : nullptr; }

 private:
  Wanted() = default;
  static constexpr std::size_t k_slots = 64;
  static std::size_t slot_of(std::string_view name);

  std::vector<Member> m_members;
  std::vector<std::int16_t> m_next;               // by member: another one with the same slot; -1: none
  std::array<std::int16_t, k_slots> m_first = {}; // by slot
  Member m_each;                                  // of a map or list
  bool m_is_map = false, m_is_list = false;
};

// The wanted members for objects of a kind. Runs on several threads.
using WantedOf = std::function<const Wanted*(std::string_view api_version, std::string_view kind)>;

} // namespace document
