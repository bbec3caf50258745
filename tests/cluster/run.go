// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

type recordOptions struct {
	lanes  int
	scores bool
	rest   time.Duration // this long without a line about a pod is rest
	cap    time.Duration // limit of a run without rest,
	most   int           // and of its attempts
}

// schedulerConfig returns the text of a case's configuration with the connection to this API server.
func schedulerConfig(test *testCase, kubeconfig string) ([]byte, error) {
	text := test.Config
	if text == nil {
		text = &gangs.config
	}
	var config map[string]any
	if err := yaml.Unmarshal([]byte(*text), &config); err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	if config == nil {
		return nil, fmt.Errorf("config is empty")
	}
	// No limit on requests: the comparison does not cover a real scheduler's waits here.
	config["clientConnection"] = map[string]any{"kubeconfig": kubeconfig, "qps": 5000, "burst": 5000}
	config["leaderElection"] = map[string]any{"leaderElect": false}
	complete, err := yaml.Marshal(config)
	if err != nil || test.Ties == "random" {
		return complete, err
	}
	return breakTies(complete)
}

// runToRest runs a fresh scheduler on the API server's objects, until it is at rest or reaches the cap.
func (l *lane) runToRest(ctx context.Context, test *testCase) (*runOutcome, error) {
	config, err := schedulerConfig(test, l.server.kubeconfig)
	if err != nil {
		return nil, err
	}
	configFile := filepath.Join(l.house.folder, l.name+"-scheduler.yaml")
	if err := os.WriteFile(configFile, config, 0o600); err != nil {
		return nil, err
	}

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := l.server.removeTerminated(ctx); err != nil {
		return nil, err
	}
	binder := &volumeBinder{server: l.server}
	for _, object := range test.Objects {
		if object.GetKind() == "PersistentVolumeClaim" {
			go binder.run(ctx)
			break
		}
	}

	var arriving []*unstructured.Unstructured
	if test.Arriving {
		if arriving, err = l.server.withdrawPending(ctx, test); err != nil {
			return nil, err
		}
	}
	atRest, err := l.server.restRule(ctx, test, l.options)
	if err != nil {
		return nil, err
	}
	scheduler, err := l.startScheduler(configFile)
	if err != nil {
		return nil, err
	}
	if len(arriving) > 0 {
		scheduler.waitForRest(ctx, l.options, func(log *schedulerLog, _ time.Duration) bool { return log.synced })
		if err := l.server.createOneByOne(ctx, arriving); err != nil {
			return nil, err
		}
	}
	rested := scheduler.waitForRest(ctx, l.options, atRest)
	seconds := time.Since(scheduler.log.start).Seconds()
	scheduler.process.kill() // a graceful end would still change the cluster
	<-scheduler.drained
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if scheduler.failed != "" {
		return nil, fmt.Errorf("the scheduler ended by itself: %s", scheduler.failed)
	}

	if err := binder.lastFailure(); err != nil && !rested {
		return nil, err
	}

	result := &runOutcome{
		Rest: rested, Seconds: seconds, Attempts: scheduler.log.attempts, Preemptions: scheduler.log.preemptions,
		FirstGroupRejection: scheduler.log.firstRejection, Scores: scheduler.log.scores,
	}
	if test.Ties == "first" {
		withoutFactor(result.Scores)
	}
	if test.Controller {
		if err := l.runController(ctx); err != nil {
			return nil, err
		}
	}
	return result, l.server.readOutcome(ctx, test, result)
}

// A scheduler in its own process, and its log so far.
type runningScheduler struct {
	process *child
	drained chan struct{} // closed after the end of its log
	mutex   sync.Mutex    // guards the fields below, until drained
	log     *schedulerLog
	tail    []string // its last lines
	failed  string   // why it ended before the kill
}

func (l *lane) startScheduler(configFile string) (*runningScheduler, error) {
	reader, writer, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	verbosity := gangs.verbosity
	if l.options.scores {
		verbosity = "--v=10"
	}
	running := &runningScheduler{drained: make(chan struct{}), log: newSchedulerLog(time.Now())}
	running.process, err = l.house.start(l.name+"-scheduler", nil, nil, writer, append([]string{"scheduler",
		"--config=" + configFile, "--secure-port=0", "--logging-format=json", verbosity}, gangs.featureArguments...)...)
	writer.Close()
	if err != nil {
		reader.Close()
		return nil, err
	}
	go func() {
		defer close(running.drained)
		defer reader.Close()
		lines := bufio.NewReaderSize(reader, 1<<20)
		for {
			line, err := lines.ReadBytes('\n')
			running.take(line)
			if err != nil {
				return
			}
		}
	}()
	return running, nil
}

func (r *runningScheduler) take(line []byte) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.log.add(line)
	const kept = 5
	if r.tail = append(r.tail, string(line)); len(r.tail) > kept {
		r.tail = r.tail[1:]
	}
}

// waitForRest reports whether the scheduler came to rest before the cap and the limit of attempts.
func (r *runningScheduler) waitForRest(ctx context.Context, options *recordOptions,
	atRest func(log *schedulerLog, quiet time.Duration) bool) bool {
	deadline := time.Now().Add(options.cap)
	for time.Now().Before(deadline) {
		select {
		case <-ctx.Done():
			return false
		case <-r.process.done:
			<-r.drained
			r.failed = lastError(r.tail)
			return false
		case <-time.After(20 * time.Millisecond):
		}
		r.mutex.Lock()
		rested, spins := atRest(r.log, options.rest), len(r.log.attempts) >= options.most
		r.mutex.Unlock()
		if rested || spins {
			return rested
		}
	}
	return false
}

// lastError returns the message and error of the last line that has both (such as a rejected configuration), else all
// lines.
func lastError(lines []string) string {
	for i := len(lines) - 1; i >= 0; i-- {
		var line logLine
		if json.Unmarshal([]byte(lines[i]), &line) == nil && line.Error != "" {
			return line.Message + ": " + line.Error
		}
	}
	return lastLines(lines)
}

// readOutcome sets the fields that come from the API at the end.
func (s *apiServer) readOutcome(ctx context.Context, test *testCase, result *runOutcome) error {
	result.Pods, result.Groups = map[string]podRecord{}, map[string]groupRecord{}
	objects, err := prepare(test)
	if err != nil {
		return err
	}
	lists := map[*kindRow]map[string]*unstructured.Unstructured{}
	for _, object := range objects {
		row, err := rowOf(object)
		if err != nil {
			return err
		}
		if row.kind != "Pod" && row.kind != "PodGroup" {
			continue
		}
		if lists[row] == nil {
			if lists[row], err = s.listAll(ctx, row); err != nil {
				return err
			}
		}
		name := object.GetNamespace() + "/" + object.GetName()
		current := lists[row][name]
		switch {
		case row.kind == "Pod":
			result.Pods[name] = podOutcome(current)
		case current != nil:
			result.Groups[name] = groupOutcome(current)
		}
	}
	return nil
}

func podOutcome(pod *unstructured.Unstructured) podRecord {
	if pod == nil {
		return podRecord{Deleted: true}
	}
	outcome := podRecord{Node: nodeOf(pod)}
	outcome.Nominated, _, _ = unstructured.NestedString(pod.Object, "status", "nominatedNodeName")
	conditions, _, _ := unstructured.NestedSlice(pod.Object, "status", "conditions")
	for _, entry := range conditions {
		condition, isMap := entry.(map[string]any)
		if isMap && condition["type"] == "PodScheduled" && condition["status"] == "False" {
			outcome.Reason, _ = condition["reason"].(string)
			outcome.Message, _ = condition["message"].(string)
		}
	}
	return outcome
}
