"""Finds the mutants of statements."""

from expressions import Expressions
from operators import ASSIGNMENTS, SWAPPED
from reader import Context

MODIFIERS = {
    "public", "package", "internal", "private", "fileprivate", "open", "static", "final", "nonisolated", "mutating",
    "nonmutating", "override", "weak", "unowned", "lazy", "indirect", "borrowing", "consuming", "convenience",
    "required", "dynamic", "isolated", "async",
}
ACCESSORS = {"get", "set", "didSet", "willSet", "_modify", "_read", "async"}
TYPES = {"struct", "class", "enum", "actor", "extension"}
# They end the program, or say what can't be.
TRAPS = {"precondition", "assert", "preconditionFailure", "assertionFailure", "fatalError"}


class Statements(Expressions):
    def members(self, s, e, context):
        for a, b in self.statements(s, e):
            self.statement(a, b, context, False)

    def block(self, brace, context):
        """The statements in braces."""
        s, e = brace + 1, self.tokens[brace].close
        self.body(s, e, context)

    def body(self, s, e, context):
        parts = self.statements(s, e)
        for a, b in parts:
            self.statement(a, b, context, len(parts) == 1)

    def statement(self, s, e, context, is_sole):
        k = self.after_attributes(s, e)
        while k + 1 < e and self.tokens[k].text in MODIFIERS and (
                self.tokens[k + 1].kind == "name" or self.tokens[k + 1].text in "@("):
            k += 1
            if k < e and self.tokens[k].text == "(":
                k = self.next(k)
            k = self.after_attributes(k, e)
        if k >= e:
            return
        word, after = self.tokens[k].text, self.tokens[k + 1].text if k + 1 < e else ""
        is_code = context.kind not in ("file", "type")
        if word in ("func", "deinit", "subscript") or word == "init" and after in ("(", "?", "<"):
            self.function(k, e, context)
        elif word in TYPES and k + 1 < e and self.tokens[k + 1].kind == "name":
            brace = self.find(k, e, "{")
            if brace is not None:
                self.members(brace + 1, self.tokens[brace].close, Context(after, "type"))
        elif word in ("let", "var"):
            self.variable(k, e, context)
        elif word in ("case", "typealias", "import", "associatedtype", "protocol", "infix", "prefix") and not is_code:
            return
        elif not is_code:
            return
        elif word in ("if", "guard", "while"):
            self.conditional(k, e, context, is_sole)
        elif word == "switch":
            self.switch(k, e, context)
        elif word == "for":
            self.loop(k, e, context)
        elif word in ("do", "repeat", "defer"):
            self.blocks(k, e, context.inside(word) if word != "do" else context)
        elif word == "return" and after:
            if context.kind in ("if", "case"):
                self.removal(s, e, context, is_sole)
            self.value(k + 1, e, context)
        elif word in ("return", "break", "continue", "throw", "fallthrough"):
            self.removal(s, e, context, is_sole)
            if word == "throw":
                self.expression(k + 1, e, context)
        else:
            self.simple(k, e, context, is_sole)

    def removal(self, s, e, context, is_sole):
        # It would be the same as a condition that doesn't hold, or the compiler wouldn't have it.
        if is_sole and context.kind in ("if", "guard") or self.tokens[s].text == "break" and context.kind == "case":
            return
        if context.name == "init" and self.tokens[s].text == "self" and e - s == 5 and self.tokens[s + 3].text == "=":
            return
        self.add("removal", "remove", s, e, context)

    def function(self, k, e, context):
        name = self.tokens[k].text if self.tokens[k].text != "func" else self.tokens[k + 1].text
        brace = self.find(k, e, "{")
        if brace is None:
            return
        returns, arrow = None, self.find(k, brace, "->")
        if arrow is not None:
            returns = self.source(arrow + 1, self.find(arrow, brace, "where") or brace)
        inner = Context(name, "function", returns)
        self.functions.append((self.tokens[brace].start, self.tokens[self.tokens[brace].close].end))
        if self.tokens[k].text == "subscript":
            self.accessors(brace, inner)
        else:
            self.returning(brace, inner)

    def returning(self, brace, context):
        """A body whose only statement may be what it returns."""
        s, e = brace + 1, self.tokens[brace].close
        parts = self.statements(s, e)
        if len(parts) == 1 and context.returns and context.returns not in ("Void", "Never"):
            self.result(*parts[0], context)
        else:
            self.body(s, e, context)

    def result(self, s, e, context):
        word = self.tokens[s].text
        if word in ("if", "switch", "return", "do", "guard", "throw", "let", "var", "while", "for", "repeat"):
            self.statement(s, e, context.inside("value") if word in ("if", "switch") else context, True)
        else:
            self.value(s, e, context)

    def accessors(self, brace, context):
        s, e = brace + 1, self.tokens[brace].close
        if s >= e or self.tokens[s].text not in ACCESSORS:
            return self.returning(brace, context)
        for a, b in self.statements(s, e):
            body = self.find(a, b, "{")
            if body is not None:
                self.functions.append((self.tokens[body].start, self.tokens[self.tokens[body].close].end))
                is_getter = self.tokens[a].text == "get"
                inner = Context(context.name, "function", context.returns if is_getter else None)
                self.returning(body, inner)

    def variable(self, k, e, context):
        equals, brace = self.find(k, e, "="), self.find(k, e, "{")
        name = self.tokens[k + 1].text
        if context.kind in ("file", "type"):
            if equals is not None and (brace is None or equals < brace):
                end = e
                if brace is not None and self.tokens[brace + 1].text in ACCESSORS:
                    self.accessors(brace, Context(name))
                    end = brace
                self.expression(equals + 1, end, Context(name, "property"))
            elif brace is not None:
                colon = self.find(k, brace, ":")
                returns = self.source(colon + 1, brace) if colon is not None else None
                self.functions.append((self.tokens[brace].start, self.tokens[self.tokens[brace].close].end))
                self.accessors(brace, Context(name, "function", returns))
        elif equals is not None:
            self.expression(equals + 1, e, context)

    def conditional(self, k, e, context, is_sole):
        word = self.tokens[k].text
        brace = self.find(k, e, "{")
        if brace is None:
            return
        clauses_end = brace - 1 if word == "guard" else brace
        clauses = self.split(k + 1, clauses_end)
        if self.source(k, clauses_end) == "while true":
            return self.block(brace, context.inside("loop"))
        # A guard's mistakes are in its body; an empty one can only trap.
        self.add("insertion", "condition false", k + 1, clauses_end, context, "!_mutant(#), ",
                 self.tokens[k + 1].start)
        for a, b in clauses:
            first = self.tokens[a].text
            if first in ("let", "var", "case"):
                equals = self.find(a, b, "=")
                if equals is not None:
                    self.expression(equals + 1, b, context)
            elif not first.startswith("#"):
                self.condition(a, b, context, {"true"} if word != "while" or len(clauses) > 1 else set())
        kind = {"while": "loop"}.get(word, word)
        if context.kind == "value":
            self.branch(brace, context)
        else:
            self.block(brace, context.inside(kind))
        rest = self.tokens[brace].close + 1
        if rest < e and self.tokens[rest].text == "else":
            if self.tokens[rest + 1].text == "if":
                self.conditional(rest + 1, e, context, is_sole)
            elif context.kind == "value":
                self.branch(rest + 1, context)
            else:
                self.block(rest + 1, context.inside("else"))

    def branch(self, brace, context):
        s, e = brace + 1, self.tokens[brace].close
        self.branches(s, e, context)

    def branches(self, s, e, context):
        """The statements of a branch, the last of which is its value."""
        parts = self.statements(s, e)
        if len(parts) == 1:
            self.result(*parts[0], context)
        else:
            for a, b in parts:
                self.statement(a, b, context.inside("else"), False)

    def switch(self, k, e, context):
        brace = self.find(k, e, "{")
        self.expression(k + 1, brace, context)
        labels, i, end = [], brace + 1, self.tokens[brace].close
        while i < end:
            if self.tokens[i].text in ("case", "default") and self.tokens[i - 1].text != ".":
                colon = self.find(i, end, ":")
                labels.append((i, colon))
                i = colon
            i = self.next(i)
        has_default = any(self.tokens[a].text == "default" for a, _ in labels)
        for n, (a, colon) in enumerate(labels):
            stop = labels[n + 1][0] if n + 1 < len(labels) else end
            where = self.find(a, colon, "where")
            if where is not None:
                self.condition(where + 1, colon, context, {"true", "false"})
            elif has_default and self.tokens[a].text == "case":
                for s, t in self.split(a + 1, colon):
                    self.add("insertion", "remove pattern", s, t, context, " where !_mutant(#)", self.tokens[t - 1].end)
            if context.kind == "value":
                self.branches(colon + 1, stop, context)
            else:
                self.body(colon + 1, stop, context.inside("case"))

    def loop(self, k, e, context):
        brace, word = self.find(k, e, "{"), self.find(k, e, "in")
        if brace is None or word is None:
            return
        where = self.find(word, brace, "where")
        self.expression(word + 1, where or brace, context)
        if where is not None:
            self.condition(where + 1, brace, context, {"true", "false"})
        elif len(self.statements(brace + 1, self.tokens[brace].close)) > 1:
            self.add("insertion", "loop over nothing", word + 1, brace, context, "where !_mutant(#) ",
                     self.tokens[brace].start)
        self.block(brace, context.inside("loop"))

    def blocks(self, k, e, context):
        i = k
        while (brace := self.find(i, e, "{")) is not None:
            where = self.find(i, brace, "where")
            if where is not None:
                self.condition(where + 1, brace, context, {"true", "false"})
            self.block(brace, context if context.kind != "guard" else context.inside("else"))
            i = self.tokens[brace].close + 1
        word = self.find(i, e, "while")
        if word is not None:
            self.expression(word + 1, e, context)

    def simple(self, s, e, context, is_sole):
        """A call or an assignment."""
        first = self.tokens[s].text
        if first in TRAPS or self.source(s, min(e, s + 3)) in ("super.init", "self.init"):
            return
        self.removal(s, e, context, is_sole)
        i = s
        while i < e:
            if self.tokens[i].text in ASSIGNMENTS and self.is_spaced(i):
                other = SWAPPED.get(self.tokens[i].text)
                if other:
                    self.add("statement choice", f"{self.tokens[i].text} to {other}", s, e, context,
                             f"{self.source(s, i)} {other} {self.source(i + 1, e)}")
                self.expression(s, i, context)
                return self.expression(i + 1, e, context)
            i = self.next(i)
        self.expression(s, e, context)
