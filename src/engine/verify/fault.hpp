// SPDX-License-Identifier: Apache-2.0
// A claim that is wrong, or that verify() could not check.
#pragma once

#include "util/concat.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace engine::verification {

struct Fault {
  std::string field, says, truth; // as in model::Verification
  bool unknown = false;           // true if verify() could not check it; `truth` gives the reason
};

using Doubt = std::optional<Fault>; // empty: the claim is correct

inline Doubt differs(std::string field, std::int64_t says, std::int64_t truth) {
  if (says == truth) { return std::nullopt; }
  return Fault{std::move(field), std::to_string(says), util::concat("it is ", truth)};
}

inline Doubt differs(std::string field, const std::string& says, const std::string& truth) {
  if (says == truth) { return std::nullopt; }
  return Fault{std::move(field), says.empty() ? "nothing" : says,
               truth.empty() ? "there is none" : util::concat("it is ", truth)};
}

inline Doubt cannot_tell(std::string why) { return Fault{{}, {}, std::move(why), true}; }

// "certificate.bound.sets[2]"
inline std::string element(const std::string& field, std::size_t index) { return util::concat(field, '[', index, ']'); }

} // namespace engine::verification
