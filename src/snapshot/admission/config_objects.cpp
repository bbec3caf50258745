// SPDX-License-Identifier: Apache-2.0
#include "snapshot/admission/config_objects.hpp"

#include "snapshot/collected/api_group.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <utility>

namespace snapshot {

namespace {

// (kube-controller-manager, root-ca-certificate-publisher-controller)
constexpr std::string_view k_in_every_namespace = "kube-root-ca.crt";

class References {
 public:
  References(const Collected& collected, std::string_view namespace_name)
      : m_all(collected.config_objects), m_omissions(collected.omissions), m_namespace(namespace_name) {}

  // Environment variables. (kubelet, makeEnvironmentVariables)
  void look_at_container(document::Value container) {
    for (const document::Value entry : container["env"].elements()) {
      const document::Value source = entry["valueFrom"];
      ask("ConfigMap", source["configMapKeyRef"], "name", source["configMapKeyRef"]["key"]);
      ask("Secret", source["secretKeyRef"], "name", source["secretKeyRef"]["key"]);
    }
    for (const document::Value entry : container["envFrom"].elements()) {
      ask("ConfigMap", entry["configMapRef"], "name");
      ask("Secret", entry["secretRef"], "name");
    }
  }

  // (volume plugins configmap, secret, projected: SetUpAt)
  void look_at_volume(document::Value volume) {
    look_at_source("ConfigMap", volume["configMap"], "name");
    look_at_source("Secret", volume["secret"], "secretName");
    for (const document::Value source : volume["projected"]["sources"].elements()) {
      look_at_source("ConfigMap", source["configMap"], "name");
      look_at_source("Secret", source["secret"], "name");
      look_at_certificates(source);
    }
  }

  ConfigNeeds take() { return std::move(m_needs); }

 private:
  void look_at_source(std::string_view kind, document::Value source, std::string_view name_field) {
    if (source["items"].size() == 0) { ask(kind, source, name_field); }
    for (const document::Value item : source["items"].elements()) { ask(kind, source, name_field, item["key"]); }
  }

  // Nothing about these is read. (kubelet, pkg/kubelet/clustertrustbundle and podcertificate)
  void look_at_certificates(document::Value source) {
    const document::Value bundle = source["clusterTrustBundle"], certificate = source["podCertificate"];
    if (bundle.exists() && !bundle["optional"].boolean()) {
      const std::string_view name = bundle["name"].text();
      const std::string object = util::concat("ClusterTrustBundle ", name.empty() ? bundle["signerName"].text() : name);
      add(util::concat(object, " is not read, and no container starts without it"), object);
    }
    if (certificate.exists()) {
      const std::string_view signer = certificate["signerName"].text();
      add(util::concat("no container starts before signer ", signer, " has issued a certificate for the pod"),
          util::concat("signer ", signer));
    }
  }

  void add(std::string because, const std::string& object) {
    std::vector<MissingConfig>& missing = m_needs.missing;
    const bool is_known = std::ranges::find(missing, because, &MissingConfig::because) != missing.end();
    if (!is_known) { missing.push_back({std::move(because), object}); }
  }

  void ask(std::string_view kind, document::Value reference, std::string_view name_field, document::Value key = {}) {
    const std::string_view name = reference[name_field].text();
    if (name.empty() || reference["optional"].boolean()) { return; }
    std::string object = util::concat(kind, ' ', m_namespace, '/', name);
    const auto is_named = [&](const ConfigObject& other) {
      return other.kind == kind && other.namespace_name == m_namespace && other.name == name;
    };
    // (ValidateConfigMapUpdate, ValidateSecretUpdate)
    const bool is_fixed = std::ranges::any_of(m_all, [&](const ConfigObject& other) {
      return is_named(other) && other.immutable && other.from == ConfigObject::From::Cluster;
    });
    bool exists = false, has_key = key.absent();
    for (const ConfigObject& other : m_all) {
      if (!is_named(other) || (is_fixed && other.from == ConfigObject::From::Manifest)) { continue; }
      exists = true;
      // Without any key, the file's author has removed the contents.
      has_key = has_key || other.keys.empty() || std::ranges::find(other.keys, key.text()) != other.keys.end();
    }
    if (!is_given(kind)) {
      const bool is_left_out = m_omissions.is_left_out(kind == "Secret" ? k_secrets : k_config_maps);
      std::vector<std::string>& others = is_left_out ? m_needs.left_out : m_needs.not_listed;
      const bool may_be_fixed = m_omissions.is_left_out(k_immutable_config); // so that the manifest does not change it
      const bool is_known = (exists && !may_be_fixed) || name == k_in_every_namespace ||
                            std::ranges::find(others, object) != others.end();
      if (!is_known) { others.push_back(std::move(object)); }
      return;
    }
    std::string because;
    if (!exists) {
      because = util::concat("there is no ", object, " in the input, and no container starts without it");
    } else if (!has_key) {
      because = util::concat(object, " has no key ", key.text(), ", and no container starts without it");
    }
    if (!because.empty()) { add(std::move(because), object); }
  }

  // Snapshots hold single ConfigMaps.
  bool is_given(std::string_view kind) const {
    return !m_omissions.any_head() && std::ranges::any_of(m_all, [&](const ConfigObject& other) {
      return other.from == ConfigObject::From::Cluster && other.kind == kind && other.namespace_name == m_namespace;
    });
  }

  const std::vector<ConfigObject>& m_all;
  const Omissions& m_omissions;
  std::string_view m_namespace;
  ConfigNeeds m_needs;
};

} // namespace

void note_config_object(Collected& collected, std::string_view api_version, std::string_view kind,
                        document::Value object, std::string_view default_namespace, ConfigObject::From from) {
  if ((kind != "ConfigMap" && kind != "Secret") || !api_group_of(api_version).empty()) { return; }
  const std::string_view written = object["metadata"]["namespace"].text();
  ConfigObject kept{collected.lasting(kind),
                    collected.lasting(written.empty() ? default_namespace : written),
                    collected.lasting(object["metadata"]["name"].text()),
                    {},
                    from,
                    object["immutable"].boolean()};
  for (const std::string_view field : {"data", "binaryData", "stringData"}) {
    for (const auto [key, value] : object[field].members()) { kept.keys.push_back(collected.lasting(key)); }
  }
  collected.config_objects.push_back(std::move(kept));
}

ConfigNeeds config_needs_of(const Collected& collected, std::string_view namespace_name, document::Value pod_spec) {
  References references(collected, namespace_name);
  for (const std::string_view list : {"initContainers", "containers"}) {
    for (const document::Value container : pod_spec[list].elements()) { references.look_at_container(container); }
  }
  for (const document::Value volume : pod_spec["volumes"].elements()) { references.look_at_volume(volume); }
  return references.take();
}

} // namespace snapshot
