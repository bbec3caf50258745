// SPDX-License-Identifier: Apache-2.0
#include "snapshot/admission/kubelet_checks.hpp"

#include "model/values/quantity.hpp"
#include "snapshot/admission/pod_security.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace snapshot {

namespace {

using document::Value;

bool is_small_of_name(char c) { return util::is_digit(c) || (c >= 'a' && c <= 'z'); }
bool is_word_of_name(char c) { return is_small_of_name(c) || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_hex_of_name(char c) { return util::is_digit(c) || (c >= 'a' && c <= 'f'); }

// The names in "$(NAME)/x"; "$$(NAME)" is no reference. (third_party/forked/golang/expansion)
std::vector<std::string_view> names_in_references(std::string_view text) {
  std::vector<std::string_view> names;
  for (std::size_t at = text.find('$'); at < text.size() && at + 1 < text.size(); at = text.find('$', at)) {
    const std::size_t end = text[at + 1] == '(' ? text.find(')', at) : text.npos;
    if (end != text.npos) { names.push_back(text.substr(at + 2, end - at - 2)); }
    at += 2;
  }
  return names;
}

// Variables for Services, which kubelets add to each container. (kubelet/envvars)
bool is_of_services(std::string_view variable) {
  return variable.find("_SERVICE_") != variable.npos || variable.find("_PORT") != variable.npos;
}

// Calls check(part) for the parts between separators; true if it holds for each.
template <typename Check>
bool each_name_part(std::string_view text, char separator, Check check) {
  for (;;) {
    const std::size_t end = text.find(separator);
    if (!check(text.substr(0, end))) { return false; }
    if (end == text.npos) { return true; }
    text.remove_prefix(end + 1);
  }
}

bool is_image_domain(std::string_view domain) {
  if (domain.starts_with('[')) { return domain.find(']') != domain.npos; } // an address of IPv6
  const std::size_t colon = domain.find(':');
  if (colon != domain.npos) {
    const std::string_view port = domain.substr(colon + 1);
    if (port.empty() || !std::ranges::all_of(port, util::is_digit)) { return false; }
  }
  return each_name_part(domain.substr(0, colon), '.', [](std::string_view part) {
    return !part.empty() && part.front() != '-' && part.back() != '-' &&
           std::ranges::all_of(part, [](char c) { return c == '-' || (c != '_' && is_word_of_name(c)); });
  });
}

// Letters and digits, between which are one dot, one or two underscores, or any number of hyphens.
bool is_image_path_component(std::string_view part) {
  if (part.empty() || !is_small_of_name(part.front()) || !is_small_of_name(part.back())) { return false; }
  for (std::size_t at = 0; at < part.size();) {
    if (is_small_of_name(part[at])) {
      ++at;
      continue;
    }
    const char separator = part[at];
    const std::size_t end = std::min(part.find_first_not_of(separator, at), part.size());
    const std::size_t most = separator == '.' ? 1 : separator == '_' ? 2 : separator == '-' ? part.size() : 0;
    if (end - at > most || end == part.size() || !is_small_of_name(part[end])) { return false; }
    at = end;
  }
  return true;
}

bool is_image_tag(std::string_view tag) {
  constexpr std::size_t k_longest = 128;
  return !tag.empty() && tag.size() <= k_longest && is_word_of_name(tag.front()) &&
         std::ranges::all_of(tag, [](char c) { return c == '.' || c == '-' || is_word_of_name(c); });
}

bool is_image_digest(std::string_view digest) {
  for (const auto& [algorithm, digits] :
       {std::pair<std::string_view, std::size_t>("sha256:", 64), {"sha384:", 96}, {"sha512:", 128}}) {
    if (!digest.starts_with(algorithm)) { continue; }
    const std::string_view hex = digest.substr(algorithm.size());
    return hex.size() == digits && std::ranges::all_of(hex, is_hex_of_name);
  }
  return false;
}

template <typename Visit>
void each_container_of(Value pod_spec, Visit visit) {
  for (const char* const list : {"initContainers", "containers"}) {
    for (const Value container : pod_spec[list].elements()) { visit(container); }
  }
}

class KubeletChecks {
 public:
  KubeletChecks(Value pod_spec, const std::string& object) : m_spec(pod_spec), m_object(object) {}

  // (images, applyDefaultImageTag) The kubelet reports InvalidImageName.
  void check_images(bool is_whole) {
    const auto check = [&](std::string_view what, std::string_view name, std::string_view image) {
      const bool has_placeholder = image.find_first_of("{$") != image.npos;
      if (image.empty() || is_image_name(image) || (has_placeholder && !is_whole)) { return; }
      refuse(util::concat(what, name, " of ", m_object, " has the image ", image,
                          ", which is no valid name, so kubelets do not start it (InvalidImageName)"));
    };
    each_container_of(
        m_spec, [&](Value container) { check("container ", container["name"].text(), container["image"].text()); });
    for (const Value volume : m_spec["volumes"].elements()) {
      check("volume ", volume["name"].text(), volume["image"]["reference"].text());
    }
  }

  // (kubelet/sysctl, allowlist.go)
  void check_sysctls(int release) {
    for (const Value sysctl : m_spec["securityContext"]["sysctls"].elements()) {
      std::string name(sysctl["name"].text());
      std::ranges::replace(name, '/', '.');
      if (is_safe_sysctl(name, release)) { continue; }
      m_refusals.push_back({util::concat("sysctl ", name, " of ", m_object,
                                         " is unsafe: kubelets refuse the pod (SysctlForbidden) unless "
                                         "--allowed-unsafe-sysctls names it"),
                            false});
    }
  }

  // (kuberuntime, verifyRunAsNonRoot) Without runAsUser, the image decides.
  void check_users() {
    const Value of_pod = m_spec["securityContext"];
    each_container_of(m_spec, [&](Value container) {
      const Value own = container["securityContext"];
      const auto field = [&](std::string_view name) { return own[name].absent() ? of_pod[name] : own[name]; };
      if (!field("runAsNonRoot").boolean() || field("runAsUser").text() != "0") { return; }
      refuse(util::concat("container ", container["name"].text(), " of ", m_object,
                          " has runAsNonRoot and runAsUser 0, so kubelets do not start it"));
    });
  }

  // (kubelet, lifecycle/handlers.go: appArmorAdmitHandler; kuberuntime, getSeccompProfile) Profiles are files of nodes.
  void check_profiles() {
    const auto check = [&](Value context, const std::string& whose) {
      for (const auto& [field, what] : {std::pair<std::string_view, std::string_view>("appArmorProfile", "AppArmor"),
                                        {"seccompProfile", "seccomp"}}) {
        const Value profile = context[field];
        if (profile["type"].text() != "Localhost") { continue; }
        m_refusals.push_back({util::concat(what, " profile ", profile["localhostProfile"].text(), " of ", whose,
                                           " has to be on its node: else kubelets do not start it"),
                              false});
      }
    };
    check(m_spec["securityContext"], m_object);
    each_container_of(m_spec, [&](Value container) {
      check(container["securityContext"], util::concat("container ", container["name"].text(), " of ", m_object));
    });
  }

  // A limit of 128m is less than 1 byte, and means 128Mi. Runtimes report that their first process was killed.
  void check_memory() {
    const model::Quantity least = *model::Quantity::parse("64Ki"); // any runtime needs more
    each_container_of(m_spec, [&](Value container) {
      const std::string_view text = container["resources"]["limits"]["memory"].text();
      const auto limit = model::Quantity::parse(text);
      if (!limit || *limit <= model::Quantity() || *limit >= least) { return; }
      refuse(util::concat("container ", container["name"].text(), " of ", m_object, " has a memory limit of ", text,
                          ", in which no process starts",
                          text.ends_with('m') ? util::concat("; did you mean ", text.substr(0, text.size() - 1), "Mi?")
                                              : std::string()));
    });
  }

  // (volume/emptydir, getPageSizeMountOption)
  void check_pages() {
    constexpr std::string_view k_pages = "hugepages-", k_medium = "HugePages";
    std::set<std::string_view> sizes; // for which the pod asks
    const auto look_at = [&](Value resources) {
      for (const char* const list : {"requests", "limits"}) {
        for (const auto [resource, amount] : resources[list].members()) {
          if (resource.starts_with(k_pages)) { sizes.insert(resource.substr(k_pages.size())); }
        }
      }
    };
    look_at(m_spec["resources"]);
    each_container_of(m_spec, [&](Value container) { look_at(container["resources"]); });
    for (const Value volume : m_spec["volumes"].elements()) {
      const std::string_view medium = volume["emptyDir"]["medium"].text();
      if (!medium.starts_with(k_medium)) { continue; }
      const std::string_view size = medium == k_medium ? "" : medium.substr(k_medium.size() + 1);
      if (size.empty() ? sizes.size() == 1 : sizes.contains(size)) { continue; }
      refuse(util::concat("volume ", volume["name"].text(), " of ", m_object, " is on ", medium,
                          size.empty() && !sizes.empty() ? ", and its containers ask for pages of several sizes"
                                                         : ", for which no container asks",
                          ", so kubelets do not mount it"));
    }
  }

  // (resource, ExtractResourceValueByContainerNameAndNodeAllocatable) The kubelet reports CreateContainerConfigError.
  void check_named_containers() {
    std::set<std::string_view> names;
    each_container_of(m_spec, [&](Value container) { names.insert(container["name"].text()); });
    each_container_of(m_spec, [&](Value container) {
      for (const Value entry : container["env"].elements()) {
        const std::string_view name = entry["valueFrom"]["resourceFieldRef"]["containerName"].text();
        if (name.empty() || names.contains(name)) { continue; }
        refuse(util::concat("variable ", entry["name"].text(), " of container ", container["name"].text(), " of ",
                            m_object, " names the container ", name,
                            ", which the pod does not have, so kubelets do not start it"));
      }
    });
  }

  // (volume/downwardapi, collectData) The kubelet reports FailedMount.
  void check_containers_in_volumes() {
    std::set<std::string_view> names;
    each_container_of(m_spec, [&](Value container) { names.insert(container["name"].text()); });
    const auto check = [&](Value volume, Value source) {
      for (const Value item : source["items"].elements()) {
        const std::string_view name = item["resourceFieldRef"]["containerName"].text();
        if (name.empty() || names.contains(name)) { continue; }
        refuse(util::concat("volume ", volume["name"].text(), " of ", m_object, " names the container ", name,
                            ", which the pod does not have, so kubelets do not mount it"));
      }
    };
    for (const Value volume : m_spec["volumes"].elements()) {
      check(volume, volume["downwardAPI"]);
      for (const Value source : volume["projected"]["sources"].elements()) { check(volume, source["downwardAPI"]); }
    }
  }

  // (kubelet/container/helpers.go, ExpandContainerVolumeMounts: missing value) An operator may add variables.
  void check_sub_paths(bool is_whole) {
    each_container_of(m_spec, [&](Value container) {
      if (container["envFrom"].size() > 0) { return; }
      std::set<std::string_view> variables;
      for (const Value entry : container["env"].elements()) {
        if (entry["valueFrom"].exists() || !entry["value"].text().empty()) { variables.insert(entry["name"].text()); }
      }
      for (const Value mount : container["volumeMounts"].elements()) {
        for (const std::string_view name : names_in_references(mount["subPathExpr"].text())) {
          if (variables.contains(name) || is_of_services(name)) { continue; }
          m_refusals.push_back({util::concat("container ", container["name"].text(), " of ", m_object, " mounts ",
                                             mount["name"].text(), " at a path with the variable ", name,
                                             ", which it does not set, so kubelets do not start it"),
                                is_whole});
        }
      }
    });
  }

  // (runc, validateProcessSpec: "Cwd must be an absolute path")
  void check_working_directories() {
    each_container_of(m_spec, [&](Value container) {
      const std::string_view path = container["workingDir"].text();
      if (path.empty() || path.starts_with('/')) { return; }
      refuse(util::concat("container ", container["name"].text(), " of ", m_object, " has the workingDir ", path,
                          ", which is no absolute path, so no runtime starts it"));
    });
  }

  // (kubelet, resolveRecursiveReadOnly) The kubelet reports CreateContainerConfigError.
  void check_read_only_mounts() {
    each_container_of(m_spec, [&](Value container) {
      for (const Value mount : container["volumeMounts"].elements()) {
        if (mount["recursiveReadOnly"].text() != "Enabled") { continue; }
        m_refusals.push_back(
            {util::concat("container ", container["name"].text(), " of ", m_object, " mounts ", mount["name"].text(),
                          " with recursiveReadOnly: Enabled, and kubelets start "
                          "it only if the runtime and the kernel of the node can do that"),
             false});
      }
    });
  }

  // (kubelet, GeneratePodHostNameAndDomain; util.GetNodenameForKernel: at most 64 characters)
  void check_host_name() {
    constexpr std::size_t k_longest = 64;
    const std::string_view subdomain = m_spec["subdomain"].text();
    if (!m_spec["setHostnameAsFQDN"].boolean() || subdomain.empty()) { return; }
    // HOST.SUBDOMAIN.NAMESPACE.svc.DOMAIN; what is not known here has one character at least.
    const std::size_t least = std::max<std::size_t>(m_spec["hostname"].text().size(), 1) + subdomain.size() +
                              std::string_view("..n.svc.d").size();
    if (least <= k_longest) { return; }
    refuse(util::concat("the host name of ", m_object, " is its FQDN (setHostnameAsFQDN), which has at least ", least,
                        " characters, and kubelets start no pod with more than ", k_longest));
  }

  std::vector<KubeletRefusal> take() { return std::move(m_refusals); }

 private:
  void refuse(std::string because) { m_refusals.push_back({std::move(because)}); }

  Value m_spec;
  const std::string& m_object;
  std::vector<KubeletRefusal> m_refusals;
};

} // namespace

bool is_image_name(std::string_view name) {
  constexpr std::size_t k_longest = 255, k_id = 64;
  if (name.size() == k_id && std::ranges::all_of(name, is_hex_of_name)) { return false; } // (anchoredIdentifier)
  // (splitDockerDomain) A first part that looks like no host belongs to the path.
  const std::size_t slash = name.find('/');
  const std::string_view first = name.substr(0, slash);
  const bool is_host = slash != name.npos && (first.find_first_of(".:") != first.npos || first == "localhost" ||
                                              util::lowercase(first) != first);
  if (is_host && !is_image_domain(first)) { return false; }
  std::string_view rest = is_host ? name.substr(slash + 1) : name;
  if (const std::size_t at = rest.find('@'); at != rest.npos) {
    if (!is_image_digest(rest.substr(at + 1))) { return false; }
    rest = rest.substr(0, at);
  }
  if (const std::size_t colon = rest.find(':'); colon != rest.npos) {
    if (!is_image_tag(rest.substr(colon + 1))) { return false; }
    rest = rest.substr(0, colon);
  }
  return rest.size() <= k_longest && each_name_part(rest, '/', is_image_path_component);
}

std::vector<KubeletRefusal> kubelet_refusals(document::Value pod_spec, int release, bool is_whole,
                                             const std::string& object) {
  KubeletChecks checks(pod_spec, object);
  checks.check_images(is_whole);
  if (pod_spec["os"]["name"].text() != "windows") {
    checks.check_users();
    checks.check_sysctls(release);
    checks.check_profiles();
    checks.check_read_only_mounts();
    checks.check_working_directories();
  }
  checks.check_containers_in_volumes();
  checks.check_sub_paths(is_whole);
  checks.check_memory();
  checks.check_host_name();
  checks.check_pages();
  checks.check_named_containers();
  return checks.take();
}

} // namespace snapshot
