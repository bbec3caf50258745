// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// What a node agent and the controllers of volumes would do while a scheduler runs, as far as it waits for them.

// removeTerminated lets pods that begin to terminate vanish at once, as the simulation takes preempted pods as gone
// before the next attempt. Those that terminated before the run stay: their node is silent. Ends with the context.
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

// bindVolumes completes what the scheduler begins in PreBind: a volume whose claimRef names an unbound claim, and a
// claim with a selected node, for which a volume is made that every node can reach. Ends with the context.
func (s *apiServer) bindVolumes(ctx context.Context) {
	for sleep(ctx, 100*time.Millisecond) {
		claims, err := s.typed.CoreV1().PersistentVolumeClaims("").List(ctx, metav1.ListOptions{})
		if err != nil {
			continue
		}
		var open []*corev1.PersistentVolumeClaim
		for i := range claims.Items {
			if _, complete := claims.Items[i].Annotations[annotationBindCompleted]; !complete {
				open = append(open, &claims.Items[i])
			}
		}
		if len(open) == 0 {
			continue
		}
		volumes, err := s.typed.CoreV1().PersistentVolumes().List(ctx, metav1.ListOptions{})
		if err != nil {
			continue
		}
		for _, claim := range open {
			s.bindClaim(ctx, claim, volumes.Items)
		}
	}
}

func (s *apiServer) bindClaim(ctx context.Context, claim *corev1.PersistentVolumeClaim, volumes []corev1.PersistentVolume) {
	for i := range volumes {
		reference := volumes[i].Spec.ClaimRef
		if reference != nil && reference.UID == claim.UID {
			s.joinVolume(ctx, claim, &volumes[i])
			return
		}
	}
	if claim.Annotations[annotationSelectedNode] == "" || claim.Spec.VolumeName != "" {
		return
	}
	if volume, err := s.provision(ctx, claim); err == nil {
		s.joinVolume(ctx, claim, volume)
	}
}

// provision makes the volume that a claim of a dynamically provisioned class asks for.
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
			PersistentVolumeSource: corev1.PersistentVolumeSource{
				CSI: &corev1.CSIPersistentVolumeSource{Driver: class.Provisioner, VolumeHandle: name}},
		},
	}, metav1.CreateOptions{})
}

// joinVolume writes into claim and volume that they are bound. The claim comes last: the scheduler waits for it.
func (s *apiServer) joinVolume(ctx context.Context, claim *corev1.PersistentVolumeClaim, volume *corev1.PersistentVolume) {
	change(func(patch []byte) error {
		_, err := s.typed.CoreV1().PersistentVolumes().Patch(ctx, volume.Name, types.MergePatchType, patch, metav1.PatchOptions{}, "status")
		return err
	}, map[string]any{"status": map[string]any{"phase": corev1.VolumeBound}})
	claims := s.typed.CoreV1().PersistentVolumeClaims(claim.Namespace)
	change(func(patch []byte) error {
		_, err := claims.Patch(ctx, claim.Name, types.MergePatchType, patch, metav1.PatchOptions{}, "status")
		return err
	}, map[string]any{"status": map[string]any{"phase": corev1.ClaimBound, "accessModes": volume.Spec.AccessModes,
		"capacity": volume.Spec.Capacity}})
	change(func(patch []byte) error {
		_, err := claims.Patch(ctx, claim.Name, types.MergePatchType, patch, metav1.PatchOptions{})
		return err
	}, map[string]any{
		"metadata": map[string]any{"annotations": map[string]string{
			annotationBindCompleted: "yes", annotationBoundByController: "yes"}},
		"spec": map[string]any{"volumeName": volume.Name}})
}

// change makes one change; what fails (the object went away) is tried again with the next look at the claims.
func change(send func([]byte) error, fields map[string]any) {
	if text, err := json.Marshal(fields); err == nil {
		_ = send(text)
	}
}
