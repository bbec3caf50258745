// SPDX-License-Identifier: Apache-2.0
// MiniCluster of the Flux Operator, flux-framework.org/v1alpha2: an indexed Job NAME of `size` pods, each with an init
// container for Flux, and one pod NAME-services for the service containers. It creates no group. (flux-operator main of
// 2026-06, controllers/flux/job.go, NewMiniClusterJob; pods.go, newServicePod; minicluster_types.go, Validate)
#include "snapshot/expand/job_spec.hpp"
#include "snapshot/expand/workloads.hpp"

#include "util/concat.hpp"

#include <map>
#include <utility>

namespace snapshot {

namespace {

constexpr std::string_view k_name_label = "app.kubernetes.io/name";

// The container that runs Flux has the name of the MiniCluster; a single container always runs Flux. (getContainers)
document::Output containers_of(document::Value list, const Path& path, std::string_view runner) {
  document::Output::Array containers;
  each_element(list, path, [&](document::Value value, const Path& at) {
    const bool runs_flux = list.size() == 1 || boolean_of(object_of(value, at)["runFlux"], at["runFlux"]);
    document::Output& container = containers.emplace_back();
    container["name"] = runs_flux && !runner.empty() ? runner : value["name"].text();
    container["image"] = value["image"].text();
    if (!value["resources"].absent()) { container["resources"] = document::editable(value["resources"]); }
  });
  return document::Output(std::move(containers));
}

// The volume of the name that containers have in common: a claim, unless it says something else. (getExistingVolumes)
document::Output flux_volume(std::string_view name, document::Value written) {
  document::Output volume;
  volume["name"] = name;
  const auto text = [&](std::string_view field) { return written[field].text(); };
  if (!text("csiDriver").empty()) {
    volume["csi"]["driver"] = text("csiDriver");
  } else if (!text("secretName").empty()) {
    volume["secret"]["secretName"] = text("secretName");
  } else if (written["emptyDir"].boolean()) {
    if (text("emptyDirMedium") == "memory") { volume["emptyDir"]["medium"] = "Memory"; }
    if (!text("emptyDirSizeLimit").empty()) { volume["emptyDir"]["sizeLimit"] = text("emptyDirSizeLimit"); }
    if (document::find(volume, "emptyDir") == nullptr) { volume["emptyDir"] = document::Output(); }
  } else if (!text("hostPath").empty()) {
    volume["hostPath"]["path"] = text("hostPath");
    volume["hostPath"]["type"] = "Directory";
  } else if (!text("configMapName").empty()) {
    volume["name"] = text("configMapName");
    volume["configMap"]["name"] = text("configMapName");
  } else {
    volume["persistentVolumeClaim"]["claimName"] = text("claimName");
  }
  return volume;
}

void add_volumes(document::Output& pod_spec, document::Value containers) {
  std::map<std::string_view, document::Value> volumes;
  for (const document::Value container : containers.elements()) {
    for (const auto [name, volume] : container["volumes"].members()) { volumes[name] = volume; }
  }
  document::Output::Array list;
  for (const auto& [name, volume] : volumes) { list.push_back(flux_volume(name, volume)); }
  if (!list.empty()) { pod_spec["volumes"] = document::Output(std::move(list)); }
}

document::Output term(std::string_view name, std::string_view topology) {
  document::Output out;
  out["weight"] = 100;
  out["podAffinityTerm"]["labelSelector"]["matchLabels"][k_name_label] = name;
  out["podAffinityTerm"]["topologyKey"] = topology;
  return document::Output(document::Output::Array{out});
}

// Prefers one zone, and a node for each pod; requires the listed node labels. (getAffinity)
document::Output affinity_of(std::string_view name, document::Value node_affinity) {
  constexpr std::string_view k_preferred = "preferredDuringSchedulingIgnoredDuringExecution";
  document::Output affinity;
  affinity["podAffinity"][k_preferred] = term(name, "topology.kubernetes.io/zone");
  affinity["podAntiAffinity"][k_preferred] = term(name, "kubernetes.io/hostname");
  document::Output::Array expressions;
  for (const auto [label, values] : node_affinity.members()) {
    document::Output& expression = expressions.emplace_back();
    expression["key"] = label;
    expression["operator"] = "In";
    expression["values"] = document::editable(values);
  }
  if (expressions.empty()) { return affinity; }
  document::Output node_term;
  node_term["matchExpressions"] = document::Output(std::move(expressions));
  affinity["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]["nodeSelectorTerms"] =
      document::Output(document::Output::Array{node_term});
  return affinity;
}

// The part of the template that all pods share.
document::Output pod_template_of(const Source& cluster, document::Value pod) {
  document::Output out;
  if (pod["labels"].is_object()) { out["metadata"]["labels"] = document::editable(pod["labels"]); }
  if (pod["annotations"].is_object()) { out["metadata"]["annotations"] = document::editable(pod["annotations"]); }
  document::Output& labels = out["metadata"]["labels"];
  labels["namespace"] = cluster.namespace_name;
  labels["app"] = "flux-operator";
  labels[k_name_label] = cluster.name;
  for (const std::string_view key : {"nodeSelector", "serviceAccountName", "runtimeClassName"}) {
    if (!pod[key].absent()) { out["spec"][key] = document::editable(pod[key]); }
  }
  const std::string_view policy = pod["restartPolicy"].text();
  out["spec"]["restartPolicy"] = policy.empty() ? "OnFailure" : policy;
  return out;
}

// What the operator refuses in the containers; empty if nothing. (Validate)
std::string container_fault(document::Value spec) {
  const document::Value containers = spec["containers"];
  std::size_t runners = 0;
  for (const document::Value container : containers.elements()) {
    const bool runs_flux = containers.size() == 1 || container["runFlux"].boolean();
    runners += runs_flux ? 1 : 0;
    if (!runs_flux && container["name"].text().empty()) { return "a container without runFlux has no name"; }
    if (container["launcher"].boolean() && container["batch"].boolean()) {
      return "a container has both launcher and batch";
    }
    if (runs_flux && !container["command"].text().empty() && !container["commands"]["script"].text().empty()) {
      return "a container has both command and commands.script";
    }
  }
  for (const document::Value service : spec["services"].elements()) {
    if (service["name"].text().empty()) { return "a service has no name"; }
  }
  for (const std::string_view list : {"containers", "services"}) {
    for (const document::Value container : spec[list].elements()) {
      for (const auto [name, volume] : container["volumes"].members()) {
        const bool is_path = !volume["claimName"].text().empty() || !volume["hostPath"].text().empty();
        const bool is_other = !volume["secretName"].text().empty() || !volume["configMapName"].text().empty();
        if (is_path && !is_other && volume["path"].text().empty()) {
          return util::concat("volume ", name, " has no path");
        }
      }
    }
  }
  if (spec["backoffLimit"].text().starts_with('-')) { return "spec.backoffLimit is negative"; }
  return runners == 1 ? std::string() : util::concat(runners, " containers run Flux instead of one");
}

void note_containers(const Source& cluster, document::Value spec, Expander& expander) {
  const std::string fault = container_fault(spec);
  const auto refuse = [&](const std::string& because) {
    expander.note(model::Authority::Operator, model::Reply::Refuses, util::concat(text_of(cluster), because),
                  text_of(cluster));
  };
  if (!fault.empty()) { refuse(util::concat(": its operator creates nothing, because ", fault)); }
  if (spec["deadlineSeconds"].text() == "0") { refuse(" fails at once, because deadlineSeconds is 0"); }
}

// The operator gives up on sizes that contradict each other. (Validate)
void note_sizes(const Source& cluster, document::Value spec, std::int32_t size, Expander& expander) {
  const Path root;
  const Path path = root["spec"];
  const std::int32_t most = pod_count(spec["maxSize"], path["maxSize"], 0);
  const std::int32_t least = pod_count(spec["minSize"], path["minSize"], 0);
  const bool is_too_large = most != 0 && most<size, is_too_small = least> size;
  if (!is_too_large && !is_too_small) { return; }
  expander.note(model::Authority::Operator, model::Reply::Refuses,
                util::concat(text_of(cluster), ": its operator creates nothing, because spec.",
                             is_too_large ? "maxSize" : "minSize", " is ", is_too_large ? most : least,
                             " and spec.size is ", size),
                text_of(cluster));
}

} // namespace

void expand_mini_cluster(const KeptObject& object, Expander& expander) {
  const Source cluster = expander.source_of(object);
  const Path root;
  const Path path = root["spec"];
  const Path pod_path = path["pod"];
  const document::Value spec = object_of(object.value()["spec"], path);
  const document::Value pod = object_of(spec["pod"], pod_path);
  const std::int32_t size = pod_count(spec["size"], path["size"], 1);
  note_sizes(cluster, spec, size, expander);
  note_containers(cluster, spec, expander);
  document::Output pod_template = pod_template_of(cluster, pod);
  if (spec["services"].size() > 0) {
    document::Output services = pod_template;
    services["metadata"]["labels"]["job-name"] = cluster.name;
    services["spec"]["containers"] = containers_of(spec["services"], path["services"], {});
    add_volumes(services["spec"], spec["services"]);
    const std::string name = util::concat(cluster.name, "-services");
    expander.add_role(
        cluster,
        expander.prepare(cluster, PodTemplate(expander.readable(services), path["services"]), path["services"]),
        expander.named_role(cluster, "services", {{.name = name}}));
  }
  pod_template["metadata"]["labels"]["hpa-selector"] = cluster.name;
  document::Output& pod_spec = pod_template["spec"];
  pod_spec["containers"] = containers_of(spec["containers"], path["containers"], cluster.name);
  add_volumes(pod_spec, spec["containers"]);
  document::Output flux;
  flux["name"] = "flux-view";
  flux["image"] = "flux-view";
  const document::Value flux_resources = spec["flux"]["container"]["resources"];
  if (flux_resources.is_object()) { flux["resources"] = document::editable(flux_resources); }
  pod_spec["initContainers"] = document::Output(document::Output::Array{flux});
  for (const std::string_view key : {"tolerations", "schedulerName"}) {
    if (!pod[key].absent()) { pod_spec[key] = document::editable(pod[key]); }
  }
  if (pod["resources"].size() > 0) { pod_spec["overhead"] = document::editable(pod["resources"]); }
  if (!boolean_of(spec["network"]["disableAffinity"], path["network"])) {
    pod_spec["affinity"] = affinity_of(cluster.name, pod["nodeAffinity"]);
  }
  document::Output job_spec;
  job_spec["parallelism"] = size;
  job_spec["completions"] = size;
  job_spec["completionMode"] = "Indexed";
  job_spec["template"] = std::move(pod_template);
  const Source job = expander.child(cluster, "batch/v1", "Job", cluster.name);
  if (!spec["deadlineSeconds"].absent()) {
    job_spec["activeDeadlineSeconds"] = document::editable(spec["deadlineSeconds"]);
  }
  const document::Value readable = expander.readable(job_spec);
  document::Output made;
  made["metadata"]["name"] = cluster.name;
  made["metadata"]["labels"]["app"] = "flux-operator";
  made["spec"] = job_spec;
  note_made_object(expander.readable(made), root, job, expander);
  expand_job_spec(job, readable, path, expander);
}

} // namespace snapshot
