"""Operators and members, and what is put in their places."""

ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "&+=", "&-=", "|=", "&=", "^=", "%="}
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "==", "===": "!==", "!==": "==="}
BOUNDARY = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
SWAPPED = {
    "+": "-", "-": "+", "&+": "&-", "&-": "&+", "*": "+", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|",
    "|": "&", "^": "&", "..<": "...", "...": "..<", "+=": "-=", "-=": "+=", "&+=": "&-=", "&-=": "&+=", "|=": "&=",
}
PRECEDENCES = [
    {"??"}, {"is", "as"}, {"..<", "..."}, {"+", "-", "&+", "&-", "|", "^"}, {"*", "/", "%", "&*", "&"}, {"<<", ">>"},
]
MEMBERS = {
    "first": "last", "last": "first", "removeFirst": "removeLast", "removeLast": "removeFirst", "popFirst": "popLast",
    "popLast": "popFirst", "prefix": "suffix", "suffix": "prefix", "dropFirst": "dropLast", "dropLast": "dropFirst",
    "firstIndex": "lastIndex", "lastIndex": "firstIndex", "allSatisfy": "contains",
}
NUMBERS = {"Int", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Int32", "Int64"}
