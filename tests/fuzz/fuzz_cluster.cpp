// SPDX-License-Identifier: Apache-2.0
// Any bytes as a saved cluster: the program reads, simulates, explains and saves it. The same input must give the same
// bytes in every format. The checker, which asks the filters for their reasons, must accept the solver's claims.
#include "support/byte_file.hpp"
#include "support/program.hpp"

namespace {

using fuzz::must;
using fuzz::run;
using fuzz::with;

const std::vector<std::vector<std::string>>& formats() {
  static const std::vector<std::vector<std::string>> k_formats = {{},
                                                                  {"-o", "wide"},
                                                                  {"-o", "yaml"},
                                                                  {"-o", "name"},
                                                                  {"-o", "junit"},
                                                                  {"-o", "github"},
                                                                  {"-o", "jsonpath={..name}{\"\\n\"}"},
                                                                  {"-o", "custom-columns=NAME:.name,ALL:.pods"}};
  return k_formats;
}

// Omissions of a snapshot must not matter: reading it gives the same verdict. It keeps no ConfigMap, and without the
// configuration of Volcano or Kueue an answer may be open.
void check_saved(const std::vector<std::string>& source, int status) {
  const fuzz::Ran saved = run(with({"snapshot", "-o", "-"}, source));
  if (saved.status != 0) { return; }
  const fuzz::ByteFile file(saved.out);
  const fuzz::Ran again = run({"snapshot", "-o", "-", "--from", file.path()});
  must(again.status == 0 && again.out == saved.out, "a snapshot of a snapshot has the same bytes");
  const fuzz::Ran explained =
      run({"explain", "-A", "--max-fixes", "0", "-o", "json", "--now", "2026-01-02T00:00:00Z", "--from", file.path()});
  const bool lacks_configuration = saved.err.find("ConfigMap") != std::string::npos;
  must(explained.status == status || (lacks_configuration && explained.status == 2),
       "a snapshot gives the same verdict");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::ByteFile file(fuzz::text_of(data, size));
  const std::vector<std::string> source = {"--from", file.path(), "--now", "2026-01-02T00:00:00Z"};
  const std::vector<std::string> explain = with({"explain", "-A", "--max-fixes", "0"}, source);
  const fuzz::Ran json = run(with(explain, {"-o", "json"}));
  const fuzz::Ran again = run(with(explain, {"-o", "json"}));
  must(json.out == again.out && json.err == again.err && json.status == again.status,
       "the same input gives the same bytes");
  if (json.out.empty()) { return -1; } // no cluster: do not keep the input
  const fuzz::ByteFile report(json.out);
  const fuzz::Ran verified = run(with({"verify", report.path()}, source));
  must(verified.status != 1, "what is claimed of a gang's placement can be verified");
  const std::vector<std::string>& format = formats()[size % formats().size()];
  must(run(with(explain, format)).status == json.status, "the format decides nothing");
  must(run(with({"queue", "--scores", "-o", "json"}, source)).status != 1, "a queue has no verdict");
  if (size % 3 == 0) { check_saved({"--from", file.path()}, json.status); }
  if (size % 5 == 0) { (void)run(with({"explain", "-A", "--max-fixes", "2", "--robust"}, source)); }
  if (size % 7 == 0) { (void)run(with({"snapshot", "--anonymize", "-o", "-"}, {"--from", file.path()})); }
  return 0;
}
