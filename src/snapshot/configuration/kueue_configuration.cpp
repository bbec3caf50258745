// SPDX-License-Identifier: Apache-2.0
#include "snapshot/configuration/kueue_configuration.hpp"

#include "document/reading/reader.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/collected/fields.hpp"
#include "snapshot/collected/lasting.hpp"
#include "snapshot/pods/decode_selectors.hpp"
#include "util/ascii.hpp"
#include "util/error.hpp"

namespace snapshot {

namespace {

constexpr std::string_view k_config_group = "config.kueue.x-k8s.io";

bool names_kueue(std::string_view text) { return text.find(k_config_group) != std::string_view::npos; }

// enable and blockAdmission. In v1beta1 a configuration that enables the wait blocks admission unless it says
// otherwise; in v1beta2 the section alone enables the wait, and it blocks admission only if it says so. (kueue
// apis/config/v1beta1, SetDefaults_Configuration; Convert_v1beta1_WaitForPodsReady_To_v1beta2_WaitForPodsReady)
bool blocks_admission(document::Value wait, const Path& path, bool is_old) {
  const document::Value section = object_of(wait, path);
  if (section.absent() || (is_old && !boolean_of(section["enable"], path["enable"]))) { return false; }
  const document::Value blocks = section["blockAdmission"];
  return blocks.absent() ? is_old : boolean_of(blocks, path["blockAdmission"]);
}

// (kueue, pkg/config: v1beta1 has a switch; in v1beta2 the section alone switches it on)
bool shares_fairly(document::Value sharing, const Path& path, bool is_old) {
  const document::Value section = object_of(sharing, path);
  return !section.absent() && (!is_old || boolean_of(section["enable"], path["enable"]));
}

void read_configuration(document::Value object, std::string_view api_version, Collected& collected,
                        model::KueueConfiguration& configuration) {
  const Path root;
  configuration.manages_all = boolean_of(object["manageJobsWithoutQueueName"], root["manageJobsWithoutQueueName"]);
  const bool is_old = api_version.ends_with("/v1beta1");
  configuration.blocks_admission = blocks_admission(object["waitForPodsReady"], root["waitForPodsReady"], is_old);
  configuration.shares_fairly = shares_fairly(object["fairSharing"], root["fairSharing"], is_old);
  const Path path = root["integrations"];
  const document::Value integrations = object_of(object["integrations"], path);
  each_element(integrations["frameworks"], path["frameworks"], [&](document::Value element, const Path& at) {
    configuration.frameworks.push_back(collected.lasting(text_of(element, at)));
  });
  // "PipelineRun.v1.tekton.dev"
  each_element(integrations["externalFrameworks"], path["externalFrameworks"],
               [&](document::Value element, const Path& at) {
                 const std::string_view name = text_of(element, at);
                 configuration.frameworks.push_back(collected.lasting(util::lowercase(name.substr(0, name.find('.')))));
               });
  const Path of_resources = root["resources"], transformations = of_resources["transformations"];
  const document::Value resources = object_of(object["resources"], of_resources);
  each_element(resources["excludeResourcePrefixes"], of_resources["excludeResourcePrefixes"],
               [&](document::Value element, const Path& at) {
                 configuration.excluded.push_back(collected.lasting(text_of(element, at)));
               });
  each_element(resources["transformations"], transformations, [&](document::Value element, const Path& at) {
    configuration.transformed.push_back(collected.lasting(text_of(object_of(element, at)["input"], at["input"])));
  });
  configuration.passes_uncovered =
      text_of(resources["quotaCheckStrategy"], of_resources["quotaCheckStrategy"]) == "IgnoreUndeclared";
  if (configuration.frameworks.empty()) { configuration.frameworks.emplace_back("batch/job"); }
  const Path selector = root["managedJobsNamespaceSelector"];
  if (auto namespaces = label_selector_of(object["managedJobsNamespaceSelector"], selector)) {
    configuration.namespaces = lasting(collected, std::move(*namespaces));
  }
}

} // namespace

bool is_kueue_configuration(const document::Item& item) {
  if (item.kind != "ConfigMap" || !api_group_of(item.api_version).empty()) { return false; }
  for (const auto [key, member] : item.value["data"].members()) {
    if (names_kueue(member.text())) { return true; }
  }
  return false;
}

void note_kueue_configuration(Collected& collected, const document::Item& item, const Origin& origin) {
  if (!is_kueue_configuration(item)) { return; }
  const Path root;
  const Path data = root["data"];
  for (const auto [key, member] : item.value["data"].members()) {
    const std::string_view text = member.text();
    if (!names_kueue(text)) { continue; }
    const Path path = data.member(key);
    const auto take = [&](const document::Item& part) {
      if (part.kind != "Configuration" || api_group_of(part.api_version) != k_config_group) { return; }
      model::KueueConfiguration configuration;
      configuration.name = collected.lasting(item.value["metadata"]["name"].text());
      read_configuration(part.value, part.api_version, collected, configuration);
      collected.cluster.kueue_configurations.push_back(std::move(configuration));
      collected.kueue_configuration_origins.push_back(origin);
    };
    const auto refuse = [&](const util::Problem& problem) { throw DecodeError(path, problem.message); };
    try {
      document::read_text(text, path.text(), {}, take, refuse);
    } catch (const util::Error& error) { throw DecodeError(path, error.what()); }
  }
}

} // namespace snapshot
