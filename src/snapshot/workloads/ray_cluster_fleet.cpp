// SPDX-License-Identifier: Apache-2.0
// AIBrix's RayClusterFleet, orchestration.aibrix.ai/v1alpha1: like a Deployment, but of RayClusters: `replicas` of
// them, with the labels of the template. (aibrix v0.7, pkg/controller/rayclusterfleet, and rayclusterreplicaset,
// scaleUp)
#include "snapshot/expand/workloads.hpp"
#include "snapshot/workloads/ray.hpp"

#include "util/concat.hpp"

namespace snapshot {

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
