// SPDX-License-Identifier: Apache-2.0
// NVIDIA's NIMService, apps.nvidia.com/v1alpha1: a Deployment NAME of `replicas` servers; with multiNode, a
// LeaderWorkerSet NAME-lws whose groups have multiNode.parallelism.pipeline pods. With autoscaling, the HPA's
// minReplicas count. (k8s-nim-operator v3.1, nimservice_types.go GetDeploymentParams and GetLWSParams;
// internal/controller/platform/ standalone, addGPUResources; manifests/deployment.yaml and lws.yaml)
#include "snapshot/expand/workloads.hpp"

#include "util/concat.hpp"

#include <algorithm>

namespace snapshot {

namespace {

constexpr std::string_view k_gpu = "nvidia.com/gpu";

class Nim {
 public:
  Nim(const KeptObject& object, Expander& expander)
      : m_source(expander.source_of(object)), m_expander(expander), m_path(m_root["spec"]),
        m_spec(object_of(object.value()["spec"], m_path)) {}

  void expand() {
    if (m_spec["inferencePlatform"].text() == "kserve") {
      note_open("spec.inferencePlatform", "is kserve: KServe creates the pods, with its own defaults");
    }
    note_gpus();
    const document::Value multi_node = m_spec["multiNode"];
    const Path path = m_path["multiNode"];
    const Path parallelism = path["parallelism"];
    const std::int32_t size = pod_count(multi_node["parallelism"]["pipeline"], parallelism["pipeline"], 0);
    document::Output made = size > 1 ? leader_worker_set(size) : deployment();
    made["metadata"]["labels"]["app.kubernetes.io/name"] = m_source.name;
    expand_inner(m_expander.readable(made), m_root, m_source, m_expander, Inner::Made);
  }

 private:
  void note_open(std::string_view field, std::string_view because) {
    m_expander.note(model::Authority::Operator, model::Reply::NotAsked,
                    util::concat(text_of(m_source), ": ", field, ' ', because), text_of(m_source));
  }

  // Without GPUs in spec.resources and without claims for devices, the operator takes the number from the model's
  // profile, which only the NIMCache shows.
  void note_gpus() {
    const document::Value resources = m_spec["resources"];
    if (resources["requests"][k_gpu].exists() || resources["limits"][k_gpu].exists()) { return; }
    if (m_spec["draResources"].size() > 0) {
      note_open("spec.draResources", "makes claims for devices, which are not simulated");
    } else {
      note_open("spec.resources",
                "has no nvidia.com/gpu, so the profile of the model decides, and it is not in the input");
    }
  }

  document::Output containers(std::string_view name) {
    document::Output main;
    main["name"] = name;
    main["image"] = util::concat(m_spec["image"]["repository"].text(), ':', m_spec["image"]["tag"].text());
    if (!m_spec["resources"].absent()) { main["resources"] = document::editable(m_spec["resources"]); }
    document::Output::Array list = {main};
    for (const document::Value sidecar : m_spec["sidecarContainers"].elements()) { list.push_back(extra(sidecar)); }
    return document::Output(std::move(list));
  }

  document::Output extra(document::Value written) {
    document::Output out;
    out["name"] = written["name"].text();
    const document::Value image = written["image"].is_object() ? written["image"] : m_spec["image"];
    out["image"] = util::concat(image["repository"].text(), ':', image["tag"].text());
    return out;
  }

  // The volume of the model: a claim that exists, or one that another object makes.
  void add_volume(document::Output& spec) {
    const document::Value storage = m_spec["storage"];
    std::string claim(storage["pvc"]["name"].text());
    const std::string_view cache = storage["nimCache"]["name"].text();
    if (!cache.empty()) { claim = util::concat(cache, "-pvc"); }
    if (claim.empty() && !storage["pvc"].absent()) { claim = util::concat(m_source.name, "-pvc"); }
    if (claim.empty()) { return; }
    const auto& claims = m_expander.collected().cluster.persistent_volume_claims;
    const bool is_there = std::ranges::any_of(claims, [&](const model::PersistentVolumeClaim& other) {
      return other.name == claim && other.namespace_name == m_source.namespace_name;
    });
    if (!is_there) {
      note_open("spec.storage", util::concat("mounts PersistentVolumeClaim ", claim, ", which is not in the input"));
      return;
    }
    document::Output volume;
    volume["name"] = "model-store";
    volume["persistentVolumeClaim"]["claimName"] = claim;
    spec["volumes"] = document::Output(document::Output::Array{volume});
  }

  document::Output pod_template(std::string_view container, bool of_deployment) {
    document::Output out;
    for (const std::string_view key : {"labels", "annotations"}) {
      if (m_spec[key].is_object()) { out["metadata"][key] = document::editable(m_spec[key]); }
    }
    out["metadata"]["labels"]["app"] = m_source.name;
    document::Output& spec = out["spec"];
    for (const std::string_view key : {"schedulerName", "priorityClassName", "nodeSelector", "tolerations"}) {
      if (!m_spec[key].absent()) { spec[key] = document::editable(m_spec[key]); }
    }
    if (of_deployment) { // the LeaderWorkerSet gets neither
      for (const std::string_view key : {"affinity", "runtimeClassName"}) {
        if (!m_spec[key].absent()) { spec[key] = document::editable(m_spec[key]); }
      }
      const document::Value pod_affinity = m_spec["podAffinity"];
      if (m_spec["affinity"].absent() && !pod_affinity.absent()) {
        spec["affinity"]["podAffinity"] = document::editable(pod_affinity);
      }
    }
    spec["containers"] = containers(container);
    document::Output::Array init;
    for (const document::Value each : m_spec["initContainers"].elements()) { init.push_back(extra(each)); }
    if (!init.empty()) { spec["initContainers"] = document::Output(std::move(init)); }
    add_volume(spec);
    return out;
  }

  // With autoscaling, the HPA keeps at least minReplicas. (GetReplicas)
  std::int32_t replicas() {
    const document::Value scale = m_spec["scale"];
    const bool scales = scale["enabled"].is_boolean() && scale["enabled"].boolean();
    const Path scale_path = m_path["scale"];
    const Path hpa = scale_path["hpa"];
    return scales ? pod_count(scale["hpa"]["minReplicas"], hpa["minReplicas"], 1)
                  : pod_count(m_spec["replicas"], m_path["replicas"], 1);
  }

  document::Output deployment() {
    document::Output out;
    out["apiVersion"] = "apps/v1";
    out["kind"] = "Deployment";
    out["metadata"]["name"] = m_source.name;
    out["spec"]["replicas"] = replicas();
    out["spec"]["selector"]["matchLabels"]["app"] = m_source.name;
    out["spec"]["template"] = pod_template(util::concat(m_source.name, "-ctr"), true);
    return out;
  }

  document::Output leader_worker_set(std::int32_t size) {
    document::Output out;
    out["apiVersion"] = "leaderworkerset.x-k8s.io/v1";
    out["kind"] = "LeaderWorkerSet";
    out["metadata"]["name"] = util::concat(m_source.name, "-lws");
    out["spec"]["replicas"] = replicas();
    document::Output& both = out["spec"]["leaderWorkerTemplate"];
    both["size"] = size;
    both["leaderTemplate"] = pod_template("nim-leader", false);
    both["workerTemplate"] = pod_template("nim-worker", false);
    return out;
  }

  Path m_root;
  Source m_source;
  Expander& m_expander;
  Path m_path;
  document::Value m_spec;
};

} // namespace

void expand_nim_service(const KeptObject& object, Expander& expander) { Nim(object, expander).expand(); }

} // namespace snapshot
