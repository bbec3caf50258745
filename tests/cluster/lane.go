// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
)

// A lane runs one case after the other on its own API server.
type lane struct {
	name    string
	house   *household
	etcd    *etcdServer
	options *recordOptions
	server  *apiServer
	storage *storage
	starts  int
	dirty   bool // the last case may have left changes
}

// ready starts the API server, or a new one if the last case left the old one in doubt.
func (l *lane) ready(ctx context.Context) error {
	if l.server != nil && !l.dirty && l.server.process.runs() {
		return nil
	}
	l.stop()
	var err error
	l.starts++
	if l.server, err = startAPIServer(ctx, l.house, l.etcd, fmt.Sprintf("%s-api-%d", l.name, l.starts), serverOptions{}); err != nil {
		return err
	}
	l.storage, err = newStorage(ctx, l.etcd, l.server)
	l.dirty = false
	return err
}

func (l *lane) stop() {
	if l.storage != nil {
		l.storage.close()
		l.storage = nil
	}
	if l.server != nil {
		l.server.process.kill()
		l.server = nil
	}
}

// run runs one case. An error of the case goes into its record; the returned error means that there is no API server
// to run it on.
func (l *lane) run(ctx context.Context, test *testCase) (*record, error) {
	if err := l.ready(ctx); err != nil {
		return nil, err
	}
	result := emptyRecord(test.Name)
	if err := l.runCase(ctx, test, result); err != nil {
		result.fail(err)
	}
	return result, nil
}

func (l *lane) runCase(ctx context.Context, test *testCase, result *record) error {
	version, err := l.server.typed.Discovery().ServerVersion()
	if err != nil {
		return err
	}
	result.Version = version.GitVersion

	defer l.clean(ctx, test)
	if err := l.server.createObjects(ctx, test); err != nil {
		return err
	}
	if err := l.server.waitUntilSeen(ctx, test, false); err != nil {
		return err
	}
	if result.Snapshot, err = l.server.readBack(ctx, test); err != nil {
		return err
	}
	saved, err := l.storage.save(ctx)
	if err != nil {
		return err
	}
	for run := 0; run < test.Runs; run++ {
		if run > 0 {
			if err := l.startAfresh(ctx, test, saved); err != nil {
				return err
			}
		}
		outcome, err := l.runToRest(ctx, test)
		if err != nil {
			return fmt.Errorf("run %d: %w", run+1, err)
		}
		result.Runs = append(result.Runs, *outcome)
	}
	return nil
}

// startAfresh restores the objects to their state before the first run.
func (l *lane) startAfresh(ctx context.Context, test *testCase, saved []keyValue) error {
	if err := l.storage.clear(ctx); err != nil {
		return err
	}
	if err := l.server.waitUntilSeen(ctx, test, true); err != nil {
		return err
	}
	if err := l.storage.restore(ctx, saved); err != nil {
		return err
	}
	return l.server.waitUntilSeen(ctx, test, false)
}

// clean removes the objects of the case; if that fails, the next case gets a new API server.
func (l *lane) clean(ctx context.Context, test *testCase) {
	if l.storage == nil {
		return
	}
	if err := l.storage.clear(ctx); err != nil {
		l.dirty = true
		return
	}
	if err := l.server.waitUntilSeen(ctx, test, true); err != nil {
		l.dirty = true
	}
}
