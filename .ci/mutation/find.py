"""Finds the mutants of a Swift file: small mistakes that a test should notice."""

from reader import Context
from statements import Statements


class Finder(Statements):
    def __init__(self, path, text):
        super().__init__(path, text)
        self.members(0, len(self.tokens), Context())


def mutants(path, text):
    finder = Finder(path, text)
    seen, result = {}, []
    for mutant in sorted(finder.mutants, key=lambda m: (m.start, -m.end, m.what)):
        key = (mutant.place, mutant.source, mutant.what)
        seen[key] = seen.get(key, 0) + 1
        mutant.occurrence = seen[key]
        result.append(mutant)
    return result, finder.functions
