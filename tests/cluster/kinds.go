// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// A kind that a case may have.
type kindRow struct {
	apiVersion, kind, resource string
	namespaced                 bool
	// Objects of a lower stage exist before those of a higher one; admission and validation require it.
	stage int
	// True if it has a status subresource that a case may set. (A node's status is accepted at its creation.)
	status bool
}

var kindTable = append([]kindRow{
	{"v1", "Namespace", "namespaces", false, 0, false},
	{"scheduling.k8s.io/v1", "PriorityClass", "priorityclasses", false, 0, false},
	{"storage.k8s.io/v1", "StorageClass", "storageclasses", false, 0, false},
	{"node.k8s.io/v1", "RuntimeClass", "runtimeclasses", false, 0, false},
	{"resource.k8s.io/v1", "DeviceClass", "deviceclasses", false, 0, false},
	{"v1", "Node", "nodes", false, 1, false},
	{"v1", "PersistentVolume", "persistentvolumes", false, 1, true},
	{"v1", "PersistentVolumeClaim", "persistentvolumeclaims", true, 1, true},
	{"storage.k8s.io/v1", "CSINode", "csinodes", false, 1, false},
	{"storage.k8s.io/v1", "CSIDriver", "csidrivers", false, 1, false},
	{"storage.k8s.io/v1", "CSIStorageCapacity", "csistoragecapacities", true, 1, false},
	{"policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", true, 1, true},
	{"v1", "Service", "services", true, 1, false},
	{"v1", "LimitRange", "limitranges", true, 1, false},
	{"v1", "ReplicationController", "replicationcontrollers", true, 1, true},
	{"apps/v1", "ReplicaSet", "replicasets", true, 1, true},
	{"apps/v1", "StatefulSet", "statefulsets", true, 1, true},
	{"resource.k8s.io/v1", "ResourceClaim", "resourceclaims", true, 1, true},
	{"resource.k8s.io/v1", "ResourceClaimTemplate", "resourceclaimtemplates", true, 1, false},
	{"resource.k8s.io/v1", "ResourceSlice", "resourceslices", false, 1, false},
	{"v1", "Pod", "pods", true, 2, true},
}, gangs.kinds...)

func rowOf(object *unstructured.Unstructured) (*kindRow, error) {
	for i := range kindTable {
		row := &kindTable[i]
		if row.kind == object.GetKind() && row.apiVersion == object.GetAPIVersion() {
			return row, nil
		}
	}
	return nil, fmt.Errorf("%s %s of %s is no kind that a case may hold; the table is in kinds.go",
		object.GetKind(), object.GetName(), object.GetAPIVersion())
}

func (row *kindRow) groupVersionResource() schema.GroupVersionResource {
	version, err := schema.ParseGroupVersion(row.apiVersion)
	if err != nil {
		panic(err) // an error in the table
	}
	return version.WithResource(row.resource)
}

// describe returns a readable name of an object: Pod default/a.
func describe(object *unstructured.Unstructured) string {
	if object.GetNamespace() == "" {
		return object.GetKind() + " " + object.GetName()
	}
	return object.GetKind() + " " + object.GetNamespace() + "/" + object.GetName()
}
