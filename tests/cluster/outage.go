// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"time"
)

// Signals that kill and restart the API server of `up`. `up` answers each with a line on standard output: `killed`, and
// `ready` once the server serves again.
const (
	killServer  = syscall.SIGUSR1
	startServer = syscall.SIGUSR2
)

// stayUp returns nil when ctx ends, and an error if etcd or the API server ends by itself. Signals come from switchboard.
func stayUp(ctx context.Context, house *household, etcd *etcdServer, server *apiServer, switchboard <-chan os.Signal) error {
	for {
		ended := server.process.done
		if server.down {
			ended = nil // killed on request
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ended:
			return fmt.Errorf("the API server ended: %s", server.process.lastWords())
		case <-etcd.process.done:
			return fmt.Errorf("etcd ended: %s", etcd.process.lastWords())
		case signal := <-switchboard:
			switch {
			case signal == killServer && !server.down:
				server.process.kill()
				server.down = true
				fmt.Println("killed")
			case signal == startServer && server.down:
				if err := server.restart(ctx, house); err != nil {
					if ctx.Err() != nil {
						return nil
					}
					return err
				}
				fmt.Println("ready")
			}
		}
	}
}

// restart starts a killed API server on the same port, with the same certificates, users and keys in etcd, and waits
// until it is ready. Meanwhile a client's connection may have taken the port, so it tries several times.
func (s *apiServer) restart(ctx context.Context, house *household) error {
	const attempts = 5
	var err error
	for attempt := 0; attempt < attempts && ctx.Err() == nil; attempt++ {
		if s.process, err = house.start(s.name, nil, nil, nil, s.arguments...); err != nil {
			return err
		}
		err = waitFor(ctx, s.process, 60*time.Second, func() error { return s.connect(ctx) })
		if err == nil && s.crds {
			err = s.waitForCRDs(ctx)
		}
		if err == nil {
			s.down = false
			return nil
		}
		words := s.process.lastWords()
		s.process.kill()
		err = fmt.Errorf("API server, started again: %w\n%s", err, words)
	}
	return err
}
