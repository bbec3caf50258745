// SPDX-License-Identifier: Apache-2.0

//go:build !native

package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// runController runs the PodGroup controller after the scheduler until it has nothing more to do. It does not run beside
// the scheduler: its writes are events that would wake rejected pods at random times.
func (l *lane) runController(ctx context.Context) error {
	reader, writer, err := os.Pipe()
	if err != nil {
		return err
	}
	process, err := l.house.start(l.name+"-controller", []string{"KUBECONFIG=" + l.server.kubeconfig}, nil, writer,
		"controller", "--metricsAddr=0", "--probeAddr=0", "--qps=5000", "--burst=5000")
	writer.Close()
	if err != nil {
		reader.Close()
		return err
	}

	var mutex sync.Mutex
	var started bool // it has started on the groups
	var tail []string
	last := time.Now() // of its last line
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		defer reader.Close()
		lines := bufio.NewReader(reader)
		for {
			line, err := lines.ReadString('\n')
			mutex.Lock()
			if strings.Contains(line, "Starting workers") && strings.Contains(line, "podgroup") {
				started = true
			}
			last = time.Now()
			tail = append(tail, line)
			mutex.Unlock()
			if err != nil {
				return
			}
		}
	}()
	defer func() {
		process.kill()
		<-drained
	}()

	// It logs "reconciling" each time that it looks at a group, and looks again after each of its own writes.
	const quiet = time.Second
	deadline := time.Now().Add(30 * time.Second)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-process.done:
			<-drained
			return fmt.Errorf("the PodGroup controller ended by itself: %s", lastLines(tail))
		case <-time.After(20 * time.Millisecond):
		}
		mutex.Lock()
		rested := started && time.Since(last) > quiet
		mutex.Unlock()
		if rested {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the PodGroup controller did not come to rest: %s", lastLines(tail))
		}
	}
}
