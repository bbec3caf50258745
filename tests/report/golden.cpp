// SPDX-License-Identifier: Apache-2.0
// Expected outputs that are files.
#include "report/golden.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace golden {

std::string file(const std::string& path, const std::string& actual) {
  if (std::getenv("GANG_APPROVE")) { std::ofstream(path, std::ios::binary) << actual; }
  std::ifstream input(path, std::ios::binary);
  std::ostringstream text;
  text << input.rdbuf();
  return text.str();
}

std::string expected(const std::string& name, const std::string& actual) {
  return file(std::string(GANG_GOLDEN) + '/' + name, actual);
}

} // namespace golden
