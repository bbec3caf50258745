// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"google.golang.org/grpc/grpclog"
)

// runRecord reads cases from standard input, one per line, and writes a record for each as it finishes.
// Status 0: every case has a record (its `error` may be set); 1: the control plane failed; 2: usage; 130: interrupted.
func runRecord(args []string) int {
	flags := flag.NewFlagSet("record", flag.ContinueOnError)
	lanes := flags.Int("lanes", 4, "number of cases at a time, each on its own API server")
	scores := flags.Bool("scores", false, "record every node's score by plugin")
	rest := flags.Float64("rest-seconds", gangs.rest, "this long without a line about a pod is rest")
	cap := flags.Float64("cap-seconds", gangs.cap, "limit of a run without rest")
	most := flags.Int("max-attempts", 2000, "limit of the attempts of a run: a retry loop")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() > 0 || *lanes < 1 || *rest <= 0 || *cap <= *rest || *most < 1 {
		fmt.Fprintln(os.Stderr, "error: record takes flags only; it needs a lane, an attempt, and a cap longer than the rest")
		return 2
	}
	options := &recordOptions{
		lanes: *lanes, scores: *scores, most: *most,
		rest: time.Duration(*rest * float64(time.Second)), cap: time.Duration(*cap * float64(time.Second)),
	}

	silenceGRPC()
	ctx, cancel := interruptible()
	defer cancel()
	house, err := newHousehold()
	if err != nil {
		fmt.Fprintf(os.Stderr, "error: %v\n", err)
		return 1
	}
	defer house.close()
	err = recordAll(ctx, house, options, os.Stdin, os.Stdout)
	if ctx.Err() != nil {
		return 130
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "error: %v\n", err)
		return 1
	}
	return 0
}

func recordAll(ctx context.Context, house *household, options *recordOptions, input io.Reader, output io.Writer) error {
	etcd, err := startEtcd(house)
	if err != nil {
		return err
	}
	cases := make(chan []byte)
	readError := make(chan error, 1)
	go func() {
		readError <- readLines(ctx, input, cases)
		close(cases)
	}()

	var mutex sync.Mutex // guards output and failure
	var failure error
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-etcd.process.done: // every request would wait for it
			mutex.Lock()
			failure = fmt.Errorf("etcd ended: %v: %s", etcd.process.err, etcd.process.lastWords())
			mutex.Unlock()
			cancel()
		case <-ctx.Done():
		}
	}()
	var group sync.WaitGroup
	for number := 0; number < options.lanes; number++ {
		group.Add(1)
		go func() {
			defer group.Done()
			worker := &lane{name: fmt.Sprintf("lane%d", number), house: house, etcd: etcd, options: options}
			defer worker.stop()
			for line := range cases {
				result, err := worker.runLine(ctx, line)
				if ctx.Err() != nil {
					return
				}
				mutex.Lock()
				if err == nil {
					err = json.NewEncoder(output).Encode(result)
				}
				if err != nil {
					if failure == nil {
						failure = err
					}
					cancel()
				}
				mutex.Unlock()
			}
		}()
	}
	group.Wait()
	mutex.Lock()
	defer mutex.Unlock()
	if failure != nil {
		return failure
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return <-readError
}

func (l *lane) runLine(ctx context.Context, line []byte) (*record, error) {
	test, err := parseCase(line)
	if err != nil {
		result := emptyRecord(test.Name)
		result.fail(err)
		return result, nil
	}
	return l.run(ctx, test)
}

// readLines sends each non-empty line, until the input or the context ends.
func readLines(ctx context.Context, input io.Reader, lines chan<- []byte) error {
	reader := bufio.NewReaderSize(input, 1<<20)
	for {
		line, err := reader.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			select {
			case lines <- line:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// silenceGRPC suppresses the etcd client's reports on standard error about connections that it gives up.
func silenceGRPC() {
	grpclog.SetLoggerV2(grpclog.NewLoggerV2(io.Discard, io.Discard, io.Discard))
}
