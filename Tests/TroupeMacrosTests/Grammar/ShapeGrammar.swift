/// Enums with `@CasePathable`, with a case of every shape.
///
/// `#` stands for the number of a declaration.
enum ShapeGrammar {
  /// The enum: `$` stands for its cases.
  static let enums = [
    "enum E# { $ }", "indirect enum E# { $ }", "enum E#<T> { $; case t(T) }",
    "public enum E#: Sendable { $ }",
    "enum E#<T: Collection> where T.Element == Int { $; case t(T.Element, of: T) }",
    "enum E#: CasePathIterable { $ }",
    "nonisolated enum E# { $ }", "@MainActor enum E# { $ }",
  ]

  /// The text before the case.
  static let attributes = [
    "", "indirect ", "@available(*, deprecated) ", "@available(*, deprecated, message: \"a, (b)\") ",
    "@available(macOS 99, *) ", "@available(*, unavailable) ", "@available(iOS, unavailable) ",
    "@available(macOS, introduced: 10.0, deprecated: 11.0) ", "@available(swift 5.0) ",
    "@available(swift, obsoleted: 5.0) ", "/// A case.\n", "/* case fake(Int) */ ",
  ]

  /// The name of the case.
  static let names = [
    "a", "`default`", "`self`", "`init`", "`Type`", "`Self`", "`Any`", "none", "some", "allCases", "rawValue",
    "value0", "embed", "extract", "root", "map", "count", "first", "makeIteratorOfIt", "`two words`", "größe",
    "🎉",
    "AnyCasePath", "Swift", "TroupeCasePaths", "Int", "String", "Void", "Sendable", "E#",
    "underestimatedCount",
    "`subscript`", "is", "modify", "Cases", "case0", "get", "set", "async", "await", "actor", "`a`",
  ]

  /// The payload: `%` stands for a label.
  static let payloads = [
    "", "(%Int)", "(%Int, b: String, _ c: Bool)", "(%Int, String)", "(%Int = 1)", "(%String = \"a, )\")",
    "(%Int?)", "(%Int??)", "(%Int!)", "(%[Int])", "(%[String: [Int]])", "(%(Int, String))",
    "(%(a: Int, b: String))",
    "(%((Int)))", "(%())", "(%Void)", "(%Void, Int)", "(%Never)", "(%(Never))", "(%Never?)", "(%Int, Never)",
    "(%() -> Void)", "(%() -> Void = {})", "(%(Int, String) throws -> Int?)",
    "(%@Sendable () async throws -> Int)",
    "(%@MainActor () -> Void)", "(%@escaping () -> Void)", "(%(inout Int) -> Void)", "(%((Int) -> Void)?)",
    "(%@autoclosure () -> Int)", "(%@autoclosure () -> Int, Int)", "(%@convention(c) (Int) -> Int)",
    "(%(Int) -> (String) -> Bool)", "(%[() -> Void])", "(%any Error)", "(%any Error & Sendable)",
    "(%(any Error)?)",
    "(%Int.Type)", "(%Any.Type)", "(%any Error.Type)", "(%any Collection<Int>)", "(%Any)", "(%AnyObject)",
    "(%Result<Int, any Error>)", "(%Dictionary<String, Array<Int>>)", "(%Swift.Int)",
    "(%KeyPath<String, Int>)",
    "(%Duration = .seconds(1))", "(%Set<Int> = Set<Int>(), Int = 1 < 2 ? 3 : 4)",
    "(%[Int] = [1, 2], b: Int = 3)",
    "(%() throws(CancellationError) -> Void)", "(%(_ a: Int, _ b: String) -> Void)", "(%(Int...) -> Void)",
    "(%nonisolated(nonsending) () async -> Void)", "(%(sending String) -> Void)",
    "(%(borrowing String) -> Void)",
    "(%Int /* a, b) */, /* c: */ String)", "(%[Self])", "(%Self?)", "(%() -> Self)", "(%(Self) -> Void)",
  ]

  /// The label of the first part.
  static let labels = [
    "", "x: ", "_: ", "_ x: ", "x : ", "in: ", "`in`: ", "for: ", "`class`: ", "self: ", "`Self`: ",
    "`default`: ",
    "each: ", "value0: ", "größe: ", "Int: ", "`two words`: ",
  ]

  /// Where the case is among others: `$` stands for it.
  static let places = [
    "$; case z", "case y, z(Int); $", "\n#if DEBUG || !DEBUG\n$\n#else\ncase z(Int)\n#endif\n", "$",
  ]

  /// The choices at each place that are combined: payloads with labels in every enum, and names with
  /// attributes and places.
  static let slices: [[Range<Int>]] = [
    [enums.indices, 0..<1, 0..<1, payloads.indices, labels.indices, 0..<1],
    [enums.indices, attributes.indices, names.indices, 0..<3, 0..<1, places.indices],
  ]

  /// A declaration, with its macro or without.
  static func source(_ row: [Int], number: Int, hasMacro: Bool) -> String {
    let payload = payloads[row[3]].replacing("%", with: labels[row[4]])
    let element = "\(attributes[row[1]])case \(names[row[2]])\(payload)"
    let type = enums[row[0]].replacing("$", with: places[row[5]].replacing("$", with: element))
    let source = hasMacro ? "@CasePathable \(type)" : type.replacing("CasePathIterable", with: "Sendable")
    // The lines of conditional compilation begin with the character that stands for the number.
    return source.replacing("E#", with: "E\(number)")
  }
}
