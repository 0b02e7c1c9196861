package cluster

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// secrets are the options of a connection that come from files. All are read and looked
// at before a server is asked: what is wrong with them does not pass by waiting.
func (c *Client) secrets() (options []nats.Option, err error) {
	if c.Creds != "" {
		err = check(c.Creds, func(text []byte) error {
			_, err := nkeys.ParseDecoratedJWT(text)
			if err == nil {
				_, err = nkeys.ParseDecoratedUserNKey(text)
			}
			return err
		})
		options = append(options, nats.UserCredentials(c.Creds))
	}
	if c.TokenFile != "" {
		err = errors.Join(err, check(c.TokenFile, func(text []byte) error {
			token, _, _ := strings.Cut(string(text), "\n")
			if token = strings.TrimSpace(token); token == "" {
				return errors.New("its first line has no token")
			}
			options = append(options, nats.Token(token))
			return nil
		}))
	}
	if c.CA != "" {
		err = errors.Join(err, check(c.CA, func(text []byte) error {
			if !x509.NewCertPool().AppendCertsFromPEM(text) {
				return errors.New("it has no certificate in PEM")
			}
			return nil
		}))
		options = append(options, nats.RootCAs(c.CA))
	}
	if c.Cert != "" {
		err = errors.Join(err, check(c.Cert, func([]byte) error {
			_, err := tls.LoadX509KeyPair(c.Cert, c.Key)
			return err
		}))
		options = append(options, nats.ClientCert(c.Cert, c.Key))
	}
	return options, err
}

// check reads a file and has it looked at.
func check(name string, good func(text []byte) error) error {
	text, err := os.ReadFile(name)
	if err == nil {
		if err = good(text); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFile, err)
	}
	return nil
}
