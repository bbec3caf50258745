// SPDX-License-Identifier: Apache-2.0
#include "snapshot/admission/pod_security.hpp"

#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace snapshot {

namespace {

using document::Value;

constexpr int k_latest_pod_security = 36;

struct SafeSysctl {
  std::string_view name;
  int since = 0; // release
};

// The kubelet has the same list. (check_sysctls.go)
constexpr std::array<SafeSysctl, 12> k_allowed_sysctls = {{
    {"kernel.shm_rmid_forced"},
    {"net.ipv4.ip_local_port_range"},
    {"net.ipv4.ip_local_reserved_ports", 27},
    {"net.ipv4.ip_unprivileged_port_start"},
    {"net.ipv4.ping_group_range"},
    {"net.ipv4.tcp_fin_timeout", 29},
    {"net.ipv4.tcp_keepalive_intvl", 29},
    {"net.ipv4.tcp_keepalive_probes", 29},
    {"net.ipv4.tcp_keepalive_time", 29},
    {"net.ipv4.tcp_rmem", 32},
    {"net.ipv4.tcp_syncookies"},
    {"net.ipv4.tcp_wmem", 32},
}};

constexpr std::array<std::string_view, 13> k_default_capabilities = {
    "AUDIT_WRITE",      "CHOWN",   "DAC_OVERRIDE", "FOWNER",  "FSETID", "KILL",      "MKNOD",
    "NET_BIND_SERVICE", "SETFCAP", "SETGID",       "SETPCAP", "SETUID", "SYS_CHROOT"};

constexpr std::array<std::string_view, 9> k_restricted_volumes = {
    "configMap", "csi",   "downwardAPI", "emptyDir", "ephemeral", "image", "persistentVolumeClaim",
    "projected", "secret"};

bool is_among_names(std::string_view text, std::span<const std::string_view> list) {
  return std::ranges::find(list, text) != list.end();
}

template <typename IsOne>
bool has_any(Value list, IsOne is_one) {
  for (const Value element : list.elements()) {
    if (is_one(element)) { return true; }
  }
  return false;
}

bool is_false(Value value) { return value.is_boolean() && !value.boolean(); }

std::string listed_with_and(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += util::concat(i == 0 ? "" : i + 1 == names.size() ? " and " : ", ", names[i]);
  }
  return text;
}

class SecurityChecks {
 public:
  SecurityChecks(const PodSecurity& enforced, Value pod_template)
      : m_release(enforced.release), m_template(pod_template), m_spec(pod_template["spec"]),
        m_of_pod(m_spec["securityContext"]), m_is_windows(m_spec["os"]["name"].text() == "windows"),
        m_has_user_namespace(m_release >= 35 && is_false(m_spec["hostUsers"])) {
    for (const char* const list : {"initContainers", "containers", "ephemeralContainers"}) {
      for (const Value container : m_spec[list].elements()) { m_containers.push_back(container); }
    }
    check_baseline();
    if (enforced.level == "restricted") { check_restricted(); }
  }

  std::vector<std::string> take() { return std::move(m_violations); }

 private:
  void check_baseline() {
    for (const char* const field : {"hostNetwork", "hostPID", "hostIPC"}) {
      if (m_spec[field].boolean()) { m_violations.push_back(util::concat("the pod must not set ", field)); }
    }
    forbid("securityContext.privileged: true",
           [](Value container) { return security(container)["privileged"].boolean(); });
    forbid("securityContext.windowsOptions.hostProcess: true", m_of_pod["windowsOptions"]["hostProcess"].boolean(),
           [](Value container) { return security(container)["windowsOptions"]["hostProcess"].boolean(); });
    forbid("other capabilities than the default ones in securityContext.capabilities.add", [](Value container) {
      return has_any(security(container)["capabilities"]["add"],
                     [](Value added) { return !is_among_names(added.text(), k_default_capabilities); });
    });
    forbid_volumes([](Value volume) { return volume["hostPath"].exists(); }, "hostPath");
    forbid("hostPort", [](Value container) {
      return has_any(container["ports"],
                     [](Value port) { return !port["hostPort"].absent() && port["hostPort"].text() != "0"; });
    });
    const auto bad_profile = [](Value profile) {
      return !profile.absent() && profile["type"].text() != "RuntimeDefault" && profile["type"].text() != "Localhost";
    };
    forbid("an appArmorProfile other than RuntimeDefault or Localhost",
           bad_profile(m_of_pod["appArmorProfile"]) || has_bad_annotation(),
           [&](Value container) { return bad_profile(security(container)["appArmorProfile"]); });
    forbid("a seccompProfile other than RuntimeDefault or Localhost", bad_profile(m_of_pod["seccompProfile"]),
           [&](Value container) { return bad_profile(security(container)["seccompProfile"]); });
    const auto bad_label = [&](Value options) {
      constexpr std::array<std::string_view, 4> k_types = {"", "container_t", "container_init_t", "container_kvm_t"};
      const std::string_view type = options["type"].text();
      return !options["user"].text().empty() || !options["role"].text().empty() ||
             (!is_among_names(type, k_types) && (m_release < 31 || type != "container_engine_t"));
    };
    forbid("such seLinuxOptions", bad_label(m_of_pod["seLinuxOptions"]),
           [&](Value container) { return bad_label(security(container)["seLinuxOptions"]); });
    if (!m_has_user_namespace) {
      forbid("a procMount other than Default", [](Value container) { return has_bad_proc_mount(container); });
    }
    for (const Value sysctl : m_of_pod["sysctls"].elements()) {
      if (is_safe_sysctl(sysctl["name"].text(), m_release)) { continue; }
      m_violations.push_back(util::concat("the pod must not set the sysctl ", sysctl["name"].text()));
    }
    if (m_release >= 34) { forbid("a host in probes or lifecycle handlers", &names_host); }
  }

  void check_restricted() {
    forbid_volumes(
        [](Value volume) {
          return std::ranges::none_of(k_restricted_volumes, [&](auto field) { return volume[field].exists(); }) &&
                 volume.size() > 1 && !volume["hostPath"].exists();
        },
        "of a type that is restricted");
    if (!m_has_user_namespace) {
      require("securityContext.runAsNonRoot: true", [&](Value container) {
        const Value own = security(container)["runAsNonRoot"];
        return own.absent() ? m_of_pod["runAsNonRoot"].boolean() : own.boolean();
      });
      if (is_false(m_of_pod["runAsNonRoot"])) { m_violations.emplace_back("the pod must not set runAsNonRoot: false"); }
      forbid("securityContext.runAsUser: 0", m_of_pod["runAsUser"].text() == "0",
             [](Value container) { return security(container)["runAsUser"].text() == "0"; });
    } else { // only this level knows no exception for these pods (check_procMount_restricted.go)
      forbid("a procMount other than Default", [](Value container) { return has_bad_proc_mount(container); });
    }
    if (!m_is_windows) { check_restricted_containers(); }
  }

  void check_restricted_containers() {
    require("securityContext.allowPrivilegeEscalation: false",
            [](Value container) { return is_false(security(container)["allowPrivilegeEscalation"]); });
    require("securityContext.capabilities.drop: [ALL]", [](Value container) {
      return has_any(security(container)["capabilities"]["drop"],
                     [](Value dropped) { return dropped.text() == "ALL"; });
    });
    forbid("other capabilities than NET_BIND_SERVICE in securityContext.capabilities.add", [](Value container) {
      return has_any(security(container)["capabilities"]["add"], [](Value added) {
        return added.text() != "NET_BIND_SERVICE" && is_among_names(added.text(), k_default_capabilities);
      });
    });
    require("securityContext.seccompProfile of type RuntimeDefault or Localhost", [&](Value container) {
      return !security(container)["seccompProfile"].absent() || !m_of_pod["seccompProfile"].absent();
    });
  }

  static Value security(Value container) { return container["securityContext"]; }

  static bool has_bad_proc_mount(Value container) {
    const Value mount = security(container)["procMount"];
    return !mount.absent() && mount.text() != "Default";
  }

  static bool names_host(Value container) {
    const auto has_host = [](Value handler) {
      return !handler["httpGet"]["host"].text().empty() || !handler["tcpSocket"]["host"].text().empty();
    };
    const Value lifecycle = container["lifecycle"];
    return has_host(container["livenessProbe"]) || has_host(container["readinessProbe"]) ||
           has_host(container["startupProbe"]) || has_host(lifecycle["postStart"]) || has_host(lifecycle["preStop"]);
  }

  bool has_bad_annotation() const {
    for (const auto [key, value] : m_template["metadata"]["annotations"].members()) {
      const bool is_profile = key.starts_with("container.apparmor.security.beta.kubernetes.io/");
      const std::string_view profile = value.text();
      if (is_profile && !profile.empty() && profile != "runtime/default" && !profile.starts_with("localhost/")) {
        return true;
      }
    }
    return false;
  }

  template <typename IsBad>
  std::vector<std::string_view> names_of(IsBad is_bad) const {
    std::vector<std::string_view> names;
    for (const Value container : m_containers) {
      if (is_bad(container)) { names.push_back(container["name"].text()); }
    }
    return names;
  }

  template <typename IsBad>
  void forbid(std::string_view what, IsBad is_bad) {
    forbid(what, false, is_bad);
  }

  template <typename IsBad>
  void forbid(std::string_view what, bool by_pod, IsBad is_bad) {
    const std::vector<std::string_view> names = names_of(is_bad);
    if (!by_pod && names.empty()) { return; }
    m_violations.push_back(util::concat(by_pod ? "the pod" : "", by_pod && !names.empty() ? " and " : "",
                                        names.empty()       ? ""
                                        : names.size() == 1 ? "container "
                                                            : "containers ",
                                        listed_with_and(names), " must not set ", what));
  }

  template <typename IsMet>
  void require(std::string_view what, IsMet is_met) {
    const std::vector<std::string_view> names = names_of([&](Value container) { return !is_met(container); });
    if (names.empty()) { return; }
    m_violations.push_back(
        util::concat(names.size() == 1 ? "container " : "containers ", listed_with_and(names), " must set ", what));
  }

  template <typename IsBad>
  void forbid_volumes(IsBad is_bad, std::string_view what) {
    for (const Value volume : m_spec["volumes"].elements()) {
      if (!is_bad(volume)) { continue; }
      m_violations.push_back(util::concat("volume ", volume["name"].text(), " must not be ", what));
    }
  }

  int m_release;
  Value m_template, m_spec, m_of_pod;
  bool m_is_windows, m_has_user_namespace;
  std::vector<Value> m_containers;
  std::vector<std::string> m_violations;
};

} // namespace

bool is_safe_sysctl(std::string_view name, int release) {
  const auto found = std::ranges::find(k_allowed_sysctls, name, &SafeSysctl::name);
  return found != k_allowed_sysctls.end() && found->since <= release;
}

std::optional<PodSecurity> pod_security_of(const model::Labels& of_namespace, std::optional<int> server) {
  const auto level = model::find_label(of_namespace, "pod-security.kubernetes.io/enforce");
  if (!level || *level == "privileged") { return std::nullopt; }
  // (ParseLevel) An unknown level counts as restricted.
  PodSecurity enforced{*level == "baseline" ? "baseline" : "restricted", server.value_or(k_latest_pod_security)};
  const auto version = model::find_label(of_namespace, "pod-security.kubernetes.io/enforce-version");
  if (version && version->starts_with("v1.")) {
    enforced.release = static_cast<int>(util::parse_int64(version->substr(3)).value_or(0));
  }
  return enforced;
}

std::vector<std::string> pod_security_violations(const PodSecurity& enforced, document::Value pod_template) {
  return SecurityChecks(enforced, pod_template).take();
}

} // namespace snapshot
