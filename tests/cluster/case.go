// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"fmt"
	"strconv"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// An input line of `record`; README.md explains the fields.
type testCase struct {
	Name        string                       `json:"name"`
	Objects     []*unstructured.Unstructured `json:"-"`
	Config      *string                      `json:"config"`
	Runs        int                          `json:"runs"`
	Controller  bool                         `json:"controller"`
	WaitCreated bool                         `json:"wait_created"`
	Ties        string                       `json:"ties"` // random (as kube-scheduler chooses) or first
	Arriving    bool                         `json:"arriving"` // the scheduler already runs when the pending pods come
	SleepBefore map[int]float64              `json:"-"`    // index into Objects → seconds
}

// parseCase reads a line. With an error it also returns the name if it could read that.
func parseCase(line []byte) (*testCase, error) {
	parsed := &testCase{Runs: 1, WaitCreated: true, Ties: "random"}
	var rest struct {
		Objects     []map[string]any   `json:"objects"`
		SleepBefore map[string]float64 `json:"sleep_before"`
	}
	if err := json.Unmarshal(line, parsed); err != nil {
		return parsed, fmt.Errorf("the case is not understood: %w", err)
	}
	if err := json.Unmarshal(line, &rest); err != nil {
		return parsed, fmt.Errorf("the case is not understood: %w", err)
	}
	if parsed.Name == "" {
		return parsed, fmt.Errorf("the case has no name")
	}
	if parsed.Runs < 1 {
		return parsed, fmt.Errorf("runs is %d; at least 1 is needed", parsed.Runs)
	}
	if parsed.Ties != "random" && parsed.Ties != "first" {
		return parsed, fmt.Errorf("ties is %q; known: random, first", parsed.Ties)
	}
	for index, content := range rest.Objects {
		object := &unstructured.Unstructured{Object: content}
		if object.GetKind() == "" || object.GetAPIVersion() == "" || object.GetName() == "" {
			return parsed, fmt.Errorf("objects[%d] needs apiVersion, kind and metadata.name", index)
		}
		parsed.Objects = append(parsed.Objects, object)
	}
	parsed.SleepBefore = map[int]float64{}
	for text, seconds := range rest.SleepBefore {
		index, err := strconv.Atoi(text)
		if err != nil || index < 0 || index >= len(parsed.Objects) {
			return parsed, fmt.Errorf("sleep_before names %q, which is no index into objects", text)
		}
		parsed.SleepBefore[index] = seconds
	}
	return parsed, nil
}

// An output line of `record`.
type record struct {
	Name     string           `json:"name"`
	Error    *string          `json:"error"`
	Version  string           `json:"version"`
	Snapshot []map[string]any `json:"snapshot"`
	Runs     []runOutcome     `json:"runs"`
}

func emptyRecord(name string) *record {
	return &record{Name: name, Snapshot: []map[string]any{}, Runs: []runOutcome{}}
}

func (r *record) fail(err error) {
	text := err.Error()
	r.Error = &text
}

type runOutcome struct {
	Rest                bool                   `json:"rest"`
	Seconds             float64                `json:"seconds"` // from the scheduler's start to rest or cap
	Pods                map[string]podRecord   `json:"pods"`
	Groups              map[string]groupRecord `json:"groups"`
	Attempts            []attemptRecord        `json:"attempts"`
	Preemptions         []preemptionRecord     `json:"preemptions"`
	FirstGroupRejection *int                   `json:"first_group_rejection"`
	Scores              []scoreRecord          `json:"scores,omitempty"`
}

type podRecord struct {
	Node      string `json:"node"`
	Nominated string `json:"nominated"`
	Reason    string `json:"reason"`
	Message   string `json:"message"`
	Deleted   bool   `json:"deleted"`
}

type attemptRecord struct {
	Pod string `json:"pod"`
	// The end of the scheduling cycle: scheduled, waiting (held at Permit), unschedulable, error, skipped (the pod is
	// being deleted); unfinished if a limit ended the run before.
	Result string `json:"result"`
	Node   string `json:"node"`
	// The outcome of a waiting pod, in the same words; empty while it still waits.
	Then      string  `json:"then,omitempty"`
	Nominated string  `json:"nominated,omitempty"` // the node for which this attempt chose victims
	Message   string  `json:"message"`
	Time      float64 `json:"time"` // seconds since the scheduler's start, at its beginning
	End       float64 `json:"end"`  // at its last line: bound, unschedulable or rejected
}

type preemptionRecord struct {
	Preemptor string   `json:"preemptor"`
	Attempt   int      `json:"attempt"` // index into attempts
	Node      string   `json:"node"`
	Victims   []string `json:"victims"` // in the order of the log, with pods rejected at Permit
	Waiting   []string `json:"waiting,omitempty"`
}

type scoreRecord struct {
	Pod     string                      `json:"pod"`
	Attempt int                         `json:"attempt"` // index into attempts
	Plugins map[string]map[string]int64 `json:"plugins"` // plugin → node → weighted score
	Final   map[string]int64            `json:"final"`   // node → sum
}
