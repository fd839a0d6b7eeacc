import Foundation
import Troupe
import TroupeTesting
import XCTest

/// Every client that Swift accepts compiles silently, or is rejected in its line.
///
/// `TROUPE_GRAMMAR=all` compiles the whole product of the parts, which takes days; `TROUPE_GRAMMAR=20000`
/// compiles that many of its declarations, which `TROUPE_SEED` chooses.
final class ClientGrammarTests: XCTestCase {
  /// The choices that the others are compared with: a plain client of a library.
  private static let bases: [[Int]] = [
    [0, 0, 0, 0, 0, 2, 3, 5, 0, 0, 0], [0, 1, 0, 0, 1, 2, 1, 5, 1, 0, 0], [0, 0, 0, 0, 0, 2, 2, 5, 5, 0, 0],
    [0, 1, 0, 0, 0, 2, 0, 5, 4, 0, 0],
  ]

  /// Each choice with the choices of the first two bases with which Swift could accept it.
  private static var single: [[Int]] {
    ClientDeclaration.sizes.enumerated().flatMap { part, count in
      (0..<count).flatMap { choice in
        bases.map { base in
          var row = base
          row[part] = choice
          return row
        }
        .filter { ClientDeclaration(choices: $0).isPlausible }.prefix(2)
      }
    } + [[0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0]]
  }

  // S748
  func testEachChoice() throws {
    let accepted = try check(Self.single)
    for (part, count) in ClientDeclaration.sizes.enumerated() {
      for choice in 0..<count {
        let isTried = accepted.contains { $0.choices[part] == choice }
        XCTAssertTrue(isTried, "Swift accepts no declaration with choice \(choice) of part \(part).")
      }
    }
  }

  // S748
  func testEveryTwoChoices() throws {
    // There are too many types of parameters and results to combine each with each.
    let rows = Combinations.pairs(of: ClientDeclaration.sizes, apart: [5, 7]) {
      ClientDeclaration(choices: $0).isPlausible
    }
    _ = try check(rows)
  }

  // S748
  func testMoreOfTheProduct() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let wanted = environment["TROUPE_GRAMMAR"] else { return }
    let all = ClientDeclaration.sizes.reduce(1, *)
    var generator = SeededGenerator(seed: environment["TROUPE_SEED"].flatMap(UInt64.init) ?? 0)
    var done = 0
    var tried = 0
    let count = Int(wanted) ?? all
    while done < count {
      var rows: [[Int]] = []
      while rows.count < 600, done < count {
        var number = wanted == "all" ? done : Int.random(in: 0..<all, using: &generator)
        done += 1
        let row = ClientDeclaration.sizes.map { size in
          defer { number /= size }
          return number % size
        }
        if ClientDeclaration(choices: row).isPlausible { rows.append(row) }
      }
      tried += try check(rows).count
    }
    print("Of \(done) declarations, Swift accepts \(tried).")
  }

  // MARK: Compiling

  /// Compiles declarations, and returns the ones that Swift accepts without the macro.
  private func check(_ rows: [[Int]], line: UInt = #line) throws -> [ClientDeclaration] {
    let declarations = rows.map { ClientDeclaration(choices: $0) }
    let plain = try messages(of: declarations, expanded: false)
    let accepted = zip(declarations, plain).filter { $1.isEmpty }.map(\.0)
    for (declaration, messages) in zip(accepted, try messages(of: accepted, expanded: true)) {
      let source = declaration.source(number: 0, expanded: true)
      guard let refusal = declaration.refusal else {
        XCTAssertEqual(messages, [], source, line: line)
        continue
      }
      let errors = messages.filter { !$0.contains("note: ") }
      XCTAssertEqual(errors.count, 1, "\(errors) instead of: \(refusal)\n\(source)", line: line)
      XCTAssertTrue(
        errors.allSatisfy { $0.contains(refusal) },
        "\(errors), not: \(refusal)\n\(source)",
        line: line
      )
    }
    return accepted
  }

  /// The compiler's messages for each declaration.
  private func messages(of declarations: [ClientDeclaration], expanded: Bool) throws -> [[String]] {
    let size = 150
    let starts = Array(stride(from: 0, to: declarations.count, by: size))
    let parts = Locked<[Int: Result<[[String]], any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: starts.count) { part in
      let chunk = declarations[starts[part]..<min(starts[part] + size, declarations.count)]
      let sources = chunk.enumerated().map { "import Troupe\n" + $1.source(number: $0, expanded: expanded) }
      let result = Result { try Compiler.compile(sources, after: ClientGrammar.prelude) }
      parts.withLock { $0[part] = result }
    }
    let found = parts.withLock { $0 }
    return try starts.indices.flatMap { try found[$0]?.get() ?? [] }
  }
}
