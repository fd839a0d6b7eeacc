"""Finds the mutants of expressions."""

from operators import ASSIGNMENTS, BOUNDARY, MEMBERS, NEGATED, NUMBERS, PRECEDENCES, SWAPPED
from reader import Reader


class Expressions(Reader):
    def value(self, s, e, context):
        """What a function returns."""
        returns = context.returns or ""
        if returns.startswith("(") and ":" not in returns and "," not in returns:
            returns = returns[1:-1] if returns.endswith(")") else returns
        text = self.source(s, e)
        if returns == "Bool":
            return self.condition(s, e, context, {"true", "false"})
        other = None
        if returns.endswith("?") and text != "nil":
            other = "nil"
        elif returns in NUMBERS:
            other = f"({text}) + 1"
        elif returns == "Duration" and text != ".zero":
            other = ".zero"
        elif returns == "String" and text != '""':
            other = '""'
        elif returns.startswith(("[", "Set<")) and text not in ("[]", "[:]"):
            other = "[:]" if ":" in returns else "[]"
        if other and self.tokens[s].text not in ("if", "switch"):
            self.add("choice", "return " + ("one more" if "+ 1" in other else other), s, e, context, other)
        self.expression(s, e, context)

    def condition(self, s, e, context, wanted):
        """A Boolean expression. Of `a && b`, each operand that is always true, and the whole that is false."""
        for operator, part in (("||", "false"), ("&&", "true")):
            operands = self.split(s, e, operator)
            if self.find(s, e, "?") is None or not self.has_ternary(s, e):
                if len(operands) > 1:
                    whole = "true" if part == "false" else "false"
                    if whole in wanted:
                        self.add(whole, f"condition {whole}", s, e, context)
                    for a, b in operands:
                        self.condition(a, b, context, {part})
                    return
        literal = self.source(s, e)
        for value in sorted(wanted):
            if literal != value and not (value == "true" and literal.startswith("#")):
                self.add(value, f"condition {value}" if literal not in ("true", "false") else value, s, e, context)
        if literal not in ("true", "false"):
            self.expression(s, e, context, is_condition=True)

    def has_ternary(self, s, e):
        i = s
        while i < e:
            if self.tokens[i].text == "?" and self.is_spaced(i):
                return True
            i = self.next(i)
        return False

    def operators(self, s, e, texts):
        result, i = [], s
        while i < e:
            if self.tokens[i].text in texts and i > s and self.is_spaced(i):
                result.append(i)
            i = self.next(i)
        return result

    def expression(self, s, e, context, is_condition=False):
        while s < e and self.tokens[s].text in ("try", "await"):
            is_optional = self.tokens[s].text == "try" and s + 1 < e and self.tokens[s + 1].text == "?"
            if is_optional:
                self.add("choice", "try? gives nil", s, e, context, "nil")
            s += 2 if is_optional or s + 1 < e and self.tokens[s + 1].text == "!" else 1
        if s >= e:
            return
        if self.tokens[s].text in ("if", "switch", "do"):
            return self.statement(s, e, context.inside("value"), True)
        marks = self.operators(s, e, {"?"})
        if marks:
            colon, rest = None, marks[0] + 1
            depth = 0
            for i in self.operators(rest, e, {"?", ":"}):
                if self.tokens[i].text == "?":
                    depth += 1
                elif depth:
                    depth -= 1
                else:
                    colon = i
                    break
            self.condition(s, marks[0], context, {"true", "false"})
            if colon:
                self.expression(rest, colon, context)
                self.expression(colon + 1, e, context)
            return
        if self.operators(s, e, {"||", "&&"}):
            return self.condition(s, e, context, {"true", "false"})
        found = self.operators(s, e, NEGATED)
        if found:
            i = found[0]
            left, right, operator = self.source(s, i), self.source(i + 1, e), self.tokens[i].text
            others = [NEGATED[operator]] if not is_condition else []
            for other in others + [BOUNDARY[operator]] if operator in BOUNDARY else others:
                self.add("choice", f"{operator} to {other}", s, e, context, f"{left} {other} {right}")
            self.expression(s, i, context)
            return self.expression(i + 1, e, context)
        for texts in PRECEDENCES:
            found = self.operators(s, e, texts)
            if found:
                return self.binary(s, e, found, context)
        self.primary(s, e, context, is_condition)

    def binary(self, s, e, found, context):
        starts = [s] + [i + 1 for i in found]
        ends = found + [e]
        for n, i in enumerate(found):
            operator, right = self.tokens[i].text, ends[n + 1]
            if operator in ("is", "as"):
                break
            if operator == "??":
                self.add("choice", "fallback always", starts[n], e, context, self.source(i + 1, e))
            elif operator in SWAPPED:
                self.add("choice", f"{operator} to {SWAPPED[operator]}", s, right, context,
                         f"{self.source(s, i)} {SWAPPED[operator]} {self.source(i + 1, right)}")
        for a, b in zip(starts, ends):
            self.expression(a, b, context)
            if self.tokens[b].text in ("is", "as") if b < e else False:
                break

    def primary(self, s, e, context, is_condition):
        tokens = self.tokens
        if tokens[s].text == "!" and s + 1 < e:
            if not is_condition:
                self.add("choice", "not negated", s, e, context, self.source(s + 1, e))
            return self.primary(s + 1, e, context, True)
        i = s
        while i < e:
            token = tokens[i]
            before = tokens[i - 1] if i > s else None
            after = tokens[i + 1] if i + 1 < e else None
            is_member = before is not None and before.text == "."
            if token.kind == "number" and not is_member:
                sign = 1 if before is not None and before.text == "-" and before.end == token.start else 0
                other = {"0": "1", "1": "0"}.get(token.text, f"({token.text} + 1)")
                self.add("choice", f"{token.text} to {'one more' if '+' in other else other}", i - sign, i + 1, context,
                         "-" * sign + other)
            elif token.text in ("true", "false") and not is_member:
                other = "false" if token.text == "true" else "true"
                self.add("choice", f"{token.text} to {other}", i, i + 1, context, other)
            elif token.text in MEMBERS and is_member and i - 1 > s:
                is_call = after is not None and (after.text == "{" or after.text == "(" and after.start == token.end)
                end = self.next(i + 1) if is_call else i + 1
                start = self.start_of_chain(s, i)
                if start < i - 1:
                    self.add("choice", f".{token.text} to .{MEMBERS[token.text]}", start, end, context,
                             self.source(start, i) + MEMBERS[token.text] + self.source(i + 1, end))
            elif token.text in ("min", "max") and not is_member and after is not None and after.text == "(":
                other = "max" if token.text == "min" else "min"
                end = self.next(i + 1)
                self.add("choice", f"{token.text} to {other}", i, end, context, other + self.source(i + 1, end))
            elif token.text == "(":
                for a, b in self.split(i + 1, token.close):
                    if a + 1 < b and tokens[a].kind == "name" and tokens[a + 1].text == ":":
                        a += 2
                    self.expression(a, b, context)
            elif token.text == "[":
                self.brackets(i, s, e, context)
            elif token.text == "{":
                self.closure(i, context)
            i = self.next(i)

    def start_of_chain(self, s, i):
        """Where the expression starts whose member is at this place."""
        start, at = i, s
        # Brackets can only be skipped forwards.
        chain = s
        while at < i:
            token = self.tokens[at]
            is_joined = at == s or self.tokens[at].start == self.tokens[at - 1].end or token.text == "."
            if token.kind == "operator" and token.text not in ("?", "!") or not is_joined and token.text != "{":
                chain = at + 1 if token.kind == "operator" else at
            at = self.next(at)
            start = chain
        return start

    def brackets(self, i, s, e, context):
        token, close = self.tokens[i], self.tokens[i].close
        before = self.tokens[i - 1] if i > s else None
        after = self.tokens[close + 1] if close + 1 < e else None
        is_subscript = before is not None and before.end == token.start and before.kind != "operator" \
            or before is not None and before.text in "?!" and before.end == token.start and before.kind == "operator"
        is_type = after is not None and after.text == "("
        is_empty = close == i + 1 or close == i + 2 and self.tokens[i + 1].text == ":"
        if not is_empty and not is_subscript and not is_type:
            empty = "[:]" if self.find(i + 1, close, ":") is not None else "[]"
            self.add("choice", "empty collection", i, close + 1, context, empty)
        for a, b in self.split(i + 1, close):
            colon = self.find(a, b, ":")
            self.expression(colon + 1 if colon is not None else a, b, context)

    def closure(self, brace, context):
        s, e = brace + 1, self.tokens[brace].close
        i = s
        while i < e:
            token = self.tokens[i]
            if token.text == "in":
                s = i + 1
                break
            if token.first and i > s or token.text in ("for", "if", "guard", "let", "var", "return", "while", "switch"):
                break
            i = self.next(i)
        inner = context.inside("closure")
        self.functions.append((self.tokens[brace].start, self.tokens[e].end))
        parts = self.statements(s, e)
        if len(parts) == 1 and self.tokens[parts[0][0]].text not in ("if", "switch", "return", "for", "do", "guard"):
            a, b = parts[0]
            is_value = self.operators(a, b, set(NEGATED) | {"&&", "||", "??", "+", "-", "?"}) or b == a + 1
            is_value = is_value or self.tokens[a].text in ("!", ".", "(") or self.tokens[b - 1].kind == "name"
            if self.tokens[a].text == "!" or self.operators(a, b, {"&&", "||"}):
                return self.condition(a, b, inner, {"true", "false"})
            # Of a call it isn't known whether it is a value; without the statement around it goes, too.
            if is_value or self.find(a, b, *ASSIGNMENTS) is None:
                return self.expression(a, b, inner)
        elif len(parts) == 1 and self.tokens[parts[0][0]].text in ("if", "switch"):
            # It may be a value or not; what the compiler refuses goes.
            return self.statement(*parts[0], inner.inside("value"), True)
        self.body(s, e, inner)
