// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"strings"
	"time"
)

// The log of one scheduler (JSON, --v=5, or 10 for scores), line by line: its attempts in order, and the current place
// of each pod. The lines and their verbosity are those of kube-scheduler 1.34 (pkg/scheduler/schedule_one.go,
// backend/queue/scheduling_queue.go, framework/preemption/preemption.go) and of the Coscheduling plugin
// (pkg/coscheduling/coscheduling.go).
type schedulerLog struct {
	start time.Time

	attempts       []attemptRecord
	preemptions    []preemptionRecord
	scores         []scoreRecord
	firstRejection *int

	synced   bool           // it has received every object and starts attempts
	current  map[string]int // pod → its last attempt
	places   map[string]place
	began    time.Time // when it synced
	activity time.Time // of the last line about a pod
}

type place string

const (
	inActiveQueue   place = "Active"
	inBackoffQueue  place = "Backoff"
	inUnschedulable place = "Unschedulable"
	inFlight        place = "in flight" // from the start of an attempt until it is bound or rejected
	waitingAtPermit place = "waiting"
	bound           place = "bound"
	gone            place = "gone"
)

func newSchedulerLog(start time.Time) *schedulerLog {
	return &schedulerLog{
		start: start, activity: start, attempts: []attemptRecord{}, preemptions: []preemptionRecord{},
		current: map[string]int{}, places: map[string]place{},
	}
}

type objectReference struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
}

func (r *objectReference) String() string {
	if r == nil {
		return ""
	}
	return r.Namespace + "/" + r.Name
}

// The keys of the lines below. A key with another type in some other line stays undecoded until needed.
type logLine struct {
	Milliseconds float64          `json:"ts"`
	Message      string           `json:"msg"`
	Pod          *objectReference `json:"pod"`
	Preemptor    *objectReference `json:"preemptor"`
	Victim       *objectReference `json:"victim"`
	WaitingPod   *objectReference `json:"waitingPod"`
	Node         json.RawMessage  `json:"node"`
	NodeName     string           `json:"nodeName"`
	Error        string           `json:"err"`
	Plugin       string           `json:"plugin"`
	Queue        string           `json:"queue"`
	Score        int64            `json:"score"`
}

// node returns the node's name: a plain string in some lines, an object reference in others.
func (l *logLine) node() string {
	var name string
	if json.Unmarshal(l.Node, &name) == nil {
		return name
	}
	var reference objectReference
	json.Unmarshal(l.Node, &reference)
	return reference.Name
}

// add parses one line. It ignores lines that are not JSON (a panic) or not about a pod.
func (s *schedulerLog) add(text []byte) {
	var line logLine
	if json.Unmarshal(text, &line) != nil {
		return
	}
	if line.Message == "Handlers synced" { // cmd/kube-scheduler/app/server.go
		s.synced, s.began, s.activity = true, time.Now(), time.Now()
	}
	if line.Pod == nil && line.Preemptor == nil {
		return
	}
	now := time.UnixMicro(int64(line.Milliseconds * 1000))
	s.activity = time.Now()
	pod := line.Pod.String()

	switch line.Message {
	case "Attempting to schedule pod":
		s.current[pod] = len(s.attempts)
		s.places[pod] = inFlight
		s.attempts = append(s.attempts, attemptRecord{Pod: pod, Result: "unfinished", Time: now.Sub(s.start).Seconds()})
	case "Skip schedule deleting pod":
		s.places[pod] = gone
	case "Pod is waiting to be scheduled to node":
		s.places[pod] = waitingAtPermit
		if attempt := s.attemptOf(pod); attempt != nil {
			attempt.Result, attempt.Node = "waiting", line.NodeName
		}
	case "Permit allows":
		// In flight again until it is bound.
		if s.places[pod] == waitingAtPermit {
			s.places[pod] = inFlight
		}
	case "Successfully bound pod to node":
		s.places[pod] = bound
		s.finish(pod, "scheduled", "", now)
		if attempt := s.attemptOf(pod); attempt != nil {
			attempt.Node = line.node()
		}
	case "Unable to schedule pod; no fit; waiting":
		s.refuse(pod, "unschedulable", line.Error, now)
	case "Unable to schedule pod; no nodes are registered to the cluster; waiting":
		s.refuse(pod, "unschedulable", "no nodes available to schedule pods", now)
	case "Error scheduling pod; retrying":
		s.refuse(pod, "error", line.Error, now)
	case "PostFilter rejects the pod", "Unreserve rejects":
		s.noteRejection()
	case "the target node for the preemption is determined":
		if attempt := s.attemptOf(pod); attempt != nil {
			attempt.Nominated = line.node()
		}
	case "Preemptor Pod preempted victim Pod", "Victim Pod is already deleted":
		preemption := s.preemption(line.Preemptor.String(), line.node())
		preemption.Victims = append(preemption.Victims, line.Victim.String())
	case "Preemptor pod rejected a waiting pod":
		preemption := s.preemption(line.Preemptor.String(), line.node())
		preemption.Waiting = append(preemption.Waiting, line.WaitingPod.String())
		preemption.Victims = append(preemption.Victims, line.WaitingPod.String())
	case "Delete event for unscheduled pod", "Delete event for scheduled pod":
		s.places[pod] = gone
	case "Plugin scored node for pod":
		scores := s.scoresOf(pod)
		if scores.Plugins[line.Plugin] == nil {
			scores.Plugins[line.Plugin] = map[string]int64{}
		}
		scores.Plugins[line.Plugin][line.node()] = line.Score
	case "Calculated node's final score for pod":
		s.scoresOf(pod).Final[line.node()] = line.Score
	default:
		if strings.HasPrefix(line.Message, "Pod moved to an internal scheduling queue") && line.Queue != "" {
			s.places[pod] = place(line.Queue)
		}
	}
}

func (s *schedulerLog) attemptOf(pod string) *attemptRecord {
	if index, found := s.current[pod]; found {
		return &s.attempts[index]
	}
	return nil
}

// finish records the end of a pod's attempt, or of its wait at Permit.
func (s *schedulerLog) finish(pod, result, message string, now time.Time) {
	attempt := s.attemptOf(pod)
	if attempt == nil {
		return
	}
	if attempt.Result == "waiting" {
		attempt.Then = result
	} else {
		attempt.Result = result
	}
	attempt.Message = message
	attempt.End = now.Sub(s.start).Seconds()
}

func (s *schedulerLog) refuse(pod, result, message string, now time.Time) {
	if s.places[pod] == waitingAtPermit {
		s.noteRejection() // its Permit timeout expired, or a preemptor rejected it
	}
	s.finish(pod, result, message, now)
	// The next line has its new queue; it is in flight until then.
	s.places[pod] = inFlight
}

// noteRejection records the first rejection of waiting pods: later events depend on how goroutines interleave.
func (s *schedulerLog) noteRejection() {
	if s.firstRejection == nil && len(s.attempts) > 0 {
		index := len(s.attempts) - 1
		s.firstRejection = &index
	}
}

// preemption returns the entry of the preemptor's last attempt, and adds it if necessary.
func (s *schedulerLog) preemption(preemptor, node string) *preemptionRecord {
	attempt := s.current[preemptor]
	for i := range s.preemptions {
		if s.preemptions[i].Preemptor == preemptor && s.preemptions[i].Attempt == attempt {
			return &s.preemptions[i]
		}
	}
	s.preemptions = append(s.preemptions, preemptionRecord{
		Preemptor: preemptor, Attempt: attempt, Node: node, Victims: []string{}})
	return &s.preemptions[len(s.preemptions)-1]
}

func (s *schedulerLog) scoresOf(pod string) *scoreRecord {
	attempt := s.current[pod]
	for i := len(s.scores) - 1; i >= 0; i-- {
		if s.scores[i].Attempt == attempt && s.scores[i].Pod == pod {
			return &s.scores[i]
		}
	}
	s.scores = append(s.scores, scoreRecord{
		Pod: pod, Attempt: attempt, Plugins: map[string]map[string]int64{}, Final: map[string]int64{}})
	return &s.scores[len(s.scores)-1]
}

// atRest reports whether the scheduler has started and no attempt is due: no pod is in activeQ or backoffQ, in a cycle
// or waiting at Permit, and the log has no line about a pod for `quiet`.
func (s *schedulerLog) atRest(quiet time.Duration) bool {
	if !s.synced {
		return false
	}
	for _, where := range s.places {
		switch where {
		case inActiveQueue, inBackoffQueue, inFlight, waitingAtPermit:
			return false
		}
	}
	return time.Since(s.activity) >= quiet
}
