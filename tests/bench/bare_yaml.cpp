// SPDX-License-Identifier: Apache-2.0
// Lower bound for reading YAML: yaml-cpp's events, which a handler only counts.
//
//   bare_yaml FILE
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

namespace {

class Counter : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override { ++m_scalars; }
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override { ++m_scalars; }
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}

  std::uint64_t scalars() const { return m_scalars; }

 private:
  std::uint64_t m_scalars = 0;
};

} // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: bare_yaml FILE\n", stderr);
    return 2;
  }
  try {
    std::ifstream in(arguments[1]);
    YAML::Parser parser(in);
    Counter counter;
    while (parser.HandleNextDocument(counter)) {}
    std::printf("%llu scalars\n", static_cast<unsigned long long>(counter.scalars()));
    return counter.scalars() > 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
