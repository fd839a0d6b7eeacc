import TestSupport
import TroupeCasePaths
import TroupeDiagnostics
import XCTest

/// A test case in which every issue that isn't expected is a failure.
class CasePathsTestCase: XCTestCase {
  override func invokeTest() {
    withIssueReporters([FailingReporter()]) { super.invokeTest() }
  }

  /// Checks everything that a path can do.
  ///
  /// - Parameters:
  ///   - paths: The path, written in one or several ways.
  ///   - root: A value in the case.
  ///   - payload: The payload of the value.
  ///   - changed: Another payload.
  ///   - others: Values in other cases.
  ///   - equal: Compares payloads.
  func check<Root, Value>(
    _ paths: [any CaseKeyPath<Root, Value> & Sendable],
    _ root: Root,
    _ payload: Value,
    changed: Value,
    others: [Root],
    line: UInt = #line,
    by equal: (Value, Value) -> Bool
  ) {
    func expect(_ value: Value?, _ expected: Value, _ what: String) {
      XCTAssertTrue(value.map { equal($0, expected) } ?? false, "\(what): \(value as Any)", line: line)
    }
    for keyPath in paths {
      let path = AnyCasePath(keyPath)
      // Others first: a path of `/` must not learn from a wrong case.
      for other in others {
        XCTAssertNil(path.extract(from: other).map { _ in }, "\(other)", line: line)
        XCTAssertFalse(keyPath ~= other, line: line)
        var copy = other
        let result: Void? = path.modify(&copy) { _ in XCTFail("called for \(other)", line: line) }
        XCTAssertNil(result.map { _ in }, line: line)
        XCTAssertEqual("\(copy)", "\(other)", line: line)
      }
      expect(path.extract(from: root), payload, "extracted")
      expect(path.extract(from: path.embed(changed)), changed, "embedded")
      expect(path.extract(from: keyPath(changed)), changed, "embedded by a call")
      let partial: PartialCaseKeyPath<Root> = keyPath
      XCTAssertTrue(partial ~= root, line: line)
      expect(partial(payload).flatMap { path.extract(from: $0) }, payload, "embedded by a partial path")
      var copy = root
      let old = path.modify(&copy) { value in
        defer { value = changed }
        return value
      }
      expect(old, payload, "seen when modified")
      expect(path.extract(from: copy), changed, "modified")
      expect(path.extract(from: root), payload, "the original, when a copy was modified")
      for other in others { XCTAssertNil(path.extract(from: other).map { _ in }, "\(other)", line: line) }
      // After a thrown error, the value is complete, with the changes made before.
      copy = root
      XCTAssertThrowsError(
        try path.modify(&copy) { value throws(Stop) in
          value = changed
          throw Stop()
        },
        line: line
      )
      expect(path.extract(from: copy), changed, "modified before the error")
    }
  }

  func check<Root, Value: Equatable>(
    _ paths: [any CaseKeyPath<Root, Value> & Sendable],
    _ root: Root,
    _ payload: Value,
    changed: Value,
    others: [Root],
    line: UInt = #line
  ) {
    check(paths, root, payload, changed: changed, others: others, line: line, by: ==)
  }
}

struct Stop: Error, Equatable {}
