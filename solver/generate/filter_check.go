package generate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
)

// The library's language can loop as long as one likes: ranges of a million
// numbers, loops within loops, texts that double with every variable. A filter is
// written by whoever runs the program, or, on a site, by somebody else; so only
// those parts of the language are let in that cannot do harm, by name.

var filterFunctions = []string{
	"all", "any", "none", "one", "count", "filter", "map", "sum", "min", "max", "mean", "median",
	"len", "first", "last", "abs", "ceil", "floor", "round", "sort", "uniq",
}

// FilterFunctions lists the functions of filters.
func FilterFunctions() []string { return slices.Clone(filterFunctions) }

var filterOperators = []string{
	"and", "&&", "or", "||", "not", "!", "==", "!=", "<", "<=", ">", ">=", "in", "not in",
	"+", "-", "*", "/", "%", "**", "^", "contains", "startsWith", "endsWith",
}

// checkFilter parses a filter and looks for what is not let in.
func checkFilter(text string) error {
	tree, err := parser.Parse(text)
	if err != nil {
		return filterError(err)
	}
	return checkNode(tree.Node, 0, false)
}

// spans makes "x in A..B" two comparisons, for fractions, too. In the library it
// looks for whole numbers in a list.
type spans struct{}

// Visit implements [ast.Visitor].
func (spans) Visit(node *ast.Node) {
	if n, ok := (*node).(*ast.BinaryNode); ok {
		if span, ok := rangeOf(n); ok {
			compare := func(operator string, with ast.Node) ast.Node {
				c := &ast.BinaryNode{Operator: operator, Left: n.Left, Right: with}
				c.SetLocation(n.Location())
				return c
			}
			ast.Patch(node, &ast.BinaryNode{Operator: "and", Left: compare(">=", span.Left), Right: compare("<=", span.Right)})
		}
	}
}

// checkNode checks a part of an expression that stands within some loops, and
// perhaps on the left of a range. There it is computed twice, so that no range may
// stand within another's left side.
func checkNode(n ast.Node, loops int, twice bool) error {
	if err := checkAlone(n, loops); err != nil {
		return err
	}
	switch n := n.(type) {
	case *ast.BinaryNode:
		if span, ok := rangeOf(n); ok && !twice {
			if err := checkNode(n.Left, loops, true); err != nil {
				return err
			}
			return checkNodes(loops, twice, span.Left, span.Right)
		}
		return checkNodes(loops, twice, n.Left, n.Right)
	case *ast.UnaryNode:
		return checkNodes(loops, twice, n.Node)
	case *ast.ConditionalNode:
		return checkNodes(loops, twice, n.Cond, n.Exp1, n.Exp2)
	case *ast.ArrayNode:
		return checkNodes(loops, twice, n.Nodes...)
	case *ast.MemberNode:
		return checkNodes(loops, twice, n.Node, n.Property)
	case *ast.SliceNode:
		return checkNodes(loops, twice, n.Node, n.From, n.To)
	case *ast.PredicateNode:
		return checkNodes(loops+1, twice, n.Node)
	case *ast.BuiltinNode:
		return checkNodes(loops, twice, n.Arguments...)
	case *ast.CallNode:
		return checkNodes(loops, twice, append([]ast.Node{n.Callee}, n.Arguments...)...)
	}
	return nil
}

func checkNodes(loops int, twice bool, parts ...ast.Node) error {
	for _, part := range parts {
		if part == nil {
			continue
		}
		if err := checkNode(part, loops, twice); err != nil {
			return err
		}
	}
	return nil
}

// rangeOf returns the range A..B of "x in A..B".
func rangeOf(n *ast.BinaryNode) (span *ast.BinaryNode, ok bool) {
	span, ok = n.Right.(*ast.BinaryNode)
	return span, ok && n.Operator == "in" && span.Operator == ".."
}

// checkAlone checks a part of an expression without what it is made of.
func checkAlone(n ast.Node, loops int) error {
	why := ""
	switch n := n.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.StringNode, *ast.PointerNode, *ast.UnaryNode,
		*ast.ConditionalNode, *ast.ArrayNode, *ast.MemberNode, *ast.SliceNode:
	case *ast.IdentifierNode:
		if strings.HasPrefix(n.Value, "$") { // the library's own
			return &FilterError{n.Location().From + 1, fmt.Sprintf("unknown name %q", n.Value), n.Value}
		}
	case *ast.BinaryNode:
		switch {
		case n.Operator == "..":
			why = "a range stands behind one name and in, as in moves in 5..8, and nowhere else"
		case !slices.Contains(filterOperators, n.Operator):
			why = fmt.Sprintf("the operator %s has no place in a filter (operators: %s)", n.Operator, strings.Join(filterOperators, " "))
		}
	case *ast.PredicateNode:
		if loops == maxFilterLoops {
			why = fmt.Sprintf("at most %d loops may stand within each other", maxFilterLoops)
		}
	case *ast.BuiltinNode:
		if !slices.Contains(filterFunctions, n.Name) {
			why = fmt.Sprintf("the function %s has no place in a filter (functions: %s)", n.Name, strings.Join(filterFunctions, ", "))
		}
	case *ast.CallNode:
		if name, ok := n.Callee.(*ast.IdentifierNode); ok && !slices.Contains(filterFunctions, name.Value) {
			why = fmt.Sprintf("there is no function %s (functions: %s)", name.Value, strings.Join(filterFunctions, ", "))
		}
	default:
		why = "this has no place in a filter: comparisons, and, or, not, numbers, texts, lists and functions have"
	}
	if why == "" {
		return nil
	}
	return &FilterError{Column: n.Location().From + 1, Msg: why}
}
