// SPDX-License-Identifier: Apache-2.0

//go:build native

package main

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	fwk "k8s.io/kube-scheduler/framework"
)

// Kubernetes' own gangs, of release 1.36.
var gangs = dialect{
	program: "reference-native",
	about:   "with its feature gates for gangs enabled",
	// Pods back off for at most a second: the scheduler tries a group that does not fit again and again, and each attempt
	// has to fall into the time without a change that counts as rest.
	config: `apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
percentageOfNodesToScore: 100
podInitialBackoffSeconds: 1
podMaxBackoffSeconds: 1
profiles:
- schedulerName: default-scheduler
`,
	kinds: []kindRow{
		{"scheduling.k8s.io/v1alpha2", "Workload", "workloads", true, 1, false},
		{"scheduling.k8s.io/v1alpha2", "PodGroup", "podgroups", true, 2, true},
	},
	featureArguments: []string{"--feature-gates=GenericWorkload=true,GangScheduling=true,WorkloadAwarePreemption=true"},
	serverArguments:  []string{"--runtime-config=scheduling.k8s.io/v1alpha2=true"},
	verbosity:        "--v=3", // shows that it has started; moves between queues would be thousands a second
	rest:             3,
	cap:              15,
}

type (
	preScorePlugin = fwk.PreScorePlugin
	scorePlugin    = fwk.ScorePlugin
	anyPlugin      = fwk.Plugin
	pluginHandle   = fwk.Handle
	extensions     = fwk.ScoreExtensions
)

const maxNodeScore = fwk.MaxNodeScore

// The group's status by the scheduler.
type groupRecord struct {
	Conditions []conditionRecord `json:"conditions"`
}

type conditionRecord struct {
	Type    string `json:"type"`
	Status  string `json:"status"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

func groupOutcome(group *unstructured.Unstructured) groupRecord {
	outcome := groupRecord{Conditions: []conditionRecord{}}
	conditions, _, _ := unstructured.NestedSlice(group.Object, "status", "conditions")
	for _, entry := range conditions {
		condition, _ := entry.(map[string]any)
		text := func(field string) string {
			value, _ := condition[field].(string)
			return value
		}
		outcome.Conditions = append(outcome.Conditions, conditionRecord{text("type"), text("status"), text("reason"), text("message")})
	}
	return outcome
}

func (l *lane) runController(context.Context) error {
	return errors.New("no controller writes the status of native groups")
}

// hasGroups reports whether there is a group or a pod that names one.
func hasGroups(test *testCase) bool {
	for _, object := range test.Objects {
		_, member, _ := unstructured.NestedMap(object.Object, "spec", "schedulingGroup")
		if member || object.GetKind() == "PodGroup" {
			return true
		}
	}
	return false
}

// restRule returns a function that reports whether the scheduler is at rest. Single pods rest by the log if it shows moves
// between queues, as at the verbosity of scores. The log never ends for a group that does not fit, because the scheduler
// retries it forever. Such a run rests when the scheduler has changed no pod and group for `quiet`, in which it tries each
// waiting group again (config).
func (s *apiServer) restRule(ctx context.Context, test *testCase, options *recordOptions) (func(log *schedulerLog, quiet time.Duration) bool, error) {
	if options.scores && !hasGroups(test) {
		return (*schedulerLog).atRest, nil
	}
	changed := &atomic.Int64{} // Unix nanoseconds
	changed.Store(time.Now().UnixNano())
	for i := range kindTable {
		row := &kindTable[i]
		if row.kind != "Pod" && row.kind != "PodGroup" {
			continue
		}
		resource := s.dynamic.Resource(row.groupVersionResource())
		now, err := resource.List(ctx, metav1.ListOptions{})
		if err != nil {
			return nil, err
		}
		watch, err := resource.Watch(ctx, metav1.ListOptions{ResourceVersion: now.GetResourceVersion()})
		if err != nil {
			return nil, err
		}
		go func() {
			defer watch.Stop()
			for range watch.ResultChan() {
				changed.Store(time.Now().UnixNano())
			}
		}()
	}
	return func(log *schedulerLog, quiet time.Duration) bool {
		return log.synced && time.Since(log.began) >= quiet && time.Since(time.Unix(0, changed.Load())) >= quiet
	}, nil
}
