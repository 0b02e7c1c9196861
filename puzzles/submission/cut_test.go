package submission

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// Where submissions begin and end.
func TestReader(t *testing.T) {
	for _, c := range []struct {
		form Form
		text string
		want string // line:column and text of each item
	}{
		{Text, "", ""},
		{Text, "# nothing\n\n---\n", ""},
		{Text, "a\nb\n", `1:1 "a\nb\n"`},
		{Text, "\n\na\nb", `3:1 "a\nb"`},
		{Text, "a\n\nb\n\n\nc", `1:1 "a\n\n" | 3:1 "b\n\n\n" | 6:1 "c"`},
		{Text, "1. a\n\n2. b\n# c\n\n3) d\n1. e", `1:1 "1. a\n\n2. b\n# c\n\n3) d\n" | 7:1 "1. e"`},
		{Text, "1 a\n2 b\n 1: c\n2 d", `1:1 "1 a\n2 b\n" | 3:1 " 1: c\n2 d"`},
		{Text, "a\n---\nb\n=====\n--\n", `1:1 "a\n" | 3:1 "b\n" | 5:1 "--\n"`},
		{Text, "a\n# b\n\n# c\nd\n", `1:1 "a\n# b\n\n# c\n" | 5:1 "d\n"`},
		{Text, "46-44\n12-14\n\n1 46-44", `1:1 "46-44\n12-14\n\n" | 4:1 "1 46-44"`},
		{JSONLines, "{}\n\n  [1]\r\nx\n{", `1:1 "{}" | 3:3 "[1]\r" | 4:1 "x" | 5:1 "{"`},
		{JSON, "{}{} [\n]\n \"a\" {", `1:1 "{}" | 1:3 "{}" | 1:6 "[\n]" | 3:2 "\"a\"" | 3:6 "{"`},
		{JSON, "[{},\n  {\"ä\":[]} ,{\"}\":\"\\\"}\"}] {}", `1:2 "{}" | 2:3 "{\"ä\":[]}" | 2:13 "{\"}\":\"\\\"}\"}" | 2:26 "{}"`},
		{JSON, "ab {}\n{}", `1:1 "ab {}" | 2:1 "{}"`},
		{JSON, "{\"a\": [}\n{}", `1:1 "{\"a\": [}\n{}"`},
		{JSON, "[{}, ]", `1:2 "{}" | line 1, column 6: a submission {…} is expected in this list, here is ']'`},
		{JSON, "[{} {}]", `1:2 "{}" | line 1, column 5: a comma or ] is expected between submissions, here is '{'`},
		{JSON, "[{},\n 5]", `1:2 "{}" | line 2, column 2: a submission {…} is expected in this list, here is '5'`},
		{JSON, "[{}\n", `1:2 "{}" | line 2, column 1: the list of submissions has no end`},
		{JSON, "[{}] x", `1:2 "{}" | 1:6 "x"`},
	} {
		r := NewReader(strings.NewReader(c.text), c.form, Limits{})
		var got []string
		var b Batch
		for {
			err := r.Next(&b)
			if err != nil {
				if err != io.EOF {
					got = append(got, err.Error())
				}
				if again := r.Next(&b); again != err || len(b.Items) > 0 {
					t.Errorf("%q: %v, then %v", c.text, err, again)
				}
				break
			}
			for _, item := range b.Items {
				got = append(got, fmt.Sprintf("%d:%d %q", item.Line, item.Column, item.Text))
			}
		}
		if text := strings.Join(got, " | "); text != c.want {
			t.Errorf("%s %q:\n%s\nwant\n%s", c.form, c.text, text, c.want)
		}
	}
}
