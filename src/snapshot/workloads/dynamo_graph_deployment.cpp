// SPDX-License-Identifier: Apache-2.0
// NVIDIA Dynamo's DynamoGraphDeployment, nvidia.com/v1alpha1 (spec.services) and v1beta1 (spec.components). Where Grove
// runs, the operator makes one PodCliqueSet: a clique for each service, or for a service of several nodes a scaling
// group of a leader clique and a worker clique; each needs one pod. Otherwise it makes a Deployment, or a
// LeaderWorkerSet, for each service. (dynamo, deploy/operator/internal/dynamo/graph.go of 2026-02:
// GenerateGrovePodCliqueSet, GenerateBasePodSpec; grove.go: injectKaiSchedulerIfEnabled)
#include "snapshot/collected/strategic_merge.hpp"
#include "snapshot/expand/workloads.hpp"

#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <vector>

namespace snapshot {

namespace {

struct Service {
  std::string name; // lower case
  std::int32_t replicas = 1, nodes = 1;
  document::Output pod_template;
};

class Graph {
 public:
  Graph(const KeptObject& object, Expander& expander)
      : m_source(expander.source_of(object)), m_expander(expander), m_path(m_root["spec"]),
        m_spec(object_of(object.value()["spec"], m_path)), m_annotations(object.value()["metadata"]["annotations"]) {}

  void expand() {
    const Path services = m_path["services"], components = m_path["components"];
    each_member(m_spec["services"], services, [&](std::string_view name, document::Value value, const Path& at) {
      m_services.push_back(service_of(name, value, at));
    });
    each_element(m_spec["components"], components, [&](document::Value value, const Path& at) {
      m_services.push_back(service_of(value["name"].text(), value, at));
    });
    if (m_services.empty()) { throw DecodeError(services, "is missing or empty"); }
    note_open(m_spec["topologyConstraint"], "spec.topologyConstraint", "keeps pods together, which is not simulated");
    if (m_annotations["nvidia.com/enable-grove"].text() == "false") { return expand_apart(); }
    m_expander.note(model::Authority::Operator, model::Reply::NotAsked,
                    util::concat(text_of(m_source),
                                 ": the operator uses Grove and KAI where they are installed, which the "
                                 "input does not show"),
                    text_of(m_source));
    expand_with_grove();
  }

 private:
  void note_open(document::Value value, const std::string& field, std::string_view because) {
    if (value.absent()) { return; }
    m_expander.note(model::Authority::Operator, model::Reply::NotAsked,
                    util::concat(text_of(m_source), ": ", field, ' ', because), text_of(m_source));
  }

  // cpu and memory, gpu as a resource of the device plugin, and custom ones. (GetResourcesConfig)
  static void copy_resources(document::Value from, document::Output& container, std::string_view list) {
    const std::string_view type = from["gpuType"].text();
    for (const auto [name, value] : from.members()) {
      document::Output& to = container["resources"][list];
      if (name == "gpu") {
        to[type.empty() ? "nvidia.com/gpu" : type] = value.text();
      } else if (name == "custom") {
        for (const auto [custom, amount] : value.members()) { to[custom] = amount.text(); }
      } else if (name != "gpuType") {
        to[name] = value.text();
      }
    }
  }

  // v1beta1 has a pod template; v1alpha1 has a pod spec with a main container, and resources beside it.
  static document::Output template_of(document::Value value) {
    if (value["podTemplate"].is_object()) { return document::editable(value["podTemplate"]); }
    document::Output out;
    for (const std::string_view key : {"labels", "annotations"}) {
      if (value[key].is_object()) { out["metadata"][key] = document::editable(value[key]); }
      document::Output& metadata = out["metadata"][key];
      strategic_merge(metadata, value["extraPodMetadata"][key]);
    }
    document::Output& spec = out["spec"];
    for (const auto [key, member] : value["extraPodSpec"].members()) {
      if (key != "mainContainer" && !member.absent()) { spec[key] = document::editable(member); }
    }
    document::Output main;
    strategic_merge(main, value["extraPodSpec"]["mainContainer"]);
    main["name"] = "main";
    copy_resources(value["resources"]["requests"], main, "requests");
    copy_resources(value["resources"]["limits"], main, "limits");
    document::Output::Array containers;
    if (const document::Output* const extra = document::find(spec, "containers")) {
      if (const auto* const list = std::get_if<document::Output::Array>(&extra->data())) { containers = *list; }
    }
    containers.push_back(std::move(main));
    spec["containers"] = document::Output(std::move(containers));
    return out;
  }

  Service service_of(std::string_view name, document::Value value, const Path& path) {
    Service service;
    service.name = util::lowercase(name);
    service.replicas = m_expander.replicas(name, pod_count(object_of(value, path)["replicas"], path["replicas"], 1));
    const Path multinode = path["multinode"];
    service.nodes = std::max(pod_count(value["multinode"]["nodeCount"], multinode["nodeCount"], 1), 1);
    service.pod_template = template_of(value);
    service.pod_template["metadata"]["labels"]["nvidia.com/dynamo-component"] = name;
    service.pod_template["metadata"]["labels"]["nvidia.com/dynamo-graph-deployment-name"] = m_source.name;
    note_open(value["topologyConstraint"], util::concat("topologyConstraint of service ", name),
              "keeps pods together, which is not simulated");
    return service;
  }

  static document::Output clique_of(const std::string& name, std::int32_t replicas, const Service& service) {
    document::Output clique;
    clique["name"] = name;
    for (const std::string_view key : {"labels", "annotations"}) {
      if (const document::Output* const metadata = document::find(service.pod_template, "metadata")) {
        if (const document::Output* const map = document::find(*metadata, key)) { clique[key] = *map; }
      }
    }
    clique["spec"]["roleName"] = name;
    clique["spec"]["replicas"] = replicas;
    clique["spec"]["minAvailable"] = 1;
    clique["spec"]["podSpec"] = *document::find(service.pod_template, "spec");
    return clique;
  }

  void expand_with_grove() {
    document::Output::Array cliques, groups;
    for (const Service& service : m_services) {
      if (service.nodes == 1) {
        cliques.push_back(clique_of(service.name, service.replicas, service));
        continue;
      }
      const std::string leader = service.name + "-ldr", worker = service.name + "-wkr";
      cliques.push_back(clique_of(leader, 1, service));
      cliques.push_back(clique_of(worker, service.nodes - 1, service));
      document::Output& group = groups.emplace_back();
      group["name"] = service.name;
      group["cliqueNames"] = document::Output(document::Output::Array{leader, worker});
      group["replicas"] = service.replicas;
      group["minAvailable"] = 1;
    }
    document::Output set;
    set["apiVersion"] = "grove.io/v1alpha1";
    set["kind"] = "PodCliqueSet";
    set["metadata"]["name"] = m_source.name;
    set["spec"]["replicas"] = 1;
    set["spec"]["template"]["cliques"] = document::Output(std::move(cliques));
    if (!groups.empty()) { set["spec"]["template"]["podCliqueScalingGroups"] = document::Output(std::move(groups)); }
    expand_inner(m_expander.readable(set), m_path, m_source, m_expander, Inner::Made);
  }

  void expand_apart() {
    for (const Service& service : m_services) {
      document::Output made;
      const bool is_spread = service.nodes > 1;
      made["apiVersion"] = is_spread ? "leaderworkerset.x-k8s.io/v1" : "apps/v1";
      made["kind"] = is_spread ? "LeaderWorkerSet" : "Deployment";
      made["metadata"]["name"] = util::concat(m_source.name, '-', service.name);
      made["spec"]["replicas"] = service.replicas;
      if (is_spread) {
        made["spec"]["leaderWorkerTemplate"]["size"] = service.nodes;
        made["spec"]["leaderWorkerTemplate"]["workerTemplate"] = service.pod_template;
      } else {
        made["spec"]["template"] = service.pod_template;
      }
      expand_inner(m_expander.readable(made), m_path, m_source, m_expander, Inner::Made);
    }
  }

  Path m_root;
  Source m_source;
  Expander& m_expander;
  Path m_path;
  document::Value m_spec, m_annotations;
  std::vector<Service> m_services;
};

} // namespace

void expand_dynamo_graph_deployment(const KeptObject& object, Expander& expander) { Graph(object, expander).expand(); }

} // namespace snapshot
