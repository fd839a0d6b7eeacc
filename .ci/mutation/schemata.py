"""Writes all mutants of a file into it at once, each behind its number."""

PREFIX = {
    "choice": "(_mutant(#) ? ({other}) : (",
    "statement choice": "if _mutant(#) {{ {other} }} else {{ ",
    "removal": "if !_mutant(#) {{ ",
    "true": "_mutantTrue(#, ",
    "false": "_mutantFalse(#, ",
    "insertion": "{other}",
}
SUFFIX = {
    "choice": "))", "statement choice": " }", "removal": " }", "true": ")", "false": ")", "insertion": "",
}
# Those of statements are around those of expressions.
RANK = {"insertion": 0, "removal": 1, "statement choice": 2, "true": 3, "false": 3, "choice": 4}

RUNTIME = """\
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

private let active = getenv("TROUPE_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

// One byte for each mutant, in a file, so that it also holds what processes reached that were killed.
private nonisolated(unsafe) let reached: UnsafeMutablePointer<UInt8>? = {
  guard let path = getenv("TROUPE_REACHED") else { return nil }
  let file = open(path, O_RDWR)
  guard file >= 0 else { return nil }
  let map = mmap(nil, {size}, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
  close(file)
  return map == MAP_FAILED ? nil : map?.assumingMemoryBound(to: UInt8.self)
}()

@inline(never)
public func _mutant(_ number: Int) -> Bool {
  if let reached { reached[number] = 1 }
  return number == active
}

public func _mutantTrue(_ number: Int, _ condition: Bool) -> Bool { _mutant(number) || condition }

public func _mutantFalse(_ number: Int, _ condition: Bool) -> Bool { !_mutant(number) && condition }
"""


class Mutant:
    """A mistake in a file. Its identity survives changes elsewhere in the file."""

    def __init__(self, path, line, source, place, form, what, start, end, other):
        self.path, self.line, self.source, self.place, self.form = path, line, source, place, form
        self.what, self.start, self.end, self.other = what, start, end, other
        self.occurrence, self.number = 1, 0

    @property
    def operator(self):
        return self.what + (f" #{self.occurrence}" if self.occurrence > 1 else "")

    @property
    def identity(self):
        return (self.path, self.place, self.source, self.operator)

    def __str__(self):
        return f"{self.path}:{self.line}: {self.place}: `{self.source}`: {self.operator}"


def render(text, mutants):
    """The text with the mutants, where in it each of them is, and where the pieces of the text are."""
    ordered = sorted(mutants, key=lambda m: (m.start, m.form != "insertion", -m.end, RANK[m.form], m.number))
    places, pieces, out, size = [], [], [], 0

    def write(piece, at=None):
        nonlocal size
        if at is not None:
            pieces.append((size, at))
        out.append(piece)
        size += len(piece.encode())

    def emit(index, start, end):
        """Writes what is in a range, with the mutants from an index on that are in it. Returns the next index."""
        at = start
        while index < len(ordered) and ordered[index].start < end + (ordered[index].form == "insertion"):
            mutant = ordered[index]
            if mutant.end > end or mutant.start < at:
                if mutant.start >= end:
                    break
                index += 1  # It overlaps another one.
                continue
            write(text[at:mutant.start], at)
            begin = size
            prefix = PREFIX[mutant.form].format(other=mutant.other) if mutant.form != "insertion" else mutant.other
            write(prefix.replace("_mutant(#", f"_mutant({mutant.number}").replace("(#,", f"({mutant.number},"))
            index = emit(index + 1, mutant.start, mutant.end) if mutant.form != "insertion" else index + 1
            write(SUFFIX[mutant.form])
            places.append((begin, size, mutant))
            at = mutant.end
        write(text[at:end], at)
        return index

    if "import TroupeDiagnostics" not in text:
        write("import TroupeDiagnostics\n")
    emit(0, 0, len(text))
    return "".join(out), places, pieces
