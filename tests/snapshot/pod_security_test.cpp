// SPDX-License-Identifier: Apache-2.0
#include "snapshot/admission/kubelet_checks.hpp"
#include "snapshot/admission/pod_security.hpp"
#include "snapshot/dry_run.hpp"

#include <algorithm>

namespace {

using Texts = std::vector<std::string>;

// Why the API server or a kubelet refuses the pod; "?" before what is not asked.
Texts refusals_of(const std::string& cluster, const PodText& text) {
  Texts refusals;
  for (const model::Asked& entry : dry_run(cluster, pod("web", text)).cluster.asked) {
    if (entry.reply == model::Reply::Refuses) { refusals.push_back(entry.because); }
    if (entry.reply == model::Reply::NotAsked) { refusals.push_back("?" + entry.because); }
  }
  return refusals;
}

std::string level(const std::string& name) {
  return "{apiVersion: v1, kind: Namespace, metadata: {name: default, labels: {pod-security.kubernetes.io/enforce: " +
         name + "}}}\n---\n";
}

const std::string k_what = "Pod Security of the namespace default ";

} // namespace

TEST_CASE("Pod Security: the level of the namespace decides by the fields of the pod") {
  const auto refused = [](const std::string& by, const PodText& text) { return refusals_of(level(by), text); };
  CHECK(refused("privileged", {.spec = "hostNetwork: true"}).empty());
  CHECK(refused("baseline", {}).empty());
  CHECK(refused("baseline", {.spec = "hostNetwork: true"}) ==
        Texts{k_what + "(baseline) forbids the pods of Pod default/web: the pod must not set hostNetwork"});
  CHECK(refused("baseline", {.container = "securityContext: {privileged: true}"}).size() == 1);
  CHECK(refused("baseline", {.container = "securityContext: {capabilities: {add: [CHOWN]}}"}).empty());
  CHECK(refused("baseline", {.container = "securityContext: {capabilities: {add: [SYS_ADMIN]}}"}).size() == 1);
  CHECK(refused("baseline", {.spec = "volumes: [{name: d, hostPath: {path: /d}}]"}) ==
        Texts{k_what + "(baseline) forbids the pods of Pod default/web: volume d must not be hostPath"});

  const std::string safe = "securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}";
  const std::string small = "securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}";
  CHECK(refused("restricted", {.container = small, .spec = safe}).empty());
  CHECK(refused("restricted", {.container = small, .spec = safe + ", volumes: [{name: d, emptyDir: {}}]"}).empty());
  CHECK(refused("restricted", {.spec = safe}).size() == 1);
  CHECK(refused("restricted", {.container = small}).size() == 1);
  CHECK(refused("restricted", {.container = small, .spec = safe + ", volumes: [{name: d, nfs: {server: s, path: /}}]"})
            .size() == 1);
}

TEST_CASE("names of images follow the grammar of container runtimes") {
  using snapshot::is_image_name;
  const std::string digits(64, 'a');
  for (const std::string& name :
       {std::string("nginx"), std::string("nginx:1.27"), std::string("library/a_b/c--d.e"), std::string("Team/work"),
        std::string("localhost/x"), std::string("registry.example:5000/x:v1"), "x@sha256:" + digits,
        "registry.example/x:v1@sha256:" + digits, std::string("[2001:db8::1]:5000/x")}) {
    CHECK(is_image_name(name));
  }
  for (const std::string& name :
       {std::string(), std::string("https://registry.example/x"), std::string("registry.example/X"),
        std::string("Nginx"), std::string("x:"), std::string("x:${TAG}"), std::string("x y"),
        std::string("x@sha256:12"), std::string("x@md5:") + digits, std::string("a//b"), std::string("a/"),
        std::string("/a"), std::string("a..b"), std::string("a___b"), std::string("-a"),
        std::string("registry.example:port/x"), digits, "x:" + std::string(129, 'v')}) {
    INFO(name);
    CHECK_FALSE(is_image_name(name));
  }
}

TEST_CASE("kubelets refuse unsafe sysctls, huge pages that nobody asks for, and containers that do not exist") {
  const auto refused = [](const std::string& spec, const std::string& container = {}) {
    return refusals_of("", {.container = container, .spec = spec});
  };
  const std::string safe = "securityContext: {sysctls: [{name: net.ipv4.tcp_syncookies, value: \"1\"}]}";
  CHECK(refused(safe).empty());
  CHECK_FALSE(refused(safe + ", hostNetwork: true").empty());
  const Texts unsafe = refused("securityContext: {sysctls: [{name: net.core.somaxconn, value: \"1024\"}]}");
  REQUIRE(unsafe.size() == 1);
  CHECK(unsafe[0] == "?sysctl net.core.somaxconn of Pod default/web is unsafe: kubelets refuse the pod "
                     "(SysctlForbidden) unless --allowed-unsafe-sysctls names it");
  CHECK(refused("volumes: [{name: p, emptyDir: {medium: HugePages}}]") ==
        Texts{"volume p of Pod default/web is on HugePages, for which no container asks, so kubelets do not mount it"});
  CHECK(refused("", "env: [{name: CPUS, valueFrom: {resourceFieldRef: {resource: limits.cpu, containerName: other}}}]")
            .size() == 1);
}
