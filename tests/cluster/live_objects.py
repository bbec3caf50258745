# SPDX-License-Identifier: Apache-2.0
"""The objects of tests/cluster/live.py's cluster, by shapes.py or verbatim."""
CLUSTER = """
nodes: {a: {cpu: 4, zone: z1}, b: {cpu: 4, zone: z2}, c: {cpu: 2, taints: ["only=gpu:NoSchedule"]}}
groups: {fits: {minMember: 2}, stuck: {minMember: 3, minResources: {cpu: 5}}, late: {minMember: 2}}
pods:
  run: {node: a, cpu: 1}
  other: {node: b, cpu: 1, labels: {app: web}}
  fits: {count: 2, group: fits, cpu: 1}
  stuck: {count: 3, group: stuck, cpu: 3}
  late: {count: 2, group: late, cpu: 2, priority: 5}
  gated: {group: late, cpu: 1, gates: [example.com/wait]}
  loose: {cpu: 1, labels: {app: web}}
budgets: {web: {match: {app: web}, allowed: 0}}
services: {web: {match: {app: web}}}
"""
JOB = """
apiVersion: batch/v1
kind: Job
metadata: {name: asked, labels: {scheduling.x-k8s.io/pod-group: asked}}
spec:
  completions: 2
  parallelism: 2
  template:
    metadata: {labels: {scheduling.x-k8s.io/pod-group: asked}}
    spec: {restartPolicy: Never, containers: [{name: main, image: example.com/app, resources: {requests: {cpu: 500m}}}]}
---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: PodGroup
metadata: {name: asked}
spec: {minMember: 2}
"""
# Objects without a function in shapes.py, and the viewer's permissions in one namespace.
FURTHER = """
- {apiVersion: v1, kind: Namespace, metadata: {name: elsewhere}}
- {apiVersion: v1, kind: Pod, metadata: {name: far, namespace: elsewhere}, spec: {nodeName: b, containers: [{name: main, image: example.com/app}]}}
- apiVersion: v1
  kind: ResourceQuota
  metadata: {name: room, namespace: default}
  spec:
    hard: {requests.nvidia.com/gpu: 8, requests.cpu: 100}
    scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [high]}]}
- apiVersion: coordination.k8s.io/v1
  kind: Lease
  metadata: {name: some-scheduler, namespace: kube-system}
  spec: {holderIdentity: host-a_5f0c, leaseDurationSeconds: 15, renewTime: "2026-01-02T03:04:05.000000Z"}
- apiVersion: v1
  kind: Event
  metadata: {name: stuck-0.1, namespace: default}
  involvedObject: {apiVersion: v1, kind: Pod, namespace: default, name: stuck-0}
  reason: FailedScheduling
  message: "0/3 nodes are available: 3 Insufficient cpu."
  type: Warning
  reportingComponent: default-scheduler
  source: {component: default-scheduler}
  lastTimestamp: "2026-01-02T03:04:05Z"
- {apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: node-a, namespace: kube-node-lease}, spec: {holderIdentity: node-a}}
- apiVersion: rbac.authorization.k8s.io/v1
  kind: Role
  metadata: {name: some-leases, namespace: kube-system}
  rules: [{apiGroups: [coordination.k8s.io], resources: [leases], verbs: [list]}]
- apiVersion: rbac.authorization.k8s.io/v1
  kind: RoleBinding
  metadata: {name: some-leases-viewer, namespace: kube-system}
  roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: some-leases}
  subjects: [{kind: User, name: viewer, apiGroup: rbac.authorization.k8s.io}]
- apiVersion: rbac.authorization.k8s.io/v1
  kind: Role
  metadata: {name: own-namespace, namespace: default}
  rules:
  - {apiGroups: ["", scheduling.x-k8s.io], resources: [pods, podgroups], verbs: [list]}
- apiVersion: rbac.authorization.k8s.io/v1
  kind: RoleBinding
  metadata: {name: own-namespace-member, namespace: default}
  roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: own-namespace}
  subjects: [{kind: User, name: member, apiGroup: rbac.authorization.k8s.io}]
"""
# A custom kind as its project installs it, without its schema.
JOB_SETS = """
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: jobsets.jobset.x-k8s.io
  annotations: {api-approved.kubernetes.io: unapproved}
spec:
  group: jobset.x-k8s.io
  scope: Namespaced
  names: {kind: JobSet, plural: jobsets, singular: jobset, listKind: JobSetList}
  versions:
  - name: v1alpha2
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
"""
