extension Lexer {
  /// Returns whether an operator character starts at an index.
  func isOperator(_ index: Int) -> Bool {
    guard index < source.count else { return false }
    switch source[index] {
    case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"),
      UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"),
      UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "?"), UInt8(ascii: "."):
      return true
    case 0xC2..<0xF0:
      var index = index
      switch decode(&index) {
      case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xBB, 0xBF, 0xD7, 0xF7, 0x2016...0x2017,
        0x2020...0x2027, 0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E, 0x2190...0x23FF, 0x2500...0x2775,
        0x2794...0x2BFF, 0x2E00...0x2E7F, 0x3001...0x3003, 0x3008...0x3030:
        return true
      default: return false
      }
    default: return false
    }
  }

  /// Returns the Unicode scalar at an index and moves the index behind it. If the bytes aren't valid UTF-8,
  /// the result is arbitrary.
  private func decode(_ index: inout Int) -> UInt32 {
    let first = source[index]
    index += 1
    guard first >= 0xC2 else { return UInt32(first) }
    let count = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1
    var value = UInt32(first) & (count == 3 ? 0x07 : count == 2 ? 0x0F : 0x1F)
    for _ in 0..<count where index < source.count {
      value = value << 6 | UInt32(source[index] & 0x3F)
      index += 1
    }
    return value
  }

  /// Scans a single character of an operator, or the regex literal that ends a run of operator characters.
  mutating func scanOperator() -> Token.Kind {
    if let range = regex, range.lowerBound == at {
      at = range.upperBound
      regex = nil
      runEnd = 0
      previous = .operand
      return .regex
    }
    if at >= runEnd {
      let start = at
      var end = at
      while isOperator(end) {
        if end > start, source[end] == UInt8(ascii: "/"), end + 1 < source.count,
          source[end + 1] == UInt8(ascii: "/") || source[end + 1] == UInt8(ascii: "*")
        {
          break
        }
        _ = decode(&end)
      }
      let left = isLeftBound(start)
      let right = isRightBound(end, left)
      let was = previous
      runEnd = end
      if !left, was != .operatorName {
        var slash = start
        while slash < end {
          if source[slash] == UInt8(ascii: "/"), left != right || was != .operand {
            let mustBe = left == right && was != .argumentMayStart
            if let close = regexEnd(slash: slash, pounds: 0, mustBe: mustBe) {
              regex = slash..<close
              runEnd = slash
              break
            }
          }
          slash += 1
        }
      }
      let only = end == start + 1 ? source[start] : 0
      let arrow =
        end == start + 2 && source[start] == UInt8(ascii: "-") && source[start + 1] == UInt8(ascii: ">")
      if was == .afterTry, left {
        previous = .expressionMayStart
      } else if only == UInt8(ascii: ".") || arrow || (left && !right) || only == UInt8(ascii: "!") && left {
        previous = .operand
      } else {
        previous = .expressionMayStart
      }
      if regex?.lowerBound == at { return scanOperator() }
    }
    _ = decode(&at)
    return .op
  }

  private func isLeftBound(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    switch source[index - 1] {
    case 32, 9, 10, 11, 12, 13, 0, UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"):
      return false
    case UInt8(ascii: "/"): return !(index > 1 && source[index - 2] == UInt8(ascii: "*"))
    default: return true
    }
  }

  private func isRightBound(_ index: Int, _ left: Bool) -> Bool {
    guard index < source.count else { return false }
    switch source[index] {
    case 32, 9, 10, 11, 12, 13, 0, UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"):
      return false
    case UInt8(ascii: "."): return !left
    case UInt8(ascii: "/"):
      return
        !(index + 1 < source.count
        && (source[index + 1] == UInt8(ascii: "/") || source[index + 1] == UInt8(ascii: "*")))
    default: return true
    }
  }
}
