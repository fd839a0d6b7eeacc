import Foundation
import XCTest

/// The plugin, called over a pipe as the compiler does.
final class PluginTests: XCTestCase {
  private func request(
    _ declaration: String,
    macro: String = "CasePathableMacro",
    role: String = "member",
    conforms: Bool = false
  ) throws -> String {
    func syntax(_ source: String, _ offset: Int) -> [String: Any] {
      [
        "kind": "syntax", "source": source,
        "location": ["fileName": "A.swift", "offset": offset, "line": 1.5e3],
      ]
    }
    var body: [String: Any] = [
      "macro": ["typeName": macro], "macroRole": role,
      "attributeSyntax": syntax("\n  // é\n  @CasePathable ", 10),
      "declSyntax": syntax(declaration, 30), "extendedTypeSyntax": syntax(" N.S ", 0),
      "somethingNew": [true, false, -1, [:]],
    ]
    if !conforms { body["conformanceListSyntax"] = syntax("struct Placeholder: CasePathable {}", 0) }
    let data = try JSONSerialization.data(withJSONObject: ["expandAttachedMacro": body])
    return String(decoding: data, as: UTF8.self)
  }

  func testItSaysWhichProtocolItSpeaks() throws {
    let answer = try PluginProcess().ask(#"{"getCapability":{"capability":{"protocolVersion":7}}}"#)
    let result = answer?["getCapabilityResult"] as? [String: Any]
    XCTAssertEqual((result?["capability"] as? [String: Any])?["protocolVersion"] as? Int, 7)
  }

  func testOneProcessAnswersAllRequestsAndEndsWhenTheCompilerHangsUp() throws {
    // The plugin is built by the compiler that it answers.
    #if compiler(>=6.3)
      let of = "::"
    #else
      let of = "."
    #endif
    let plugin = try PluginProcess()
    for _ in 0..<3 {
      let result = try plugin.expand(request("enum E { case a }", role: "extension"))
      let source = try XCTUnwrap(result["expandedSource"] as? String)
      XCTAssertEqual(source, "extension N.S: nonisolated TroupeCasePaths\(of)CasePathable {}")
    }
    XCTAssertEqual(try plugin.hangUp(), 0)
  }

  func testSourceIsNotChangedOnItsWay() throws {
    let names = "`a\u{1F} é🎉\\u`"
    for escaped in [names, names + "\u{10FFFF}\t"] {
      let result = try PluginProcess().expand(request("enum E { case a(Array<\(escaped)>) }"))
      let source = try XCTUnwrap(result["expandedSource"] as? String)
      XCTAssertTrue(source.contains("AnyCasePath<E, Array<\(escaped)>>"), source)
    }
  }

  /// The lines of a feature after all fix-its for it.
  private func fixed(_ source: String) throws -> [String] {
    let result = try PluginProcess().expand(request(source, macro: "ReducerMacro", role: "extension"))
    let diagnostics = try XCTUnwrap(result["diagnostics"] as? [[String: Any]])
    let changes = diagnostics.flatMap { ($0["fixIts"] as? [[String: Any]] ?? []) }
      .flatMap { $0["changes"] as? [[String: Any]] ?? [] }
    var bytes = Array(source.utf8)
    for change in changes.reversed() {
      let start = (change["range"] as? [String: Any])?["startOffset"] as? Int ?? 0
      bytes.insert(contentsOf: (change["newText"] as? String ?? "").utf8, at: start - 30)
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  func testFixItsAddWhatIsMissing() throws {
    XCTAssertEqual(
      try fixed("  struct Größe {\n    enum Action { case a }\n  }  "),
      [
        "struct Größe {", "struct State {", "}", "enum Action { case a }",
        "var body: some ReducerOf<Self> {", "EmptyReducer()", "}", "}",
      ]
    )
    let reduce = "func reduce(into state: inout Int, action: Int) {}"
    XCTAssertEqual(
      try fixed("  struct Größe {\n    \(reduce)\n  }  "),
      ["struct Größe {", "struct State {", "}", "enum Action {", "}", reduce, "}"]
    )
  }

  func testADiagnosticIsAtItsFirstTokenAndReplacesTheExpansion() throws {
    let result = try PluginProcess().expand(request("struct S {}", role: "extension"))
    XCTAssertNil(result["expandedSource"] as? String)
    let diagnostic = try XCTUnwrap((result["diagnostics"] as? [[String: Any]])?.first)
    XCTAssertEqual((diagnostic["position"] as? [String: Any])?["offset"] as? Int, 21)
    let fixIt = try XCTUnwrap((diagnostic["fixIts"] as? [[String: Any]])?.first)
    XCTAssertEqual(fixIt["message"] as? String, "remove '@CasePathable'")
    let range = ((fixIt["changes"] as? [[String: Any]])?.first?["range"]) as? [String: Any]
    XCTAssertEqual(range?["startOffset"] as? Int, 21)
    XCTAssertEqual(range?["endOffset"] as? Int, 34)
  }

  func testNothingIsWrittenForATypeThatConformsAlready() throws {
    let text = try request("enum E {}", role: "extension", conforms: true)
    XCTAssertEqual(try PluginProcess().expand(text)["expandedSource"] as? String, "")
  }

  func testWhatIsNotUnderstoodIsAnError() throws {
    let plugin = try PluginProcess()
    let requests = [
      "{}", "null", "[]", #"{"expandFreestandingMacro":{}}"#,
      #"{"expandAttachedMacro":{"macroRole":"member"}}"#,
      try request("enum E {}", macro: "Missing"),
    ]
    for request in requests {
      let result = try plugin.expand(request)
      XCTAssertNil(result["expandedSource"] as? String, request)
      XCTAssertEqual((result["diagnostics"] as? [Any])?.count, 1, request)
    }
  }

  func testItEndsInOrderWhenItIsSentNonsense() throws {
    for nonsense in ["{", "\"\\u12", "tru", "{\"a\" 1}", "[1 2]", String(repeating: "[", count: 100_000)] {
      XCTAssertThrowsError(try PluginProcess().ask(nonsense), String(nonsense.prefix(10)))
    }
  }

  /// Asks for the message about a call whose `(` is at a place of a file.
  private func mistake(in file: String, line: Int, column: Int, isTyped: Bool = false) throws -> String {
    let blanks = String(repeating: "\n", count: line - 1) + String(repeating: " ", count: column - 1)
    let body: [String: Any] = [
      "macro": ["typeName": "NoSuchDependencyMacro"], "macroRole": "expression",
      "syntax": [
        "kind": "expression", "source": blanks + "#_noSuchDependency" + (isTyped ? "(ofTheType: true)" : ""),
        "location": ["fileName": file, "offset": 0, "line": 1],
      ],
    ]
    let data = try JSONSerialization.data(withJSONObject: ["expandFreestandingMacro": body])
    let result = try PluginProcess().expand(String(decoding: data, as: UTF8.self))
    let diagnostics = try XCTUnwrap(result["diagnostics"] as? [[String: Any]])
    XCTAssertEqual(diagnostics.count, 1)
    let position = diagnostics.first?["position"] as? [String: Any]
    XCTAssertEqual(position?["offset"] as? Int, blanks.utf8.count)
    return try XCTUnwrap(diagnostics.first?["message"] as? String)
  }

  // S773
  func testAMistypedDependencyIsNamedAsLongAsTheFileSaysIt() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    let lines = [
      #"@Dependency(\.a) var a"#, #"/* é */ @Dependency( // one"#, #"  \.b.c) var b"#,
      "@Dependency(Key.self) var c",
      #"@Dependency(\"#,
    ]
    try lines.joined(separator: "\r\n").write(to: file, atomically: true, encoding: .utf8)
    let none = "'DependencyValues' has no property of this name"
    XCTAssertEqual(try mistake(in: file.path, line: 1, column: 12), "'DependencyValues' has no property 'a'")
    XCTAssertEqual(
      try mistake(in: file.path, line: 1, column: 12, isTyped: true),
      "'DependencyValues' has no property 'a' of this type"
    )
    XCTAssertEqual(
      try mistake(in: file.path, line: 2, column: 21),
      "'DependencyValues' has no property 'b.c'"
    )
    // The file was changed, or it can't be read.
    for (line, column) in [(1, 11), (1, 13), (2, 1), (4, 12), (5, 12), (6, 1), (70, 3), (1, 99)] {
      XCTAssertEqual(try mistake(in: file.path, line: line, column: column), none)
    }
    XCTAssertEqual(try mistake(in: file.path + "x", line: 1, column: 12), none)
    XCTAssertEqual(try mistake(in: "", line: 1, column: 12, isTyped: true), none + " of this type")
  }
}
