// SPDX-License-Identifier: Apache-2.0

package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const adminName = "admin"

// The users of an API server: admin by token, others by token and by client certificate.
type users struct {
	tokenFile     string // for --token-auth-file
	authorityFile string // for --client-ca-file
	people        []person
}

type person struct {
	name, token      string
	certificate, key []byte // PEM
}

// makeUsers creates admin and the named users, and writes the server's files about them to the folder.
func makeUsers(folder string, names []string) (*users, error) {
	made := &users{tokenFile: filepath.Join(folder, "tokens.csv"), authorityFile: filepath.Join(folder, "clients.crt")}
	authority, err := newAuthority()
	if err != nil {
		return nil, err
	}
	var rows strings.Builder
	for _, name := range append([]string{adminName}, names...) {
		one := person{name: name}
		var groups []string
		if name == adminName {
			groups = []string{"system:masters"}
		}
		if one.token, err = randomToken(); err != nil {
			return nil, err
		}
		if one.certificate, one.key, err = authority.certify(name, groups); err != nil {
			return nil, err
		}
		fmt.Fprintf(&rows, "%s,%s,%s,%q\n", one.token, name, name, strings.Join(groups, ","))
		made.people = append(made.people, one)
	}
	if err := os.WriteFile(made.tokenFile, []byte(rows.String()), 0o600); err != nil {
		return nil, err
	}
	return made, os.WriteFile(made.authorityFile, authority.pem, 0o600)
}

// writeKubeconfig writes a kubeconfig with a context for each token (admin's is called reference and is the current one)
// and for each certificate, NAME-certificate.
func (u *users) writeKubeconfig(file, address, certificate string) error {
	var people, contexts strings.Builder
	for _, one := range u.people {
		context := one.name
		if one.name == adminName {
			context = "reference"
		}
		encode := base64.StdEncoding.EncodeToString
		fmt.Fprintf(&people, "- name: %s\n  user: {token: %q}\n", one.name, one.token)
		fmt.Fprintf(&people, "- name: %s-certificate\n  user: {client-certificate-data: %q, client-key-data: %q}\n",
			one.name, encode(one.certificate), encode(one.key))
		fmt.Fprintf(&contexts, "- name: %s\n  context: {cluster: reference, user: %s}\n", context, one.name)
		fmt.Fprintf(&contexts, "- name: %s-certificate\n  context: {cluster: reference, user: %s-certificate}\n", context, one.name)
	}
	text := fmt.Sprintf("apiVersion: v1\nkind: Config\ncurrent-context: reference\nclusters:\n- name: reference\n"+
		"  cluster: {server: %q, certificate-authority: %q}\nusers:\n%scontexts:\n%s",
		address, certificate, people.String(), contexts.String())
	return os.WriteFile(file, []byte(text), 0o600)
}

// A certificate authority for client certificates.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	pem         []byte
	serial      int64
}

func newAuthority() (*authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := certificateTemplate("clients", 1)
	template.IsCA, template.BasicConstraintsValid = true, true
	template.KeyUsage = x509.KeyUsageCertSign
	signed, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	certificate, err := x509.ParseCertificate(signed)
	if err != nil {
		return nil, err
	}
	return &authority{certificate, key, pemOf("CERTIFICATE", signed), 1}, nil
}

// certify returns a client certificate for a user in these groups, and its key, as PEM.
func (a *authority) certify(name string, groups []string) (certificate, key []byte, err error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	a.serial++
	template := certificateTemplate(name, a.serial)
	template.Subject.Organization = groups
	template.KeyUsage = x509.KeyUsageDigitalSignature
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
	signed, err := x509.CreateCertificate(rand.Reader, template, a.certificate, private.Public(), a.key)
	if err != nil {
		return nil, nil, err
	}
	encoded, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		return nil, nil, err
	}
	return pemOf("CERTIFICATE", signed), pemOf("EC PRIVATE KEY", encoded), nil
}

func certificateTemplate(name string, serial int64) *x509.Certificate {
	now := time.Now()
	return &x509.Certificate{
		SerialNumber: big.NewInt(serial),
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    now.Add(-time.Hour),
		NotAfter:     now.Add(24 * time.Hour),
	}
}

func pemOf(kind string, bytes []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes})
}
