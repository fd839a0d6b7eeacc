/// One thing that is said of a declaration. The scanner and swift-syntax have to say the same ones in the
/// same order.
struct Fact: Equatable {
  /// What it is about.
  enum Aspect: String, CaseIterable {
    case attribute = "attributes"
    case modifier = "modifiers"
    case header = "headers"
    case generics = "generic parameter lists"
    case inherited = "inherited types"
    case enumCase = "cases"
    case parameter = "payload parameters"
    case rawValue = "raw values"
    case variable = "variables"
    case other = "other members"
    case directive = "lines of conditional compilation"
    case functionType = "types of functions"
    case end = "ends of declarations"
  }

  var aspect: Aspect
  /// What is said, in words that stand for nothing else.
  var text: String
  /// Where it is, in bytes of the declaration.
  var offset: Int

  init(_ aspect: Aspect, _ parts: String?..., at offset: Int = 0) {
    self.aspect = aspect
    text = parts.map { $0 ?? "-" }.joined(separator: " ¦ ")
    self.offset = offset
  }
}
