// SPDX-License-Identifier: Apache-2.0
#include "snapshot/changes/custom_kinds.hpp"

#include "snapshot/collected/api_group.hpp"
#include "snapshot/objects/kinds.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace snapshot {

namespace {

// A file that no API server wrote has no conditions.
std::string_view outage_of(document::Value definition) {
  if (!definition["metadata"]["deletionTimestamp"].absent()) { return "is being deleted"; }
  for (const document::Value condition : definition["status"]["conditions"].elements()) {
    const bool is_established = condition["type"].text() != "Established" || condition["status"].text() == "True";
    if (!is_established) { return "is not established"; }
  }
  return {};
}

// True if the input holds the list of the kind, so the API server serves it already.
bool has_list_of(const Omissions& omissions, std::string_view api_group, std::string_view kind) {
  const Kind* list = find_listed_kind(api_group, kind);
  return list && omissions.is_given(util::concat(list->resource, '.', api_group), false);
}

// The last definition of the kind with this origin: kubectl applies each one over the one before. Null: there is none.
const CustomKind* definition_of(const Collected& collected, std::string_view api_group, std::string_view kind,
                                bool from_manifest) {
  const auto& all = collected.custom_kinds;
  const auto found = std::find_if(all.rbegin(), all.rend(), [&](const CustomKind& each) {
    return each.kind == kind && each.api_group == api_group && each.from_manifest == from_manifest;
  });
  return found == all.rend() ? nullptr : &*found;
}

std::string versions_text(const CustomKind& definition) {
  std::string text;
  for (const std::string_view version : definition.served) { text += util::concat(text.empty() ? "" : ", ", version); }
  return text.empty() ? "no version" : util::concat("only ", text);
}

} // namespace

// (apiextensions-apiserver, customresource_handler.go: a version that is not served is not found, and no object is
// created during the deletion)
void note_custom_kind(Collected& collected, std::string_view api_version, std::string_view kind,
                      document::Value definition, bool from_manifest) {
  if (kind != "CustomResourceDefinition" || api_group_of(api_version) != "apiextensions.k8s.io") { return; }
  const document::Value spec = definition["spec"];
  CustomKind made{collected.lasting(definition["metadata"]["name"].text()),
                  collected.lasting(spec["group"].text()),
                  collected.lasting(spec["names"]["kind"].text()),
                  {},
                  outage_of(definition),
                  from_manifest};
  for (const document::Value version : spec["versions"].elements()) {
    if (version["served"].boolean()) { made.served.push_back(collected.lasting(version["name"].text())); }
  }
  if (spec["versions"].size() == 0) { made.served.push_back(collected.lasting(spec["version"].text())); } // v1beta1
  collected.custom_kinds.push_back(std::move(made));
}

// kubectl maps all objects to resources before it applies the first one. (kubectl apply.go, GetObjects; cli-runtime
// resource/mapper.go: "ensure CRDs are installed first")
void note_custom_kinds(const Manifest& manifest, Collected& collected) {
  if (collected.custom_kinds.empty()) { return; }
  for (const KeptObject& object : manifest.objects) {
    const std::string_view api_group = api_group_of(object.api_version);
    const CustomKind* const stored = definition_of(collected, api_group, object.kind, false);
    const CustomKind* const applied = definition_of(collected, api_group, object.kind, true);
    const CustomKind* const definition = applied == nullptr ? stored : applied;
    if (definition == nullptr) { continue; }
    const std::string by = util::concat("CustomResourceDefinition ", definition->name);
    const auto note = [&](model::Reply reply, std::string because) {
      const std::string of = util::concat(object.kind, ' ', object.value()["metadata"]["name"].text());
      collected.cluster.asked.push_back({model::Authority::Admission, reply, std::move(because), by, of});
    };
    const std::string_view version = object.api_version.substr(api_group.size() + 1);
    const auto serves = [&](const CustomKind& each) {
      return std::ranges::find(each.served, version) != each.served.end();
    };
    if (stored != nullptr && !stored->outage.empty()) {
      note(model::Reply::Refuses,
           util::concat(by, ' ', stored->outage, ", so the API server creates no ", object.kind));
    } else if (!serves(*definition)) {
      note(model::Reply::Refuses, util::concat("the API server has no ", object.kind, " of ", object.api_version, ": ",
                                               by, " serves ", versions_text(*definition)));
    } else if (stored != nullptr ? !serves(*stored) : !has_list_of(collected.omissions, api_group, object.kind)) {
      note(model::Reply::NotAsked, util::concat("kubectl looks for ", object.kind, " of ", object.api_version,
                                                " before it applies ", by, ", and the input does not show that the ",
                                                "cluster serves it already: if not, apply the manifest twice"));
    }
  }
}

} // namespace snapshot
