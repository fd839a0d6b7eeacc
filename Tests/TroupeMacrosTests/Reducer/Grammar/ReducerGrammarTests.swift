import XCTest

/// Every declaration that Swift accepts compiles with `@Reducer`, without a warning.
///
/// Normally, each two values of a grammar occur together. With `TROUPE_GRAMMAR=all`, all combinations are
/// compiled.
final class ReducerGrammarTests: XCTestCase {
  private func check(
    _ grammar: Grammar,
    prelude: String,
    where isValid: ([Int]) -> Bool,
    line: UInt = #line,
    _ declaration: ([Int], Int) -> String
  ) throws {
    let rows = grammar.chosen(where: isValid)
    XCTAssertGreaterThan(rows.count, 20, line: line)
    let declarations = rows.enumerated().map { declaration($1, $0) }
    // A separate file for each shows which one has the mistake. A single process for all would keep all of
    // them in memory.
    for start in stride(from: 0, to: declarations.count, by: 400) {
      let part = Array(declarations[start..<min(start + 400, declarations.count)])
      let messages = try Compiler.check(
        files: [prelude] + part.map { "import Troupe\n" + $0 },
        stage: .code,
        options: ["-warnings-as-errors", "-package-name", "package", "-D", "DEBUG"]
      )
      XCTAssertEqual(messages[0], [], "The prelude has no mistakes.", line: line)
      for (source, messages) in zip(part, messages.dropFirst()) {
        XCTAssertEqual(messages, [], source, line: line)
      }
    }
  }

  // S753
  func testEveryEnumCompiles() throws {
    try check(
      ChoiceGrammar.declaration,
      prelude: ChoiceGrammar.prelude,
      where: ChoiceGrammar.canBeDeclared,
      ChoiceGrammar.enumDeclaration
    )
  }

  // S753
  func testEveryCaseCompiles() throws {
    try check(
      ChoiceGrammar.cases,
      prelude: ChoiceGrammar.prelude,
      where: { ChoiceGrammar.canBeCase($0) }
    ) { ChoiceGrammar.caseDeclaration($0, $1) }
  }

  // S753
  func testEveryNameCompiles() throws {
    let grammar = ChoiceGrammar.namedCases
    try check(
      grammar,
      prelude: ChoiceGrammar.prelude,
      where: { ChoiceGrammar.canBeCase($0, in: grammar) }
    ) { ChoiceGrammar.caseDeclaration($0, $1, in: grammar) }
  }

  // S754
  func testEveryFeatureCompiles() throws {
    try check(
      FeatureGrammar.grammar,
      prelude: FeatureGrammar.prelude,
      where: FeatureGrammar.isValid,
      FeatureGrammar.declaration
    )
  }

  // S754
  func testStateAndActionsMayBeThoseOfOtherTypes() throws {
    let source = FeatureGrammar.prelude + FeatureGrammar.ofOthers
    XCTAssertEqual(try Compiler.check(files: [source], stage: .code, options: ["-warnings-as-errors"]), [[]])
  }
}
