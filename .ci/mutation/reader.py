"""Finds the parts of a Swift file, and keeps the mutants that are found in it."""

import swift
from schemata import Mutant


class Context:
    """Where a statement is."""

    def __init__(self, name="", kind="file", returns=None):
        self.name, self.kind, self.returns = name, kind, returns

    def inside(self, kind):
        return Context(self.name, kind, None if kind == "closure" else self.returns)


class Reader:
    def __init__(self, path, text):
        self.path, self.text, self.tokens, self.mutants = path, text, swift.tokens(text), []
        self.lines = text.split("\n")
        self.functions = []  # the ranges of bodies, for errors at their ends

    def source(self, s, e):
        return self.text[self.tokens[s].start:self.tokens[e - 1].end] if s < e else ""

    def add(self, form, what, s, e, context, other=None, at=None):
        if s >= e:
            return
        start, end = (at, at) if at is not None else (self.tokens[s].start, self.tokens[e - 1].end)
        if form in ("choice", "statement choice") and end - start > 400:
            return
        self.mutants.append(
            Mutant(self.path, self.tokens[s].line, self.lines[self.tokens[s].line - 1].strip(), context.name, form,
                   what, start, end, other))

    def is_spaced(self, i):
        t = self.tokens[i]
        return self.text[t.start - 1:t.start].isspace() and self.text[t.end:t.end + 1].isspace()

    def next(self, i):
        close = self.tokens[i].close
        return i + 1 if close is None else close + 1

    def find(self, s, e, *texts):
        """The first of some tokens that isn't in brackets."""
        i = s
        while i < e:
            if self.tokens[i].text in texts:
                return i
            i = self.next(i)
        return None

    def split(self, s, e, mark=","):
        parts, start = [], s
        while (i := self.find(start, e, mark)) is not None:
            parts.append((start, i))
            start = i + 1
        return parts + [(start, e)] if start < e else parts

    def statements(self, s, e):
        result, i = [], s
        while i < e:
            start = i
            i = self.after_attributes(i, e)
            # With attributes and modifiers before it, a declaration goes on on the next line.
            indent, i = self.tokens[start].indent, self.next(i) if i < e else e
            while i < e:
                token = self.tokens[i]
                if token.text == ";":
                    break
                if token.first and token.indent <= indent and not self.goes_on(i):
                    break
                i = self.next(i)
            result.append((start, i))
            if i < e and self.tokens[i].text == ";":
                i += 1
        return result

    def goes_on(self, i):
        token = self.tokens[i]
        return token.text in ("else", "catch", ".", "where", "{") or (
            token.kind == "operator" and self.is_spaced(i)) or token.text in (")", "]", "}")

    def after_attributes(self, i, e):
        while i + 1 < e and self.tokens[i].text == "@":
            i += 2
            if i < e and self.tokens[i].text == "(" and self.tokens[i].start == self.tokens[i - 1].end:
                i = self.next(i)
        return i
