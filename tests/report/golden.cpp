// SPDX-License-Identifier: Apache-2.0
// Expected outputs that are files.
#include "report/golden.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace golden {

std::string expected(const std::string& name, const std::string& actual) {
  const std::string path = std::string(GANG_GOLDEN) + '/' + name;
  if (std::getenv("GANG_APPROVE")) { std::ofstream(path, std::ios::binary) << actual; }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

} // namespace golden
