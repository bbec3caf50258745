// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// interruptible returns a context that ends with a signal to end this process.
func interruptible() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
}

// runUp starts etcd and an API server, prints the path of a kubeconfig, and runs until interrupted. Signals kill and restart
// the API server meanwhile (outage.go). `reference scheduler` starts a scheduler for it.
func runUp(args []string) int {
	var options serverOptions
	flags := flag.NewFlagSet("up", flag.ContinueOnError)
	flags.BoolVar(&options.rbac, "rbac", false, "let RBAC decide what users other than admin may do")
	flags.StringVar(&options.auditLog, "audit-log", "", "`file` that gets a line of JSON for each request")
	flags.BoolVar(&options.withoutCRDs, "without-crds", false, "do not install the CRDs of scheduler-plugins")
	flags.Func("user", "`name` of a further user, with the contexts NAME and NAME-certificate; may be repeated",
		func(name string) error {
			options.users = append(options.users, name)
			return nil
		})
	if err := flags.Parse(args); err != nil || flags.NArg() != 0 {
		return 2
	}
	ctx, cancel := interruptible()
	defer cancel()
	switchboard := make(chan os.Signal, 8)
	signal.Notify(switchboard, killServer, startServer)
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
	server, err := startAPIServer(ctx, house, etcd, "apiserver", options)
	if err == nil {
		fmt.Println(server.kubeconfig)
		err = stayUp(ctx, house, etcd, server, switchboard)
	} else if ctx.Err() != nil {
		return 130
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "error: %v\n", err)
		return 1
	}
	return 0
}
