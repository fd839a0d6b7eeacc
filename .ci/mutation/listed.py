"""Lists of mutants in files, which stay valid when lines move.

    Sources/TroupeDurable/Store/KeyWriter.swift
      write: `if found != expected { throw .superseded(key) }`: condition true
        The reason, or for the sample the test class that notices.
"""

import re

LINE = re.compile(r"^  (.*?): `(.*)`: (.*)$")


def load(path):
    """The identities and what stands below each."""
    result, file, identity = {}, None, None
    for line in path.read_text().splitlines() if path.exists() else []:
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            file = line.strip()
        elif line.startswith("    "):
            result[identity] = (result[identity] + " " + line.strip()).strip()
        elif found := LINE.match(line):
            identity = (file, *found.groups())
            result[identity] = ""
        else:
            raise SystemExit(f"{path}: can't read: {line}")
    return result


def text(entries):
    """The list of identities and what stands below each."""
    out, file = [], None
    for identity, below in sorted(entries.items()):
        if identity[0] != file:
            file = identity[0]
            out.append(file)
        out += [f"  {identity[1]}: `{identity[2]}`: {identity[3]}", f"    {below}"]
    return "\n".join(out) + "\n"
