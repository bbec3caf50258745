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

  // Finds the member of that name and sets `place` to its index in Members::pods. A second call for one member is a
  // fault.
  Doubt name(const std::string& pod, const std::string& field, std::size_t& place);
  // Checks one list and counts its members by class.
  Doubt list(const std::vector<std::string>& names, const std::string& field, ClassCounts& counts);
  // Checks that no member is missing.
  Doubt complete(const std::string& field) const;

 private:
  const Members& m_members;
  std::vector<bool> m_named; // by index in Members::pods
};

} // namespace engine::verification
