package site

import (
	"net/http"

	"github.com/halma-solve/halma-solve/reports"
)

// showSchema answers with a JSON Schema that the description of calls refers to.
func (s *Site) showSchema(w http.ResponseWriter, r *http.Request) error {
	all, err := reports.JSONSchemas()
	if err != nil {
		return err
	}
	text, ok := all[r.PathValue("name")]
	if !ok {
		return notFound.because("")
	}
	return write(w, "application/schema+json", text)
}
