// SPDX-License-Identifier: Apache-2.0
// Kubelets refuse pods after the scheduler has chosen a node.
#include "engine/ask.hpp"
#include "support/catch.hpp"

using tests::ClusterBuilder;

namespace {

// One node and one pod; the caller changes both.
struct OnePod {
  ClusterBuilder builder;
  ClusterBuilder::PodSpecRow& pod;
  model::Node features;
  std::vector<model::RuntimeClass> runtime_classes;
  std::vector<model::CsiDriver> drivers;

  OnePod() : pod((builder.node("n1"), builder.pod("p"))) {}

  model::Report report() const {
    model::ClusterSnapshot cluster = builder.build();
    cluster.nodes[0].runtime_handlers = features.runtime_handlers;
    cluster.nodes[0].strict_groups = features.strict_groups;
    cluster.nodes[0].kubelet_release = features.kubelet_release;
    cluster.runtime_classes = runtime_classes;
    cluster.csi_drivers = drivers;
    return tests::explain(cluster);
  }
  model::Verdict verdict() const { return report().verdict; }
};

} // namespace

TEST_CASE("supplementalGroupsPolicy Strict needs a node that reports it") {
  OnePod c;
  CHECK(c.verdict() == model::Verdict::Yes);
  c.pod.spec.has_strict_groups = true;
  CHECK(c.verdict() == model::Verdict::Unknown);
  CHECK(std::ranges::any_of(c.report().asked, [](const model::Asked& entry) {
    return entry.because == "pod default/p gets node n1, which does not report supplementalGroupsPolicy: then its "
                            "kubelet rejects pods whose policy is Strict";
  }));
  c.features.strict_groups = true;
  CHECK(c.verdict() == model::Verdict::Yes);
}

TEST_CASE("a kubelet runs sidecars by default since 1.29, and reads resources of pods since 1.34") {
  OnePod c;
  const auto says = [&](const char* because) {
    const model::Report report = c.report();
    CHECK(report.verdict == model::Verdict::Unknown);
    CHECK(std::ranges::any_of(report.asked, [&](const model::Asked& entry) { return entry.because == because; }));
  };
  c.features.kubelet_release = 28;
  CHECK(c.verdict() == model::Verdict::Yes);
  c.pod.spec.has_sidecar = true;
  says("pod default/p gets node n1, whose kubelet is 1.28: it runs no init container with restartPolicy Always by "
       "default before 1.29");
  c.features.kubelet_release = 29;
  CHECK(c.verdict() == model::Verdict::Yes);
  c.pod.spec.has_pod_resources = true;
  c.features.kubelet_release = 33;
  says("pod default/p gets node n1, whose kubelet is 1.33: it reads no spec.resources by default before 1.34");
  for (const int release : {0, 34}) {
    c.features.kubelet_release = static_cast<std::int16_t>(release);
    CHECK(c.verdict() == model::Verdict::Yes);
  }
}

TEST_CASE("a runtime that reports its handlers needs the handler of the RuntimeClass") {
  OnePod c;
  c.pod.spec.runtime_class = "kata";
  c.runtime_classes = {{"kata", "kata-qemu"}};
  CHECK(c.verdict() == model::Verdict::Yes); // an old runtime reports none
  c.features.runtime_handlers = {{"", false}, {"runc", false}};
  CHECK(c.verdict() == model::Verdict::Unknown);
  SECTION("it has the handler") {
    c.features.runtime_handlers.push_back({"kata-qemu", false});
    CHECK(c.verdict() == model::Verdict::Yes);
  }
  SECTION("the input does not hold the RuntimeClass") {
    c.runtime_classes.clear();
    CHECK(c.verdict() == model::Verdict::Yes);
  }
}

TEST_CASE("hostUsers false needs a handler with user namespaces") {
  OnePod c;
  c.pod.spec.user_namespace = true;
  CHECK(c.verdict() == model::Verdict::Unknown);
  c.features.runtime_handlers = {{"", false}, {"kata-qemu", true}};
  CHECK(c.verdict() == model::Verdict::Unknown);
  SECTION("the default handler has them") {
    c.features.runtime_handlers[0].user_namespaces = true;
    CHECK(c.verdict() == model::Verdict::Yes);
  }
  SECTION("the handler of its RuntimeClass has them") {
    c.pod.spec.runtime_class = "kata";
    c.runtime_classes = {{"kata", "kata-qemu"}};
    CHECK(c.verdict() == model::Verdict::Yes);
  }
}

TEST_CASE("an inline CSI volume needs a CSIDriver with the mode Ephemeral") {
  OnePod c;
  c.pod.spec.volumes.push_back({"csi", "v", "csi.example.com", false});
  CHECK(c.verdict() == model::Verdict::Unknown); // the input does not hold the driver
  c.drivers = {{"csi.example.com"}};
  SECTION("only Persistent, which is the default") {
    const model::Report report = c.report();
    CHECK(report.verdict == model::Verdict::No);
    CHECK(std::ranges::any_of(report.asked, [](const model::Asked& entry) {
      return entry.because == "pod default/p has an inline volume of driver csi.example.com, whose CSIDriver does not "
                              "list Ephemeral: no kubelet can mount it";
    }));
  }
  SECTION("of a group, whose members the scheduler binds") {
    c.builder.group("g").min_member(1);
    c.pod.in("g");
    CHECK(c.verdict() == model::Verdict::Unknown);
  }
  SECTION("Ephemeral") {
    c.drivers[0].inline_volumes = true;
    CHECK(c.verdict() == model::Verdict::Yes);
  }
}
