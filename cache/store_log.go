package cache

import (
	"fmt"
	"log/slog"
	"strings"
)

// databaseLog passes what the database has to say on to slog at level debug:
// none of it is for users, and what matters comes back as an error anyway.
type databaseLog struct{ log *slog.Logger }

func (l databaseLog) Errorf(format string, args ...any)   { l.debug("error", format, args) }
func (l databaseLog) Warningf(format string, args ...any) { l.debug("warning", format, args) }
func (l databaseLog) Infof(format string, args ...any)    { l.debug("info", format, args) }
func (l databaseLog) Debugf(string, ...any)               {}

func (l databaseLog) debug(severity, format string, args []any) {
	l.log.Debug("store: "+strings.TrimSpace(fmt.Sprintf(format, args...)), "severity", severity)
}
