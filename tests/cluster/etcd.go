// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"syscall"
	"time"

	"go.etcd.io/etcd/server/v3/embed"
)

// runEtcd runs etcd with its data in the folder of the first argument. It listens on a free port of 127.0.0.1 and prints
// its client address as the only line of standard output.
func runEtcd(args []string) int {
	if len(args) != 1 {
		fmt.Fprintln(os.Stderr, "usage: reference etcd DATA_FOLDER")
		return 2
	}
	if err := serveEtcd(args[0]); err != nil {
		fmt.Fprintf(os.Stderr, "error: etcd: %v\n", err)
		return 1
	}
	return 0
}

func serveEtcd(folder string) error {
	anyPort := url.URL{Scheme: "http", Host: "127.0.0.1:0"}
	config := embed.NewConfig()
	config.Dir = folder
	config.ListenClientUrls = []url.URL{anyPort}
	config.AdvertiseClientUrls = []url.URL{anyPort}
	config.ListenPeerUrls = []url.URL{anyPort}
	config.AdvertisePeerUrls = []url.URL{anyPort}
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	config.LogLevel = "error"
	config.LogOutputs = []string{"stderr"}
	// The data need not outlive the process, and one transaction restores a whole cluster.
	config.UnsafeNoFsync = true
	config.MaxTxnOps = 1 << 16
	config.MaxRequestBytes = 64 << 20

	server, err := embed.StartEtcd(config)
	if err != nil {
		return err
	}
	defer server.Close()
	select {
	case <-server.Server.ReadyNotify():
	case err := <-server.Err():
		return err
	case <-time.After(30 * time.Second):
		return fmt.Errorf("not ready after 30 s")
	}
	fmt.Printf("http://%s\n", server.Clients[0].Addr())

	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGINT, syscall.SIGTERM)
	select {
	case <-stop:
		return nil
	case err := <-server.Err():
		return err
	}
}
