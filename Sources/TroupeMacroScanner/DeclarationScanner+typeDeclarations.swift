extension DeclarationScanner {
  /// Reads the type declaration at `index`, or returns nil if there is none.
  package mutating func typeDeclaration(members wanted: Bool = true) -> TypeDeclaration? {
    let prefix = prefix()
    guard let keyword = word(index),
      ["enum", "struct", "class", "actor", "protocol", "extension"].contains(keyword)
    else {
      return nil
    }
    index += 1
    let nameStart = index
    index += 1
    if keyword == "extension" { while `is`(index, "."), word(index + 1) != nil { index += 2 } }
    let name = source.text(tokens: nameStart..<max(nameStart, min(index, end)))
    let nameRange = bytes(min(nameStart, end)..<min(max(nameStart, index), end))
    var generics: String?
    if `is`(index, "<"), let close = genericParameters(index) {
      generics = source.text(tokens: index..<close + 1)
      index = close + 1
    }
    var inherited: [String] = []
    if `is`(index, ":") {
      repeat {
        index += 1
        let stop = endOfInherited(index)
        inherited.append(source.text(tokens: index..<max(index, stop)))
        index = stop
      } while `is`(index, ",")
    }
    while index < end, !`is`(index, "{") {
      index = `is`(index, "(") || `is`(index, "[") ? after(index) : index + 1
    }
    let bodyStart = index < end ? tokens[index].end : source.bytes.count
    let close = index < end ? after(index) : end
    let members = wanted && index < end ? self.members(index + 1..<max(index + 1, close - 1)) : []
    index = close
    return TypeDeclaration(
      prefix: prefix,
      keyword: keyword,
      name: name,
      nameRange: nameRange,
      genericParameters: generics,
      inherited: inherited,
      members: members,
      range: prefix.start..<max(prefix.start, close > 0 ? tokens[close - 1].end : 0),
      bodyStart: bodyStart
    )
  }

  /// Returns the index of the `>` that closes the generic parameters opened at `open`, or nil if there is
  /// none.
  func genericParameters(_ open: Int) -> Int? {
    var depth = 0
    var j = open
    while j < end {
      if `is`(j, "<") { depth += 1 }
      if `is`(j, ">"), !(`is`(j - 1, "-") && !tokens[j].spaceBefore) {
        depth -= 1
        if depth == 0 { return j }
      }
      if `is`(j, "{") { return nil }
      j = `is`(j, "(") || `is`(j, "[") ? after(j) : j + 1
    }
    return nil
  }

  /// Returns the index of the token after the inherited type that starts at `i`.
  func endOfInherited(_ i: Int) -> Int {
    var j = i
    var angles = 0
    while j < end, !`is`(j, "{") {
      if `is`(j, "<") { angles += 1 }
      if `is`(j, ">"), !(`is`(j - 1, "-") && !tokens[j].spaceBefore) { angles -= 1 }
      if angles == 0, `is`(j, ",") || word(j) == "where" { return j }
      j = `is`(j, "(") || `is`(j, "[") ? after(j) : j + 1
    }
    return j
  }
}
