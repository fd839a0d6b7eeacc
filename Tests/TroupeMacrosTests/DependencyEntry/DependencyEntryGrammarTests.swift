import XCTest

/// Every declaration of a dependency that Swift accepts compiles silently.
final class DependencyEntryGrammarTests: XCTestCase {
  /// Types as written, with a value in the initializer and another one for the attribute, which has no type
  /// to infer from.
  private static let types: [(type: String, initial: String, argument: String)] = [
    (": Int", " = 1", "2"), ("", " = 1", "2"), (":Int?", "", "Optional(2)"), (": Int!", "", "Optional(2)"),
    (": Int??", " = nil", "Optional(Optional(2))"),
    (": (Int, name: String)", " = (1, \"(,\")", "(2, name: \")\")"),
    (": [String: [Int]]", " = [\"a\": [1, 2], \"b\": []]", "[\"previewValue: \": [1, 2]]"),
    (": Dictionary<Int, Int>", " = .init()", "Dictionary<Int, Int>()"),
    (": any Named", " = Thing(name: 1)", "Thing(name: 2)"),
    (
      ": @Sendable (_ a: Int, Int) async throws -> Int", " = { a, b in a + b }",
      "{ (a: Int, b: Int) -> Int in a * b }"
    ),
    (": (@Sendable () -> Void)?", "", "{ }"),
    (": Thing", " = Thing(name: 1, /* , */ size: 2)", "Thing(\n      name: 2,  // ,\n      size: 3\n    )"),
    (
      ": Thing", " = { let thing = Thing(name: 3); return thing }()",
      "{ let thing = Thing(name: 4); return thing }()"
    ),
    (": Thing.Kind", " = .small", "Thing.Kind.large"),
    (": String", " = \"\\(Thing(name: 1).name), \"", "\"\"\"\n    liveValue: 1,\n    \"\"\""),
    (": Bool", " = 1 < 2", "Thing(name: 1).name < 2 && 3 > 2"),
  ]
  private static let accesses = ["", "private ", "fileprivate ", "internal ", "package ", "public "]
  private static let names = ["entry", "`default`", "größe", "`two words`"]
  private static let forms: [@Sendable (String) -> String] = [
    { _ in "" }, { "(liveValue: \($0))" }, { "(previewValue: \($0))" },
    { "(liveValue: \($0), previewValue: \($0))" }, { "( liveValue : \($0) ,\n    previewValue\n: \($0) )" },
  ]

  private static let support = """
    import Troupe
    public protocol Named: Sendable { var name: Int { get } }
    public struct Thing: Named {
      public enum Kind: Sendable { case small, large }
      public var name: Int
      public var size = 0
    }
    """

  // S933
  func testAllCombinationsCompile() throws {
    var files: [String] = []
    for (typeNumber, type) in Self.types.enumerated() {
      for (formNumber, form) in Self.forms.enumerated() {
        var entries: [String] = []
        for (accessNumber, access) in Self.accesses.enumerated() {
          for (nameNumber, name) in Self.names.enumerated() {
            let plain = name.filter { $0 != "`" }
            let number = [typeNumber, formNumber, accessNumber, nameNumber].map(String.init).joined(
              separator: "_"
            )
            let own = nameNumber == 1 || nameNumber == 3 ? "`\(plain) \(number)`" : "\(plain)_\(number)"
            let attribute = (typeNumber + accessNumber).isMultiple(of: 2) ? "" : "@available(macOS 14, *) "
            entries.append(
              "\(attribute)@DependencyEntry\(form(type.argument)) \(access)var \(own)\(type.type)\(type.initial)"
            )
          }
        }
        files.append(
          "import Troupe\nextension DependencyValues {\n  \(entries.joined(separator: "\n  "))\n}\n"
        )
      }
    }
    for (messages, file) in zip(try Compiler.compile(files, after: Self.support), files) {
      XCTAssertEqual(messages, [], file)
    }
  }
}
