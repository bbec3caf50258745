// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// The work of kubelets and volume controllers that the scheduler waits for.

// removeTerminated deletes pods at once when they begin to terminate, because the simulation assumes that preempted pods
// are gone before the next attempt. Pods that terminated before the run stay, as on an unresponsive node.
// It ends with the context.
func (s *apiServer) removeTerminated(ctx context.Context) error {
	pods, err := s.typed.CoreV1().Pods("").List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	before := map[types.UID]bool{}
	for _, pod := range pods.Items {
		if pod.DeletionTimestamp != nil {
			before[pod.UID] = true
		}
	}
	watch, err := s.typed.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{ResourceVersion: pods.ResourceVersion})
	if err != nil {
		return err
	}
	go func() {
		defer watch.Stop()
		now := int64(0)
		for event := range watch.ResultChan() {
			pod, isPod := event.Object.(*corev1.Pod)
			if !isPod || pod.DeletionTimestamp == nil || before[pod.UID] {
				continue
			}
			s.typed.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name, metav1.DeleteOptions{
				GracePeriodSeconds: &now, Preconditions: &metav1.Preconditions{UID: &pod.UID}})
		}
	}()
	return nil
}

const (
	annotationSelectedNode      = "volume.kubernetes.io/selected-node"
	annotationBindCompleted     = "pv.kubernetes.io/bind-completed"
	annotationBoundByController = "pv.kubernetes.io/bound-by-controller"
	annotationProvisionedBy     = "pv.kubernetes.io/provisioned-by"
)

// A volumeBinder completes what the scheduler starts in PreBind: it binds a volume whose claimRef names an unbound claim,
// and provisions a volume for a claim with a selected node. Every node can reach that volume.
type volumeBinder struct {
	server *apiServer

	mutex   sync.Mutex
	failure error // the last one, reported if a run does not come to rest
}

// run checks the claims repeatedly until the context ends.
func (b *volumeBinder) run(ctx context.Context) {
	for sleep(ctx, 100*time.Millisecond) {
		if err := b.server.bindVolumes(ctx); err != nil && ctx.Err() == nil {
			b.mutex.Lock()
			b.failure = err
			b.mutex.Unlock()
		}
	}
}

func (b *volumeBinder) lastFailure() error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.failure
}

func (s *apiServer) bindVolumes(ctx context.Context) error {
	claims, err := s.typed.CoreV1().PersistentVolumeClaims("").List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	var open []*corev1.PersistentVolumeClaim
	for i := range claims.Items {
		if _, complete := claims.Items[i].Annotations[annotationBindCompleted]; !complete {
			open = append(open, &claims.Items[i])
		}
	}
	if len(open) == 0 {
		return nil
	}
	volumes, err := s.typed.CoreV1().PersistentVolumes().List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	var failures []error
	for _, claim := range open {
		if err := s.bindClaim(ctx, claim, volumes.Items); err != nil {
			failures = append(failures, fmt.Errorf("bind claim %s/%s: %w", claim.Namespace, claim.Name, err))
		}
	}
	return errors.Join(failures...)
}

func (s *apiServer) bindClaim(ctx context.Context, claim *corev1.PersistentVolumeClaim, volumes []corev1.PersistentVolume) error {
	for i := range volumes {
		reference := volumes[i].Spec.ClaimRef
		if reference != nil && reference.UID == claim.UID {
			return s.joinVolume(ctx, claim, &volumes[i])
		}
	}
	if claim.Annotations[annotationSelectedNode] == "" || claim.Spec.VolumeName != "" {
		return nil
	}
	volume, err := s.provision(ctx, claim)
	if err != nil {
		return err
	}
	return s.joinVolume(ctx, claim, volume)
}

// provision creates the volume for a claim of a dynamically provisioned class.
func (s *apiServer) provision(ctx context.Context, claim *corev1.PersistentVolumeClaim) (*corev1.PersistentVolume, error) {
	if claim.Spec.StorageClassName == nil {
		return nil, fmt.Errorf("claim %s/%s has no class", claim.Namespace, claim.Name)
	}
	class, err := s.typed.StorageV1().StorageClasses().Get(ctx, *claim.Spec.StorageClassName, metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	name := "pvc-" + string(claim.UID)
	return s.typed.CoreV1().PersistentVolumes().Create(ctx, &corev1.PersistentVolume{
		ObjectMeta: metav1.ObjectMeta{Name: name, Annotations: map[string]string{annotationProvisionedBy: class.Provisioner}},
		Spec: corev1.PersistentVolumeSpec{
			Capacity:         claim.Spec.Resources.Requests,
			AccessModes:      claim.Spec.AccessModes,
			VolumeMode:       claim.Spec.VolumeMode,
			StorageClassName: class.Name,
			ClaimRef: &corev1.ObjectReference{
				APIVersion: "v1", Kind: "PersistentVolumeClaim", Namespace: claim.Namespace, Name: claim.Name, UID: claim.UID},
			PersistentVolumeSource: sourceOf(class.Provisioner, name),
		},
	}, metav1.CreateOptions{})
}

// sourceOf takes a provisioner with a plain domain name as the CSI driver of that name, whose volumes count toward a
// node's limit; others (example.com/nfs) are not CSI drivers.
func sourceOf(provisioner, name string) corev1.PersistentVolumeSource {
	if strings.Contains(provisioner, "/") {
		return corev1.PersistentVolumeSource{NFS: &corev1.NFSVolumeSource{Server: "127.0.0.1", Path: "/" + name}}
	}
	return corev1.PersistentVolumeSource{
		CSI: &corev1.CSIPersistentVolumeSource{Driver: provisioner, VolumeHandle: name}}
}

// joinVolume binds claim and volume to each other. The claim comes last: the scheduler waits for it.
func (s *apiServer) joinVolume(ctx context.Context, claim *corev1.PersistentVolumeClaim, volume *corev1.PersistentVolume) error {
	volumes := s.typed.CoreV1().PersistentVolumes()
	claims := s.typed.CoreV1().PersistentVolumeClaims(claim.Namespace)
	phase := map[string]any{"status": map[string]any{"phase": corev1.VolumeBound}}
	if _, err := volumes.Patch(ctx, volume.Name, types.MergePatchType, asJSON(phase), metav1.PatchOptions{}, "status"); err != nil {
		return err
	}
	spec := map[string]any{
		"metadata": map[string]any{"annotations": map[string]string{
			annotationBindCompleted: "yes", annotationBoundByController: "yes"}},
		"spec": map[string]any{"volumeName": volume.Name}}
	if _, err := claims.Patch(ctx, claim.Name, types.MergePatchType, asJSON(spec), metav1.PatchOptions{}); err != nil {
		return err
	}
	status := map[string]any{"status": map[string]any{
		"phase": corev1.ClaimBound, "accessModes": volume.Spec.AccessModes, "capacity": volume.Spec.Capacity}}
	_, err := claims.Patch(ctx, claim.Name, types.MergePatchType, asJSON(status), metav1.PatchOptions{}, "status")
	return err
}

func asJSON(value map[string]any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // one of our values is not JSON
	}
	return text
}
