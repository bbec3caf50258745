// SPDX-License-Identifier: Apache-2.0

// page_server CLUSTER CA-FILE serves the objects of a saved cluster (one object per line) in pages, like an API server:
// HTTP/2 over TLS, gzip at its level for answers beyond 128 KiB, continue tokens. It prints its URL, and ends when its
// standard input does.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func main() {
	log.SetFlags(0)
	objects := read(os.Args[1])
	certificate := makeCertificate(os.Args[2])
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	http.HandleFunc("/api/v1/", func(w http.ResponseWriter, r *http.Request) {
		resource := strings.TrimPrefix(r.URL.Path, "/api/v1/")
		servePage(w, r, kinds[resource], objects[kinds[resource]])
	})
	for path, answer := range discovery {
		http.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, answer)
		})
	}
	server := &http.Server{TLSConfig: &tls.Config{Certificates: []tls.Certificate{certificate}}, ErrorLog: log.New(io.Discard, "", 0)}
	go func() { check(server.ServeTLS(listener, "", "")) }()
	fmt.Printf("https://%s\n", listener.Addr())
	io.Copy(io.Discard, os.Stdin)
}

var kinds = map[string]string{"pods": "Pod", "nodes": "Node"}

// Discovery, which a client requests before it lists.
var discovery = map[string]string{
	"/version": `{"major":"1","minor":"34","gitVersion":"v1.34.2"}`,
	"/api":     `{"kind":"APIVersions","versions":["v1"]}`,
	"/apis":    `{"kind":"APIGroupList","apiVersion":"v1","groups":[]}`,
	"/api/v1": `{"kind":"APIResourceList","groupVersion":"v1","resources":[` +
		`{"name":"pods","kind":"Pod","namespaced":true,"verbs":["list"]},` +
		`{"name":"nodes","kind":"Node","namespaced":false,"verbs":["list"]}]}`,
}

func read(path string) map[string][][]byte {
	file, err := os.Open(path)
	check(err)
	objects := map[string][][]byte{}
	lines := bufio.NewReaderSize(file, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		for _, kind := range kinds {
			prefix := []byte(`{"apiVersion":"v1","kind":"` + kind + `",`)
			if bytes.HasPrefix(line, prefix) { // items of a list have no kind of their own
				object := append([]byte("{"), bytes.TrimRight(line[len(prefix):], ",\n")...)
				objects[kind] = append(objects[kind], object)
			}
		}
		if err == io.EOF {
			return objects
		}
		check(err)
	}
}

func servePage(w http.ResponseWriter, r *http.Request, kind string, objects [][]byte) {
	first, _ := strconv.Atoi(r.URL.Query().Get("continue"))
	limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
	last := len(objects)
	metadata := `{"resourceVersion":"1"}`
	if limit > 0 && first+limit < last {
		last = first + limit
		metadata = fmt.Sprintf(`{"resourceVersion":"1","continue":"%d","remainingItemCount":%d}`, last, len(objects)-last)
	}
	var body bytes.Buffer
	fmt.Fprintf(&body, `{"kind":"%sList","apiVersion":"v1","metadata":%s,"items":[`, kind, metadata)
	body.Write(bytes.Join(objects[first:last], []byte(",")))
	body.WriteString("]}\n")
	w.Header().Set("Content-Type", "application/json")
	if body.Len() < 128*1024 || r.Header.Get("Accept-Encoding") != "gzip" {
		w.Write(body.Bytes())
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	packed, _ := gzip.NewWriterLevel(w, 1)
	packed.Write(body.Bytes())
	packed.Close()
}

func makeCertificate(authorityFile string) tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "page server"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	check(err)
	check(os.WriteFile(authorityFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
