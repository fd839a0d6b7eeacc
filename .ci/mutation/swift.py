"""The tokens of a Swift file that is formatted as this package's are: enough to find statements and operands."""

import re

OPERATOR = set("/=-+!*%<>&|^~?")
OPEN = {"(": ")", "[": "]", "{": "}"}
NUMBER = re.compile(r"0[xob][0-9A-Fa-f_]+|[0-9][0-9_]*(\.[0-9][0-9_]*)?([eE][+-]?[0-9]+)?")
NAME = re.compile(r"`[^`]+`|[#$]?[A-Za-z_0-9]+")


class Token:
    __slots__ = ("kind", "text", "start", "end", "first", "indent", "line", "close")

    def __init__(self, kind, text, start, first, indent, line):
        self.kind, self.text, self.start, self.end = kind, text, start, start + len(text)
        self.first, self.indent, self.line = first, indent, line
        self.close = None  # the index of the bracket that closes this one


def end_of_string(text, start):
    """The end of the string literal that starts here, interpolations included."""
    hashes = 0
    while text[start + hashes] == "#":
        hashes += 1
    quote = '"""' if text.startswith('"""', start + hashes) else '"'
    close, escape = quote + "#" * hashes, "\\" + "#" * hashes
    at = start + hashes + len(quote)
    while not text.startswith(close, at):
        if text.startswith(escape, at):
            at += len(escape)
            if text[at] == "(":
                depth, at = 1, at + 1
                while depth:
                    if text[at] == '"':
                        at = end_of_string(text, at)
                        continue
                    depth += {"(": 1, ")": -1}.get(text[at], 0)
                    at += 1
                continue
        at += 1
    return at + len(close)


def end_of_comment(text, start):
    if text.startswith("//", start):
        end = text.find("\n", start)
        return len(text) if end < 0 else end
    depth, at = 1, start + 2
    while depth:
        if text.startswith("/*", at):
            depth, at = depth + 1, at + 2
        elif text.startswith("*/", at):
            depth, at = depth - 1, at + 2
        else:
            at += 1
    return at


def tokens(text):
    """All tokens but comments and compiler directives, with their brackets matched."""
    result, at, line = [], 0, 1
    first, indent = True, 0
    opened = []

    def add(kind, end):
        nonlocal at, first, line
        token = Token(kind, text[at:end], at, first, indent, line)
        line += token.text.count("\n")
        result.append(token)
        at, first = end, False
        return token

    while at < len(text):
        c = text[at]
        if c == "\n":
            at, first, indent, line = at + 1, True, 0, line + 1
            while at < len(text) and text[at] == " ":
                at, indent = at + 1, indent + 1
        elif c.isspace():
            at += 1
        elif text.startswith(("//", "/*"), at):
            end = end_of_comment(text, at)
            line += text.count("\n", at, end)
            at = end
        elif first and re.match(r"#(if|else|elseif|endif|sourceLocation)\b", text[at:at + 16]):
            at = end_of_comment("//" + text[at:], 0) - 2 + at
        elif c == '"' or re.match(r'#+"', text[at:at + 4]):
            add("string", end_of_string(text, at))
        elif c.isdigit():
            add("number", NUMBER.match(text, at).end())
        elif NAME.match(text, at):
            add("name", NAME.match(text, at).end())
        elif text.startswith(("..<", "..."), at):
            add("operator", at + 3)
        elif c in OPERATOR:
            end = at
            while end < len(text) and text[end] in OPERATOR and not text.startswith(("//", "/*"), end):
                end += 1
            add("operator", end)
        else:
            token = add("mark", at + 1)
            if token.text in OPEN:
                opened.append(token)
            elif token.text in OPEN.values():
                opened.pop().close = len(result) - 1
    return result
