import XCTest

/// What `@DependencyEntry` rejects, and how.
final class EntryDiagnosticsTests: XCTestCase {
  // S933
  func testAnEntryWantsAStoredPropertyInAnExtensionOfTheValues() throws {
    let place = "'@DependencyEntry' can only be applied to a 'var' in an extension of 'DependencyValues'"
    let stored = "'@DependencyEntry' can only be applied to a stored property that isn't 'lazy'"
    let table = [
      ("struct S {", "@DependencyEntry var a: Int = 1", place),
      ("extension Int {", "@DependencyEntry var a: Int = 1", place),
      ("extension DependencyValues {", "@DependencyEntry func a() {}", place),
      ("extension DependencyValues {", "@DependencyEntry static var a: Int = 1", stored),
      ("extension DependencyValues {", "@DependencyEntry var a: Int { 1 }", stored),
      ("extension DependencyValues {", "@DependencyEntry var a: Int = 1 { didSet {} }", stored),
    ]
    for (start, entry, message) in table {
      let messages = try Compiler.check("\(start)\n  \(entry)\n}")
      XCTAssertTrue(messages.contains("3:3: error: \(message)"), "\(entry): \(messages)")
      XCTAssertTrue(messages.contains("3:3: note: remove '@DependencyEntry'"), "\(entry): \(messages)")
    }
  }

  // S933
  func testAnEntryWantsAValueForTests() throws {
    let messages = try Compiler.check("extension DependencyValues {\n  @DependencyEntry var a: Int\n}")
    let message = "'a' needs an initial value, which is the dependency's value in tests"
    XCTAssertTrue(messages.contains("3:24: error: \(message)"), "\(messages)")
  }
}
