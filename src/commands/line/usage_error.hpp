// SPDX-License-Identifier: Apache-2.0
// A command line that the program cannot read. The error shows near misses and points to the help.
#pragma once

#include "util/error.hpp"

#include <string>
#include <utility>
#include <vector>

namespace commands {

class UsageError : public util::Error {
 public:
  explicit UsageError(const std::string& sentence, std::vector<std::string> near_misses = {})
      : util::Error(sentence), m_near_misses(std::move(near_misses)) {}
  const std::vector<std::string>& near_misses() const { return m_near_misses; }

 private:
  std::vector<std::string> m_near_misses;
};

} // namespace commands
