// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
)

// resourceOf returns the client for an object's kind and namespace.
func (s *apiServer) resourceOf(row *kindRow, namespace string) dynamic.ResourceInterface {
	resource := s.dynamic.Resource(row.groupVersionResource())
	if row.namespaced {
		return resource.Namespace(namespace)
	}
	return resource
}

// createObjects creates the objects of a case, with their status. If the order cannot matter it creates many at a time.
// PodGroups, pending pods and objects in sleep_before come one by one in the order of the list, and last the objects
// that need the UIDs of others (no scheduler runs yet that would miss them).
func (s *apiServer) createObjects(ctx context.Context, test *testCase) error {
	objects, err := prepare(test)
	if err != nil {
		return err
	}
	var stages [2][]*unstructured.Unstructured
	var bound, ordered, late []*unstructured.Unstructured
	sleeps := map[*unstructured.Unstructured]float64{}
	for index, object := range objects {
		row, err := rowOf(object)
		if err != nil {
			return err
		}
		seconds, named := test.SleepBefore[index]
		switch {
		case row.stage < 2 && named:
			return fmt.Errorf("sleep_before names %s; only pods and PodGroups are created in the order of the list",
				describe(object))
		case row.kind != "Pod" && mentionsUID(object.Object):
			late = append(late, object)
		case row.stage < 2:
			stages[row.stage] = append(stages[row.stage], object)
		case !named && row.kind == "Pod" && (nodeOf(object) != "" || !test.WaitCreated):
			bound = append(bound, object)
		default:
			ordered = append(ordered, object)
			sleeps[object] = seconds
		}
	}
	namespaces, err := s.missingNamespaces(ctx, objects)
	if err != nil {
		return err
	}
	stages[0] = append(stages[0], namespaces...)

	known := &identities{}
	for _, stage := range [][]*unstructured.Unstructured{stages[0], stages[1], bound} {
		if err := inParallel(stage, func(object *unstructured.Unstructured) error {
			return s.createObject(ctx, object, known)
		}); err != nil {
			return err
		}
	}
	for _, object := range append(ordered, late...) {
		if !sleep(ctx, time.Duration(sleeps[object]*float64(time.Second))) {
			return ctx.Err()
		}
		if err := s.createObject(ctx, object, known); err != nil {
			return err
		}
	}
	return nil
}

// withdrawPending deletes the pods without a node, and returns them in the order of the list.
func (s *apiServer) withdrawPending(ctx context.Context, test *testCase) ([]*unstructured.Unstructured, error) {
	objects, err := prepare(test)
	if err != nil {
		return nil, err
	}
	var withdrawn []*unstructured.Unstructured
	now := int64(0)
	for _, object := range objects {
		if object.GetKind() != "Pod" || nodeOf(object) != "" {
			continue
		}
		row, err := rowOf(object)
		if err != nil {
			return nil, err
		}
		pods := s.dynamic.Resource(row.groupVersionResource()).Namespace(object.GetNamespace())
		if err := pods.Delete(ctx, object.GetName(), metav1.DeleteOptions{GracePeriodSeconds: &now}); err != nil {
			return nil, err
		}
		withdrawn = append(withdrawn, object)
	}
	return withdrawn, nil
}

// createOneByOne leaves the scheduler time to see each object before the next one.
func (s *apiServer) createOneByOne(ctx context.Context, objects []*unstructured.Unstructured) error {
	known := &identities{}
	for _, object := range objects {
		if err := s.createObject(ctx, object, known); err != nil {
			return err
		}
		if !sleep(ctx, 200*time.Millisecond) {
			return ctx.Err()
		}
	}
	return nil
}

// prepare copies the objects with an explicit namespace. An index keeps its meaning.
func prepare(test *testCase) ([]*unstructured.Unstructured, error) {
	var prepared []*unstructured.Unstructured
	for _, object := range test.Objects {
		row, err := rowOf(object)
		if err != nil {
			return nil, err
		}
		copied := object.DeepCopy()
		if row.namespaced && copied.GetNamespace() == "" {
			copied.SetNamespace("default")
		}
		prepared = append(prepared, copied)
	}
	return prepared, nil
}

// missingNamespaces creates the namespaces of objects that the case does not define.
func (s *apiServer) missingNamespaces(ctx context.Context, objects []*unstructured.Unstructured) ([]*unstructured.Unstructured, error) {
	known := map[string]bool{"default": true, "kube-system": true, "kube-public": true, "kube-node-lease": true}
	for _, object := range objects {
		if object.GetKind() == "Namespace" {
			known[object.GetName()] = true
		}
	}
	var missing []*unstructured.Unstructured
	for _, object := range objects {
		if namespace := object.GetNamespace(); namespace != "" && !known[namespace] {
			known[namespace] = true
			missing = append(missing, namespaceNamed(namespace))
		}
	}
	return missing, nil
}

func namespaceNamed(name string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": name}}}
}

func nodeOf(pod *unstructured.Unstructured) string {
	node, _, _ := unstructured.NestedString(pod.Object, "spec", "nodeName")
	return node
}

// Admission reads classes from caches, which are behind on a busy machine. (Admission still rejects a class that does
// not exist, later.)
const patienceWithAdmission = 5 * time.Second

func createWhenClassesAreSeen(ctx context.Context, resource dynamic.ResourceInterface, object *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	deadline := time.Now().Add(patienceWithAdmission)
	for {
		created, err := resource.Create(ctx, object, metav1.CreateOptions{})
		if !missesClass(err) || time.Now().After(deadline) || !sleep(ctx, 50*time.Millisecond) {
			return created, err
		}
	}
}

// missesClass reports whether plugin Priority or RuntimeClass rejected the object because the class is missing.
func missesClass(err error) bool {
	if !apierrors.IsForbidden(err) {
		return false
	}
	text := err.Error()
	return strings.Contains(text, "no PriorityClass with name ") ||
		strings.Contains(text, "RuntimeClass ") && strings.Contains(text, " not found")
}

// createObject creates one object and sets its status. A pod with a deletionTimestamp then gets a deletion request, and
// stays as on an unresponsive node. Existing namespaces get the labels of the case.
func (s *apiServer) createObject(ctx context.Context, object *unstructured.Unstructured, known *identities) error {
	row, err := rowOf(object)
	if err != nil {
		return err
	}
	if object, err = known.resolve(object); err != nil {
		return err
	}
	resource := s.resourceOf(row, object.GetNamespace())
	terminating := object.GetDeletionTimestamp() != nil
	clean := object.DeepCopy()
	for _, field := range []string{"resourceVersion", "uid", "creationTimestamp", "deletionTimestamp",
		"deletionGracePeriodSeconds", "managedFields", "generation", "selfLink"} {
		unstructured.RemoveNestedField(clean.Object, "metadata", field)
	}
	created, err := createWhenClassesAreSeen(ctx, resource, clean)
	if apierrors.IsAlreadyExists(err) && row.kind == "Namespace" {
		patch, _ := json.Marshal(map[string]any{"metadata": map[string]any{"labels": clean.GetLabels()}})
		created, err = resource.Patch(ctx, clean.GetName(), types.MergePatchType, patch, metav1.PatchOptions{})
	}
	if apierrors.IsAlreadyExists(err) && systemOwned(row.kind, clean.GetName()) {
		created, err = resource.Get(ctx, clean.GetName(), metav1.GetOptions{})
	}
	if err != nil {
		return fmt.Errorf("create %s: %w", describe(object), err)
	}

	known.note(created)

	if status, found := object.Object["status"]; found && row.status {
		patch, err := json.Marshal(map[string]any{"status": status})
		if err != nil {
			return err
		}
		_, err = resource.Patch(ctx, clean.GetName(), types.MergePatchType, patch, metav1.PatchOptions{}, "status")
		if err != nil {
			return fmt.Errorf("status of %s: %w", describe(object), err)
		}
	}
	if terminating && row.kind == "Pod" {
		if err := resource.Delete(ctx, clean.GetName(), metav1.DeleteOptions{}); err != nil {
			return fmt.Errorf("delete %s: %w", describe(object), err)
		}
	}
	return nil
}

// readBack returns the objects of the case and their namespaces as the server returns them now, without managedFields,
// in the order of the case.
func (s *apiServer) readBack(ctx context.Context, test *testCase) ([]map[string]any, error) {
	objects, err := prepare(test)
	if err != nil {
		return nil, err
	}
	held := map[string]bool{}
	for _, object := range objects {
		held[describe(object)] = true
	}
	var namespaces []*unstructured.Unstructured
	for _, object := range objects {
		if namespace := object.GetNamespace(); namespace != "" && !held["Namespace "+namespace] {
			held["Namespace "+namespace] = true
			namespaces = append(namespaces, namespaceNamed(namespace))
		}
	}

	lists := map[*kindRow]map[string]*unstructured.Unstructured{}
	snapshot := []map[string]any{}
	for _, object := range append(namespaces, objects...) {
		row, err := rowOf(object)
		if err != nil {
			return nil, err
		}
		if lists[row] == nil {
			if lists[row], err = s.listAll(ctx, row); err != nil {
				return nil, err
			}
		}
		found := lists[row][object.GetNamespace()+"/"+object.GetName()]
		if found == nil {
			return nil, fmt.Errorf("%s is gone after its creation", describe(object))
		}
		found.SetManagedFields(nil)
		snapshot = append(snapshot, found.Object)
	}
	return snapshot, nil
}

// listAll returns all objects of a kind by namespace/name, in their current state (not from a cache that may be behind).
func (s *apiServer) listAll(ctx context.Context, row *kindRow) (map[string]*unstructured.Unstructured, error) {
	list, err := s.dynamic.Resource(row.groupVersionResource()).List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", row.resource, err)
	}
	byName := map[string]*unstructured.Unstructured{}
	for i := range list.Items {
		item := &list.Items[i]
		byName[item.GetNamespace()+"/"+item.GetName()] = item
	}
	return byName, nil
}

// inParallel calls `work` for each object, several at a time, and returns the first error in the order of the list.
func inParallel(objects []*unstructured.Unstructured, work func(*unstructured.Unstructured) error) error {
	const atATime = 8
	errors := make([]error, len(objects))
	tickets := make(chan bool, atATime)
	var group sync.WaitGroup
	for index, object := range objects {
		group.Add(1)
		tickets <- true
		go func() {
			defer group.Done()
			errors[index] = work(object)
			<-tickets
		}()
	}
	group.Wait()
	for _, err := range errors {
		if err != nil {
			return err
		}
	}
	return nil
}

// sleep waits, and reports whether the context is still open.
func sleep(ctx context.Context, duration time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(duration):
		return true
	}
}
