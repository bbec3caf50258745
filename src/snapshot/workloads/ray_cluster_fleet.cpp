// SPDX-License-Identifier: Apache-2.0
// AIBrix's RayClusterFleet, orchestration.aibrix.ai/v1alpha1: like a Deployment, but of RayClusters: `replicas` of
// them, with the labels of the template. (aibrix v0.7, pkg/controller/rayclusterfleet, and rayclusterreplicaset,
// scaleUp)
#include "snapshot/expand/workloads.hpp"
#include "snapshot/validation/selectors.hpp"
#include "snapshot/workloads/ray.hpp"

#include "util/concat.hpp"

namespace snapshot {

namespace {

// Its controller does nothing for an empty selector and for other strategies, and finds its clusters by the selector.
// (RayClusterFleetReconciler.Reconcile; RayClusterReplicaSetReconciler.Reconcile)
void note_fleet(const Source& fleet, document::Value spec, Expander& expander) {
  const auto note = [&](model::Reply reply, std::string_view because) {
    expander.note(model::Authority::Operator, reply, util::concat(text_of(fleet), ": ", because), text_of(fleet));
  };
  const document::Value selector = spec["selector"];
  const std::string_view strategy = spec["strategy"]["type"].text();
  if (selector.is_object() && is_empty_selector(selector)) {
    note(model::Reply::Refuses, "its controller makes nothing, because spec.selector is empty");
  } else if (selector.is_object() && selects(selector, labels_in(spec["template"]["metadata"]["labels"])) != true) {
    note(model::Reply::NotAsked, "spec.selector does not match the labels of spec.template, so its controller does not "
                                 "find its RayClusters and makes more of them");
  }
  if (strategy != "RollingUpdate" && strategy != "Recreate") {
    note(model::Reply::Refuses, "its controller makes nothing, because spec.strategy.type is neither RollingUpdate nor "
                                "Recreate");
  }
}

// KubeRay checks each RayCluster.
void note_invalid_cluster(const Source& cluster, document::Value written, Expander& expander) {
  const Path root;
  document::Output made;
  made["metadata"]["name"] = cluster.name;
  if (const document::Value annotations = written["metadata"]["annotations"]; annotations.is_object()) {
    made["metadata"]["annotations"] = document::editable(annotations);
  }
  made["spec"] = document::editable(written["spec"]);
  note_made_object(expander.readable(made), root, cluster, expander);
}

} // namespace

void expand_ray_cluster_fleet(const KeptObject& object, Expander& expander) {
  const Source fleet = expander.source_of(object);
  const Path root;
  const Path path = root["spec"];
  const Path template_path = path["template"];
  const Path cluster_path = template_path["spec"];
  const document::Value spec = object_of(object.value()["spec"], path);
  const document::Value cluster_template = object_of(spec["template"], template_path);
  const document::Value cluster_spec = object_of(cluster_template["spec"], cluster_path);
  if (cluster_spec.absent()) { throw DecodeError(cluster_path, "is missing"); }
  note_fleet(fleet, spec, expander);
  note_invalid_cluster(expander.child(fleet, "ray.io/v1", "RayCluster", util::concat(fleet.name, "-x")),
                       cluster_template, expander);
  RayRequest request;
  request.labels = cluster_template["metadata"]["labels"];
  request.batch_scheduler = ray_batch_scheduler(request.labels, expander);
  const std::int32_t count = expander.replicas(fleet.name, pod_count(spec["replicas"], path["replicas"], 1));
  for (std::int32_t index = 0; index < count; ++index) {
    const Source cluster = expander.child(fleet, "ray.io/v1", "RayCluster", util::concat(fleet.name, '-', index));
    request.group = util::concat("ray-", cluster.name, "-pg");
    expand_ray_cluster_spec(cluster, request, cluster_spec, cluster_path, expander);
  }
}

} // namespace snapshot
