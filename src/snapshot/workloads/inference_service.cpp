// SPDX-License-Identifier: Apache-2.0
// KServe's InferenceService, serving.kserve.io/v1beta1, as the Deployments of its deployment mode "Standard" (formerly
// RawDeployment): one per component, named NAME-component, with minReplicas pods. (kserve,
// pkg/controller/v1beta1/inferenceservice) The pods of a model are those of its ServingRuntime, with the fields of the
// predictor over them. The webhooks of KServe complete them with the amounts of ConfigMap inferenceservice-config.
#include "snapshot/collected/strategic_merge.hpp"
#include "snapshot/expand/workloads.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace snapshot {

namespace {

constexpr std::array<std::string_view, 3> k_components = {"predictor", "transformer", "explainer"};
// Fields of a component that are those of its pods and that decide where they run.
constexpr std::array<std::string_view, 18> k_pod_fields = {"activeDeadlineSeconds",
                                                           "affinity",
                                                           "containers",
                                                           "hostNetwork",
                                                           "initContainers",
                                                           "nodeName",
                                                           "nodeSelector",
                                                           "overhead",
                                                           "priorityClassName",
                                                           "resourceClaims",
                                                           "resources",
                                                           "runtimeClassName",
                                                           "schedulerName",
                                                           "schedulingGates",
                                                           "serviceAccountName",
                                                           "tolerations",
                                                           "topologySpreadConstraints",
                                                           "volumes"};
constexpr std::string_view k_kserve_configuration = "inferenceservice-config"; // a ConfigMap

// The member that contains the server: `model`, or one named after a framework (sklearn, triton, …).
document::Value server_of(document::Value component) {
  if (component["model"].is_object()) { return component["model"]; }
  for (const auto [key, value] : component.members()) {
    if (value.is_object() && (value["storageUri"].exists() || value["resources"].exists()) && key != "workerSpec") {
      return value;
    }
  }
  return {};
}

// Where the model is: storageUri or storage.path of the server, or STORAGE_URI of a container that the user built;
// empty: nowhere. (v1beta1 GetStorageUri, CustomPredictor GetStorageUri; components addStorageSpecAnnotations)
std::string_view model_location(document::Value component) {
  const document::Value server = server_of(component), containers = component["containers"];
  if (server.exists()) {
    return server["storageUri"].absent() ? server["storage"]["path"].text() : server["storageUri"].text();
  }
  for (const document::Value container : containers.elements()) {
    if (containers.size() > 1 && container["name"].text() != "kserve-container") { continue; }
    for (const document::Value variable : container["env"].elements()) {
      if (variable["name"].text() == "STORAGE_URI") { return variable["value"].text(); }
    }
  }
  return {};
}

// The format of the model, as ServingRuntimes name it: of `model`, or the framework.
std::string_view format_of(document::Value component) {
  if (component["model"].is_object()) { return component["model"]["modelFormat"]["name"].text(); }
  const document::Value server = server_of(component);
  for (const auto [key, value] : component.members()) {
    if (value.node() == server.node()) { return key; }
  }
  return {};
}

// True if KServe may choose the runtime for the format by itself. (v1alpha1 GetSupportingRuntimes, IsAutoSelectable)
bool may_serve(document::Value runtime, std::string_view format, std::string_view version) {
  if (runtime["disabled"].boolean() || runtime["multiModel"].boolean()) { return false; }
  for (const document::Value each : runtime["supportedModelFormats"].elements()) {
    const std::string_view served = each["version"].text();
    const bool is_version = version.empty() || served.empty() || served == version;
    if (each["name"].text() == format && each["autoSelect"].boolean() && is_version) { return true; }
  }
  return false;
}

// The spec of the ServingRuntime of the predictor; missing, with a note, if the input does not show which one it is.
document::Value runtime_of(const Source& source, document::Value component, Expander& expander) {
  const document::Value server = server_of(component);
  const auto note = [&](const std::string& because) {
    expander.note(model::Authority::Operator, model::Reply::NotAsked, util::concat(text_of(source), ": ", because),
                  text_of(source));
    return document::Value();
  };
  if (const std::string_view name = server["runtime"].text(); !name.empty()) {
    const KeptObject* found = expander.find_template("ServingRuntime", source.namespace_name, name);
    if (found == nullptr) { found = expander.find_template("ClusterServingRuntime", {}, name); }
    return found == nullptr ? note(util::concat("its ServingRuntime ", name, " is not in the input"))
                            : found->value()["spec"];
  }
  const std::string_view format = format_of(component), version = server["modelFormat"]["version"].text();
  std::vector<document::Value> found;
  for (const KeptObject& object : expander.manifest().templates) {
    const bool is_here = object.kind == "ServingRuntime" &&
                         namespace_of(object.value(), expander.default_namespace()) == source.namespace_name;
    if ((is_here || object.kind == "ClusterServingRuntime") && may_serve(object.value()["spec"], format, version)) {
      found.push_back(object.value()["spec"]);
    }
  }
  if (found.size() == 1) { return found.front(); }
  return note(util::concat(found.empty() ? "no" : "more than one", " ServingRuntime in the input serves the format ",
                           format, ", and one decides what its pods ask for"));
}

// The pod template of a runtime.
document::Output template_of_runtime(document::Value runtime) {
  document::Output out;
  for (const std::string_view key : {"labels", "annotations"}) {
    if (runtime[key].is_object()) { out["metadata"][key] = document::editable(runtime[key]); }
  }
  for (const std::string_view key :
       {"containers", "volumes", "nodeSelector", "affinity", "tolerations", "schedulerName", "resourceClaims"}) {
    if (!runtime[key].absent()) { out["spec"][key] = document::editable(runtime[key]); }
  }
  return out;
}

// Builds a pod template from the component, which is a pod spec with a server in it. `has_runtime`: its ServingRuntime
// says what a model without resources asks for.
document::Output template_of(document::Value component, bool has_runtime) {
  document::Output out;
  for (const std::string_view key : {"labels", "annotations"}) {
    if (component[key].is_object()) { out["metadata"][key] = document::editable(component[key]); }
  }
  document::Output& spec = out["spec"];
  for (const auto [key, value] : component.members()) {
    const bool is_of_pods = std::ranges::find(k_pod_fields, key) != k_pod_fields.end();
    if (is_of_pods && !value.absent()) { spec[key] = document::editable(value); }
  }
  const document::Value server = server_of(component);
  if (server.exists()) {
    document::Output container;
    container["name"] = "kserve-container";
    const document::Value resources = server["resources"];
    if (resources.is_object()) {
      container["resources"] = document::editable(resources);
    } else if (!has_runtime || !component["model"].is_object()) { // the default from ConfigMap inferenceservice-config
      const document::Output usual = object_of({{"cpu", "1"}, {"memory", "2Gi"}});
      container["resources"]["requests"] = usual;
      container["resources"]["limits"] = usual;
    }
    document::Output::Array containers = {container};
    if (const document::Output* const others = document::find(spec, "containers")) {
      const auto& list = std::get<document::Output::Array>(others->data());
      containers.insert(containers.end(), list.begin(), list.end());
    }
    spec["containers"] = document::Output(std::move(containers));
  }
  return out;
}

// What KServe adds to the pods of a component: resources of a server that the user built, a container that fetches the
// model or that contains it, the claim with the model, and the agent that logs and batches requests. (kserve v0.20,
// pkg/webhook/admission/pod: storage_initializer_injector.go CommonStorageInitialization, agent_injector.go
// InjectAgent; its releases have the same amounts since v0.11 in config/configmap/inferenceservice.yaml)
class KserveParts {
 public:
  KserveParts(PodTemplate& pods, Expander& expander) : m_pods(pods), m_expander(expander) {}

  void add_model(document::Value component) {
    if (const std::string_view location = model_location(component); !location.empty()) { add_location(location); }
    for (const document::Value each : component["storageUris"].elements()) {
      if (const std::string_view location = each["uri"].text(); !location.empty()) { add_location(location); }
    }
  }

  // (v1beta1 setResourceRequirementDefaults for the first container of a custom component)
  void complete_first_container() {
    auto& containers = std::get<document::Output::Array>(m_pods.containers().data());
    if (containers.empty()) { return; }
    for (const auto& [resource, usual] : {std::pair("cpu", "1"), std::pair("memory", "2Gi")}) {
      complete(containers.front(), resource, usual);
    }
  }

  void add_agent() { add_container("containers", "agent", "agent", "Request", "Limit"); }

 private:
  void add_location(std::string_view uri) {
    constexpr std::string_view k_claim = "pvc://";
    if (uri.starts_with(k_claim)) {
      uri.remove_prefix(k_claim.size());
      return add_claim(uri.substr(0, uri.find('/')));
    }
    if (uri.starts_with("oci+native://")) { return; } // a volume with the image
    const bool is_image = uri.starts_with("oci://") || uri.starts_with("oci+");
    if (!is_image || !has_modelcars()) {
      return add_container("initContainers", "storage-initializer", "storageInitializer", "Request", "Limit");
    }
    const std::string end = m_modelcars++ == 0 ? std::string() : util::concat('-', m_modelcars - 1);
    add_container("initContainers", "modelcar-init" + end, "storageInitializer", "Modelcar", "Modelcar");
    add_container("containers", "modelcar" + end, "storageInitializer", "Modelcar", "Modelcar");
  }

  void complete(document::Output& container, std::string_view resource, std::string_view usual) {
    document::Output& amounts = container["resources"];
    const auto fill = [&](std::string_view list, std::string_view field) {
      const std::string amount = amount_in("inferenceService", util::concat(resource, field), usual);
      if (!amount.empty() && document::find(amounts[list], resource) == nullptr) { amounts[list][resource] = amount; }
    };
    const std::string limit = amount_in("inferenceService", util::concat(resource, "Limit"), usual);
    const auto most = model::Quantity::parse(limit);
    const document::Output* const written = document::find(amounts["requests"], resource);
    const auto request = written == nullptr ? std::nullopt : model::Quantity::parse(text_of_amount(*written));
    fill("requests", "Request");
    const bool is_beyond =
        request && most && *most < *request && document::find(amounts["limits"], resource) == nullptr;
    if (!is_beyond || is_configured()) { return fill("limits", "Limit"); }
    m_expander.note(model::Authority::Operator, model::Reply::NotAsked,
                    util::concat("KServe's releases set the ", resource, " limit ", limit,
                                 " where none is written, and ", text_of(m_expander.top()), " requests more"),
                    text_of(m_expander.top()));
  }

  void add_claim(std::string_view claim) {
    document::Output volume;
    volume["name"] =
        util::concat("kserve-pvc-source", m_claims == 0 ? "" : "-", m_claims == 0 ? "" : std::to_string(m_claims));
    volume["persistentVolumeClaim"]["claimName"] = claim;
    ++m_claims;
    document::Output& volumes = m_pods.spec()["volumes"];
    if (!std::holds_alternative<document::Output::Array>(volumes.data())) { volumes = document::Output::array(); }
    volumes.push(std::move(volume));
  }

  // Adds a container unless there is one of its name. A section of the configuration has its amounts, in cpuREQUESTS,
  // memoryREQUESTS, cpuLIMITS and memoryLIMITS.
  void add_container(std::string_view list, const std::string& name, std::string_view section,
                     std::string_view requests, std::string_view limits) {
    if (has_container(list, name)) { return; }
    const bool is_modelcar = requests == "Modelcar";
    const auto amount = [&](std::string_view resource, std::string_view field, std::string_view usual) {
      return amount_in(section, util::concat(resource, field), usual);
    };
    const std::string cpu = amount("cpu", requests, is_modelcar ? "10m" : "100m"),
                      memory = amount("memory", requests, is_modelcar ? "15Mi" : "100Mi"),
                      most_cpu = amount("cpu", limits, is_modelcar ? "10m" : "1"),
                      most_memory = amount("memory", limits, is_modelcar ? "15Mi" : "1Gi");
    m_pods.inject(list, name, {{"cpu", cpu}, {"memory", memory}}, {{"cpu", most_cpu}, {"memory", most_memory}});
  }

  bool has_container(std::string_view list, std::string_view name) {
    const document::Output* const found = document::find(m_pods.spec(), list);
    const auto* const all = found == nullptr ? nullptr : std::get_if<document::Output::Array>(&found->data());
    return all != nullptr && std::ranges::any_of(*all, [&](const document::Output& each) {
             return document::text_of(document::find(each, "name")) == name;
           });
  }

  std::string amount_in(std::string_view section, const std::string& field, std::string_view usual) {
    const auto configuration = configuration_of(m_expander.manifest(), k_kserve_configuration, section);
    if (!configuration) {
      assume_released();
      return std::string(usual);
    }
    if (section == "inferenceService") { // an absent amount is no default
      const document::Output* const amounts = document::find(*configuration, "resource");
      return amounts == nullptr ? std::string() : std::string(document::text_of(document::find(*amounts, field)));
    }
    const std::string_view written = document::text_of(document::find(*configuration, field));
    return std::string(written.empty() ? usual : written);
  }

  bool is_configured() const { return configuration_of(m_expander.manifest(), k_kserve_configuration, {}).has_value(); }

  static std::string text_of_amount(const document::Output& value) {
    if (const auto* const number = std::get_if<document::NumberText>(&value.data())) { return number->text; }
    if (const auto* const number = std::get_if<std::int64_t>(&value.data())) { return std::to_string(*number); }
    return std::string(document::text_of(&value));
  }

  // Releases enable them since v0.16.
  bool has_modelcars() {
    const auto configuration = configuration_of(m_expander.manifest(), k_kserve_configuration, "storageInitializer");
    const document::Output* const written = configuration ? document::find(*configuration, "enableModelcar") : nullptr;
    const bool* const is_enabled = written == nullptr ? nullptr : std::get_if<bool>(&written->data());
    return !configuration || (is_enabled != nullptr && *is_enabled);
  }

  void assume_released() {
    const std::string object = util::concat("ConfigMap ", k_kserve_configuration);
    m_expander.note(
        model::Authority::Operator, model::Reply::Assumed,
        util::concat("KServe's own containers ask for what its releases set (", object, " is not in the input)"),
        object);
  }

  PodTemplate& m_pods;
  Expander& m_expander;
  int m_claims = 0, m_modelcars = 0;
};

// A predictor on several nodes has a second Deployment for its workers. How many there are depends on the
// ServingRuntime too: on its executor backend, its parallel sizes and its worker's GPUs. (kserve v0.16,
// pkg/controller/v1beta1/inferenceservice/components/predictor.go multiNodeProcess; before, pipelineParallelSize - 1)
void note_workers(const Source& source, document::Value component, Expander& expander) {
  if (component["workerSpec"].absent()) { return; }
  const document::Value size = component["workerSpec"]["pipelineParallelSize"];
  const std::string written =
      size.is_number() ? util::concat("workerSpec.pipelineParallelSize ", size.text()) : std::string("workerSpec");
  expander.note(model::Authority::Operator, model::Reply::NotAsked,
                util::concat(text_of(source), " also has worker pods: their number is up to its ServingRuntime and ",
                             written, ", which is not simulated"),
                text_of(source));
}

} // namespace

void expand_inference_service(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path spec_path = root["spec"];
  const document::Value spec = object_of(object.value()["spec"], spec_path);
  if (spec["predictor"].absent()) { throw DecodeError(spec_path["predictor"], "is missing"); }
  expander.assume(util::concat("InferenceService ", source.namespace_name, '/', source.name,
                               " is deployed in mode Standard, with minReplicas pods"));
  for (const std::string_view role : k_components) {
    const Path path = spec_path[role];
    const document::Value component = object_of(spec[role], path);
    if (component.absent()) { continue; }
    array_of(component["containers"], path["containers"]);
    note_workers(source, component, expander);
    const std::int32_t least = pod_count(component["minReplicas"], path["minReplicas"], 1);
    const std::int32_t count = expander.replicas(role, least);
    const std::string name = util::concat(source.name, '-', role);
    const Source deployment = expander.child(source, "apps/v1", "Deployment", name);
    const bool has_model = role == "predictor" && server_of(component).exists();
    const document::Value runtime = has_model ? runtime_of(source, component, expander) : document::Value();
    document::Output written = template_of(component, has_model); // without amounts of a runtime that is not known
    if (runtime.exists()) {
      document::Output merged = template_of_runtime(runtime);
      strategic_merge(merged, expander.readable(written));
      written = std::move(merged);
    }
    PodTemplate pod_template(expander.readable(written), path);
    note_made_template(expander.readable(pod_template.output()), path, deployment, expander);
    pod_template.set_label("app", util::concat("isvc.", name));
    pod_template.set_label("component", role);
    pod_template.set_label("pod-template-hash", "new");
    pod_template.set_label("serving.kserve.io/inferenceservice", source.name);
    KserveParts parts(pod_template, expander);
    if (!server_of(component).exists()) { parts.complete_first_container(); }
    parts.add_model(component);
    if (!component["logger"].absent() || !component["batcher"].absent()) { parts.add_agent(); }
    expander.add_role(deployment, expander.prepare(deployment, std::move(pod_template), path),
                      expander.counted_role(deployment, role, name, count));
  }
}

} // namespace snapshot
