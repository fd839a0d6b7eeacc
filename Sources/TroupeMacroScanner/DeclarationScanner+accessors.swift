extension DeclarationScanner {
  private static let accessorWords: Set<String> = [
    "get", "set", "didSet", "willSet", "init", "_read", "_modify", "unsafeAddress", "unsafeMutableAddress",
    "addressWithOwner", "mutableAddressWithOwner", "borrow", "mutate",
  ]

  /// Returns the index of an accessor's keyword, after its attributes and modifiers.
  private func accessorKeyword(_ i: Int) -> Int {
    var j = i
    while j < end {
      if `is`(j, "@") {
        j += 2
        if `is`(j, "("), !tokens[j].spaceBefore { j = after(j) }
      } else if let text = word(j),
        [
          "mutating", "nonmutating", "borrowing", "consuming", "__consuming", "nonisolated", "private",
          "public", "internal", "package", "fileprivate",
        ].contains(text)
      {
        j += 1
        if text == "nonisolated", `is`(j, "(") { j = after(j) }
      } else {
        return j
      }
    }
    return j
  }

  /// Returns whether the brace at `open` starts accessors rather than a body or a closure.
  func isAccessorBlock(_ open: Int, observersOnly: Bool) -> Bool {
    let keyword = accessorKeyword(open + 1)
    guard let text = word(keyword) else { return false }
    if observersOnly { return text == "didSet" || text == "willSet" }
    guard Self.accessorWords.contains(text) else { return false }
    let next = keyword + 1
    if `is`(next, "{") || `is`(next, "}") || `is`(next, "@") || next >= end { return true }
    if `is`(next, "(") {
      return ["set", "init", "didSet", "willSet"].contains(text) && `is`(after(next), "{")
    }
    if let follow = word(next) {
      return ["async", "throws", "set", "get", "mutating", "nonmutating", "_modify"].contains(follow)
    }
    return false
  }

  /// Returns the keywords of the accessors in the braces at `open`, or `["get"]` for a body without a
  /// keyword.
  func accessors(_ open: Int) -> [String] {
    guard isAccessorBlock(open, observersOnly: false) else {
      return word(accessorKeyword(open + 1)).map { $0 == "didSet" || $0 == "willSet" } == true
        ? observers(open) : ["get"]
    }
    return observers(open)
  }

  private func observers(_ open: Int) -> [String] {
    var found: [String] = []
    var j = open + 1
    let close = after(open) - 1
    while j < close {
      let keyword = accessorKeyword(j)
      if let text = word(keyword), Self.accessorWords.contains(text) { found.append(text) }
      j = keyword + 1
      while j < close, `is`(j, "(") || word(j) == "async" || word(j) == "throws" {
        j = `is`(j, "(") ? after(j) : j + 1
      }
      if `is`(j, "{") { j = after(j) }
    }
    return found
  }
}
