/// One fact about a declaration. The scanner and swift-syntax have to produce the same facts in the same
/// order.
struct Fact: Equatable {
  /// The subject.
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
  /// The fact, in unambiguous words.
  var text: String
  /// Where it is, in bytes of the declaration.
  var offset: Int

  init(_ aspect: Aspect, _ parts: String?..., at offset: Int = 0) {
    self.aspect = aspect
    text = parts.map { $0 ?? "-" }.joined(separator: " ¦ ")
    self.offset = offset
  }
}
