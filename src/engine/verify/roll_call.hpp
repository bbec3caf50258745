// SPDX-License-Identifier: Apache-2.0
// Reads lists of members' names that together must name each member once.
#pragma once

#include "engine/verify/fault.hpp"
#include "engine/verify/members.hpp"

#include <string>
#include <vector>

namespace engine::verification {

class RollCall {
 public:
  explicit RollCall(const Members& members) : m_members(members), m_named(members.pods.size(), false) {}

  // Counts into `place`, a position in Members::pods, the member of that name, which was not named before.
  Doubt name(const std::string& pod, const std::string& field, std::size_t& place);
  // One list, counted by class.
  Doubt list(const std::vector<std::string>& names, const std::string& field, ClassCounts& counts);
  // Nobody is left out.
  Doubt complete(const std::string& field) const;

 private:
  const Members& m_members;
  std::vector<bool> m_named; // by place in Members::pods
};

} // namespace engine::verification
