// SPDX-License-Identifier: Apache-2.0
// Any bytes as a manifest: lint of it alone in every format, dry-run on a small cluster, and --expand. The expansion
// must be readable and create the same pods.
#include "support/byte_file.hpp"
#include "support/program.hpp"

namespace {

using fuzz::must;
using fuzz::run;
using fuzz::with;

constexpr std::string_view k_cluster = R"(apiVersion: v1
kind: Node
metadata: {name: gpu-a, labels: {kubernetes.io/hostname: gpu-a, topology.kubernetes.io/zone: z1}}
status: {allocatable: {cpu: "16", memory: 64Gi, pods: "110", nvidia.com/gpu: "4"}}
---
apiVersion: v1
kind: Node
metadata: {name: gpu-b, labels: {kubernetes.io/hostname: gpu-b, topology.kubernetes.io/zone: z2}}
spec: {taints: [{key: dedicated, value: ml, effect: NoSchedule}]}
status: {allocatable: {cpu: "16", memory: 64Gi, pods: "110", nvidia.com/gpu: "4"}}
---
apiVersion: v1
kind: Pod
metadata: {name: busy, namespace: ml}
spec:
  nodeName: gpu-a
  containers: [{name: c, image: i, resources: {requests: {cpu: "4", nvidia.com/gpu: "1"}}}]
)";

constexpr std::string_view k_now = "2026-01-02T00:00:00Z";

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::ByteFile cluster(k_cluster);
  const fuzz::ByteFile file(fuzz::text_of(data, size));
  const std::vector<std::string> manifest = {"-f", file.path(), "-n", "ml", "--now", std::string(k_now)};
  const std::vector<std::string> lint = with({"lint", "--local"}, manifest);
  const fuzz::Ran found = run(with(lint, {"-o", "json"}));
  for (const char* const format : {"sarif", "gitlab", "junit", "github"}) {
    must(run(with(lint, {"-o", format})).status == found.status, "the format decides nothing");
  }
  must(run(lint).status == found.status, "nor does text");
  if (found.out.empty()) { return -1; } // no manifest: do not keep the input
  const std::vector<std::string> dry_run = with(with({"dry-run"}, manifest), {"--from", cluster.path()});
  const fuzz::Ran text = run(with(dry_run, {"--max-fixes", "0"}));
  const fuzz::Ran json = run(with(dry_run, {"--max-fixes", "0", "-o", "json"}));
  must(text.status == json.status, "the format decides nothing");
  const fuzz::Ran expanded = run(with(dry_run, {"--expand", "-o", "yaml"}));
  if (expanded.status == 0) {
    const fuzz::ByteFile made(expanded.out);
    (void)run(
        {"dry-run", "-f", made.path(), "--now", std::string(k_now), "--from", cluster.path(), "--max-fixes", "0"});
  }
  if (size % 5 == 0) { (void)run(with(dry_run, {"--how-many", "--largest", "--count-up-to", "5"})); }
  return 0;
}
