// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// interruptible gives a context that ends when somebody asks this process to end.
func interruptible() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
}

// up starts etcd and an API server, prints the path of a kubeconfig, and stays until it is interrupted. A scheduler is
// started beside it with `reference scheduler`.
func runUp(args []string) int {
	if len(args) != 0 {
		fmt.Fprintln(os.Stderr, "usage: reference up")
		return 2
	}
	ctx, cancel := interruptible()
	defer cancel()
	house, err := newHousehold()
	if err != nil {
		fmt.Fprintf(os.Stderr, "error: %v\n", err)
		return 1
	}
	defer house.close()

	etcd, err := startEtcd(house)
	if err != nil {
		fmt.Fprintf(os.Stderr, "error: %v\n", err)
		return 1
	}
	server, err := startAPIServer(ctx, house, etcd, "apiserver")
	if err != nil {
		if ctx.Err() != nil {
			return 130
		}
		fmt.Fprintf(os.Stderr, "error: %v\n", err)
		return 1
	}
	fmt.Println(server.kubeconfig)

	select {
	case <-ctx.Done():
		return 0
	case <-server.process.done:
		fmt.Fprintf(os.Stderr, "error: the API server ended: %s\n", server.process.lastWords())
	case <-etcd.process.done:
		fmt.Fprintf(os.Stderr, "error: etcd ended: %s\n", etcd.process.lastWords())
	}
	return 1
}
