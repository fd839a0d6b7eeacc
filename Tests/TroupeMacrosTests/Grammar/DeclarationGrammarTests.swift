import XCTest

/// Declarations of every form that Swift accepts: with a macro, each compiles silently, or the macro rejects
/// it in its line.
///
/// The normal run has each two choices together; `TROUPE_GRAMMAR=all` tries all combinations.
final class DeclarationGrammarTests: XCTestCase {
  /// The messages about a declaration.
  private struct Said {
    /// The messages in the line of the declaration.
    var ofDeclaration: [String] = []
    /// The errors and warnings in the generated code.
    var ofExpansion: [String] = []
  }

  /// Compiles declarations, and returns the compiler's messages, by their index.
  private func messages(of declarations: [String], _ prelude: String) throws -> [Int: Said] {
    var said: [Int: Said] = [:]
    // The first line is the import.
    let lines = declarations.indices.flatMap { index in
      declarations[index].split(separator: "\n", omittingEmptySubsequences: false).map { _ in index }
    }
    var ofExpansion: [String] = []
    let source = declarations.joined(separator: "\n") + "\n" + prelude
    for message in try Compiler.check(
      source,
      options: ["-warnings-as-errors", "-package-name", "grammar"]
    ) {
      guard let line = message.split(separator: ":").first.flatMap({ Int($0) }) else {
        ofExpansion.append(message)
        continue
      }
      let index = lines.indices.contains(line - 2) ? lines[line - 2] : -1
      if !message.contains(" note: ") || !ofExpansion.isEmpty {
        said[index, default: Said()].ofExpansion += ofExpansion.filter { !$0.contains(" note: ") }
        said[index, default: Said()].ofDeclaration.append(message)
      }
      ofExpansion = []
    }
    XCTAssertEqual(ofExpansion, [])
    XCTAssertNil(said[-1], "The prelude has no mistakes.")
    return said
  }

  /// Checks combinations of choices, and returns how many Swift accepts without a macro.
  private func check(
    _ slices: [[Range<Int>]],
    _ source: ([Int], Int, Bool) -> String,
    refusedFor reason: String
  ) throws -> (accepted: Int, refused: Int) {
    var (accepted, refused) = (0, 0)
    let rows = Combinations.chosen(of: slices)
    for start in stride(from: 0, to: rows.count, by: 1000) {
      let part = rows[start..<min(start + 1000, rows.count)]
      let plain = part.enumerated().map { source($1, $0, false) }
      let mistakes = try messages(of: plain, AccessGrammar.prelude)
      let valid = part.enumerated().filter { mistakes[$0.offset] == nil }
      let declarations = valid.map { source($0.element, $0.offset, true) }
      let said = try messages(of: declarations, AccessGrammar.prelude)
      accepted += declarations.count
      for (index, said) in said {
        // After a rejection, uses of the missing code are mistakes as well.
        let isRefused = said.ofDeclaration.contains { $0.contains(reason) } && said.ofExpansion.isEmpty
        XCTAssertTrue(isRefused, "\(declarations[index])\n\(said)")
        refused += 1
      }
    }
    return (accepted, refused)
  }

  // S760
  func testMacrosAtEveryAccessLevelInEveryContext() throws {
    let (accepted, refused) = try check(
      AccessGrammar.slices,
      AccessGrammar.source,
      refusedFor: "'private' inside another type"
    )
    XCTAssertGreaterThan(accepted, 250)
    XCTAssertGreaterThan(refused, 0)
  }

  // S761
  func testPathsOfEveryShapeOfCase() throws {
    let (accepted, refused) = try check(ShapeGrammar.slices, ShapeGrammar.source, refusedFor: "no reason")
    XCTAssertGreaterThan(accepted, 1000)
    XCTAssertEqual(refused, 0)
  }

  func testPairsOfChoicesAllOccur() {
    let counts = [3, 1, 4, 2]
    let rows = Combinations.pairs(of: counts)
    for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
      XCTAssertEqual(Set(rows.map { [$0[a], $0[b]] }).count, counts[a] * counts[b])
    }
    XCTAssertLessThan(rows.count, Combinations.all(of: counts).count)
    XCTAssertEqual(Combinations.all(of: counts).count, 24)
  }
}
