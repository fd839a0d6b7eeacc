import XCTest

/// The compiler's first message for the mistakes that newcomers make: an error in the line of the mistake,
/// which contains the wrong word.
final class MistakesTests: XCTestCase {
  private func check(_ mistakes: [Mistake], options: [String] = [], line: UInt = #line) throws {
    let files = mistakes.enumerated().map { $1.file(number: $0) }
    let messages = try Compiler.check(files: [Mistake.prelude] + files, options: options)
    XCTAssertEqual(messages[0], [], "The prelude has no mistakes.", line: line)
    for (number, (mistake, messages)) in zip(mistakes, messages.dropFirst()).enumerated() {
      XCTAssertFalse(
        messages.contains { $0.contains("failed to produce diagnostic") },
        mistake.source,
        line: line
      )
      // The file name of an expansion contains the enum's name.
      let own = messages.filter { !$0.hasPrefix("/") || $0.contains("M\(number)O") }
      let errors = own.filter { $0.contains("error: ") }.map { $0.replacing("M\(number).", with: "") }
      // An earlier message about an expansion has no line in the file, and has to name the mistake, too.
      let place = errors.firstIndex { $0.hasPrefix("\(mistake.line ?? 0):") }
      let first = errors.firstIndex { !$0.hasPrefix("/") }
      let isNamed = errors.prefix((first ?? 0) + 1).allSatisfy { $0.contains(mistake.words) }
      let isRight = place != nil && place == first && isNamed
      XCTAssertTrue(isRight, "The compiler says:\n\(errors)\nof:\n\(mistake.source)", line: line)
    }
  }

  func testInReduce() throws { try check(Mistake.inReduce) }

  func testInPatterns() throws { try check(Mistake.inPatterns) }

  func testInEffects() throws { try check(Mistake.inEffects) }

  func testWithEffectOperators() throws { try check(Mistake.withEffectOperators) }

  func testInBody() throws { try check(Mistake.inBody) }

  func testWithDependencies() throws { try check(Mistake.withDependencies) }

  // S773
  func testWithMistypedDependencies() throws { try check(Mistake.withMistypedDependencies) }

  func testWithMacros() throws { try check(Mistake.withMacros) }

  func testWithStores() throws { try check(Mistake.withStores) }

  func testAtCases() throws { try check(Mistake.atCases) }

  func testWithBindings() throws { try check(Mistake.withBindings) }

  func testWithOperator() throws { try check(Mistake.withOperator) }

  func testInTraits() throws { try check(Mistake.inTraits, options: try Compiler.testingOptions()) }

  func testInTests() throws { try check(Mistake.inTests) }
}
