extension Lexer {
  /// Returns the end of the regex literal whose opening slash is at `slash`, or nil if there is no regex
  /// literal.
  func regexEnd(slash: Int, pounds: Int, mustBe: Bool) -> Int? {
    var index = slash + 1
    var groups = 0
    var classes = 0
    var multiline = false
    func byte(_ index: Int) -> UInt8 { index < source.count ? source[index] : 0 }
    if pounds == 0 {
      switch byte(index) {
      case 32, 9: if !mustBe { return nil }
      case UInt8(ascii: "*"), UInt8(ascii: "/"): return nil
      default: break
      }
      if slash > 0, source[slash - 1] == UInt8(ascii: "*") { return nil }
    } else {
      var scan = index
      while byte(scan) == 32 || byte(scan) == 9 { scan += 1 }
      multiline = byte(scan) == 10 || byte(scan) == 13
    }
    while index < source.count {
      if source[index] == UInt8(ascii: "/") {
        var closing = 0
        while closing < pounds, byte(index + 1 + closing) == UInt8(ascii: "#") { closing += 1 }
        if closing >= pounds {
          if pounds == 0 {
            if byte(index + 1) == UInt8(ascii: "*") || byte(index + 1) == UInt8(ascii: "/") {
              return mustBe ? index : nil
            }
            if !mustBe, source[index - 1] == 32 || source[index - 1] == 9,
              source[index - 2] != UInt8(ascii: "\\")
            {
              return nil
            }
          }
          return index + 1 + closing
        }
      }
      var escaped = false
      if source[index] == UInt8(ascii: "\\") {
        escaped = true
        index += 1
      }
      switch byte(index) {
      case 10, 13: if !multiline { return mustBe ? index : nil }
      case UInt8(ascii: "(") where !escaped && classes == 0: groups += 1
      case UInt8(ascii: ")") where !escaped && classes == 0:
        if groups == 0 { if !mustBe { return nil } } else { groups -= 1 }
      case UInt8(ascii: "[") where !escaped: classes += 1
      case UInt8(ascii: "]") where !escaped: classes = max(0, classes - 1)
      default: break
      }
      index += 1
    }
    return mustBe ? source.count : nil
  }
}
