package cluster_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	nats "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/solver/cluster"
	"github.com/halma-solve/halma-solve/solver/cluster/server"
)

// authority signs certificates.
type authority struct {
	t           *testing.T
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	serial      int64
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{t: t}
	a.certificate, a.key = a.sign(&x509.Certificate{IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign})
	return a
}

// sign signs what is asked for, the first one by itself.
func (a *authority) sign(what *x509.Certificate) (*x509.Certificate, *ecdsa.PrivateKey) {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	a.serial++
	what.SerialNumber, what.Subject = big.NewInt(a.serial), pkix.Name{CommonName: "halma-solve test"}
	what.NotBefore, what.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(24*time.Hour)
	by, with := a.certificate, a.key
	if by == nil {
		by, with = what, key
	}
	raw, err := x509.CreateCertificate(rand.Reader, what, by, &key.PublicKey, with)
	if err != nil {
		a.t.Fatal(err)
	}
	return positiontest.Must(a.t, x509.ParseCertificate, raw), key
}

// write writes one PEM block to a file and returns its name.
func write(t *testing.T, kind string, raw []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pem")
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// files are those of a certificate and its key.
func (a *authority) files(c *x509.Certificate, key *ecdsa.PrivateKey) (certificate, secret string) {
	a.t.Helper()
	return write(a.t, "CERTIFICATE", c.Raw), write(a.t, "PRIVATE KEY", positiontest.Must(a.t, x509.MarshalPKCS8PrivateKey, any(key)))
}

// forServer is a certificate for this machine.
func (a *authority) forServer() tls.Certificate {
	a.t.Helper()
	c, key := a.sign(&x509.Certificate{IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}})
	return tls.Certificate{Certificate: [][]byte{c.Raw}, PrivateKey: key}
}

// refused makes sure that a connection is refused in one line that has some words, at
// once and for good: also a worker, which waits for servers, does not wait for this one.
func (r *room) refused(o cluster.Options, words string) {
	r.t.Helper()
	r.fails(o, cluster.ErrRefused, words)
}

// fails is refused for another reason.
func (r *room) fails(o cluster.Options, reason error, words string) {
	r.t.Helper()
	for _, o.Patient = range []bool{false, true} {
		c, err := cluster.Connect(r.ctx, o)
		if err == nil {
			c.Close()
		}
		if !errors.Is(err, reason) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), words) {
			r.t.Errorf("%v, wanted is %q and something about %q", err, reason, words)
		}
	}
}

// job does some tasks through the connection that the options describe.
func (r *room) job(o cluster.Options) {
	r.t.Helper()
	defer r.work(o, 1, map[string]cluster.Kind{"upper": upper})()
	for _, times := range []int{1, 1000} {
		if err := r.all(r.attach(r.connect(o), spec(times), 0), 3, times); err != nil {
			r.t.Error(err)
		}
	}
}

// With TLS a server is believed by its authority alone, and may ask for certificates of
// its clients.
func TestTLS(t *testing.T) {
	a, other := newAuthority(t), newAuthority(t)
	ours, theirs := write(t, "CERTIFICATE", a.certificate.Raw), write(t, "CERTIFICATE", other.certificate.Raw)
	clients := x509.NewCertPool()
	clients.AddCert(a.certificate)
	forClient := func(a *authority) (string, string) {
		return a.files(a.sign(&x509.Certificate{ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}))
	}
	for _, both := range []bool{false, true} {
		config := &tls.Config{Certificates: []tls.Certificate{a.forServer()}, MinVersion: tls.VersionTLS12}
		if both {
			config.ClientCAs, config.ClientAuth = clients, tls.RequireAndVerifyClientCert
		}
		r := newRoom(t, server.Options{TLS: config, Token: "a token of 16 bytes"})
		r.url = strings.Replace(r.url, "nats:", "tls:", 1)
		o := r.options()
		o.CA, o.TokenFile = ours, filepath.Join(t.TempDir(), "token")
		if err := os.WriteFile(o.TokenFile, []byte("a token of 16 bytes\nand a remark\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if both {
			r.refused(o, "certificate") // heard of after the handshake, or guessed
			o.Cert, o.Key = forClient(other)
			r.refused(o, "certificate") // heard of after the handshake, or guessed
			o.Cert, o.Key = forClient(a)
		}
		r.job(o)
		bad := o
		bad.CA = theirs
		r.refused(bad, "unknown authority")
		bad.CA = ""
		r.refused(bad, "unknown authority")
		bad = o
		bad.CA = filepath.Join(t.TempDir(), "none")
		r.fails(bad, cluster.ErrFile, "none")
		bad.CA = o.TokenFile
		r.fails(bad, cluster.ErrFile, "no certificate in PEM")
		bad = o
		bad.Cert, bad.Key = ours, o.TokenFile
		r.fails(bad, cluster.ErrFile, "failed to find any PEM data in key")
		bad = o
		bad.TokenFile = ours
		r.refused(bad, "credentials")
		bad.TokenFile = "/dev/null"
		r.fails(bad, cluster.ErrFile, "no token")
	}
}

// issuer signs accounts and users.
type issuer struct {
	t        *testing.T
	operator nkeys.KeyPair
}

func public(t *testing.T, k nkeys.KeyPair) string {
	t.Helper()
	p, err := k.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func pair(t *testing.T, create func() (nkeys.KeyPair, error)) nkeys.KeyPair {
	t.Helper()
	k, err := create()
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// account is one that may use JetStream, or not.
func (i *issuer) account(jetStream bool) (nkeys.KeyPair, string) {
	i.t.Helper()
	k := pair(i.t, nkeys.CreateAccount)
	claims := jwt.NewAccountClaims(public(i.t, k))
	if jetStream {
		claims.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
	}
	return k, positiontest.Must(i.t, claims.Encode, i.operator)
}

// user writes credentials of a user and returns the name of their file.
func (i *issuer) user(account nkeys.KeyPair, ends time.Time) string {
	i.t.Helper()
	k := pair(i.t, nkeys.CreateUser)
	claims := jwt.NewUserClaims(public(i.t, k))
	claims.Expires = ends.Unix()
	text := positiontest.Must(i.t, claims.Encode, account)
	seed, err := k.Seed()
	if err != nil {
		i.t.Fatal(err)
	}
	data, err := jwt.FormatUserConfig(text, seed)
	if err != nil {
		i.t.Fatal(err)
	}
	path := filepath.Join(i.t.TempDir(), "user.creds")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		i.t.Fatal(err)
	}
	return path
}

// Credentials with a JWT and a key let in whom the account knows, and nobody else.
func TestCredentials(t *testing.T) {
	i := &issuer{t, pair(t, nkeys.CreateOperator)}
	halma, halmaText := i.account(true)
	plain, plainText := i.account(false)
	system, systemText := i.account(false)
	resolver := &nats.MemAccResolver{}
	for k, text := range map[nkeys.KeyPair]string{halma: halmaText, plain: plainText, system: systemText} {
		if err := resolver.Store(public(t, k), text); err != nil {
			t.Fatal(err)
		}
	}
	operator := jwt.NewOperatorClaims(public(t, i.operator))
	operator.SystemAccount = public(t, system)
	r := newNATS(t, &nats.Options{TrustedOperators: []*jwt.OperatorClaims{operator}, SystemAccount: operator.SystemAccount, AccountResolver: resolver})
	later := time.Now().Add(time.Hour)
	o := r.options()
	r.refused(o, "credentials")
	o.Creds = i.user(halma, time.Now().Add(-time.Hour))
	r.refused(o, "credentials")
	stranger, _ := (&issuer{t, pair(t, nkeys.CreateOperator)}).account(true)
	o.Creds = i.user(stranger, later)
	r.refused(o, "credentials")
	o.Creds = filepath.Join(t.TempDir(), "junk.creds")
	r.fails(o, cluster.ErrFile, "junk.creds")
	if err := os.WriteFile(o.Creds, []byte("junk\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.fails(o, cluster.ErrFile, "junk.creds")
	o.Creds = i.user(plain, later)
	if _, err := cluster.Connect(r.ctx, o); !errors.Is(err, cluster.ErrAway) || !strings.Contains(err.Error(), "no JetStream") {
		t.Error(err)
	}
	o.Creds = i.user(halma, later)
	r.job(o)
}
