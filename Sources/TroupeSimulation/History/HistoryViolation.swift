/// A violation of a ``HistoryCheck``, with a counterexample.
///
/// ```swift
/// let violation = try XCTUnwrap(history.violation(of: .exactlyOnce(of: orders)))
/// XCTAssertEqual(violation.calls, [3])
/// ```
public struct HistoryViolation: Error, CustomStringConvertible {
  /// The name of the violated check.
  public let check: String
  /// The numbers of the calls in the counterexample, in the order of their starts.
  public let calls: [Int]
  /// The problem, a table of the counterexample's calls, and explanations.
  public let description: String
  /// The position of the last start or end in the counterexample; calls that end later count as running. Nil
  /// if the counterexample includes the ends of all its calls.
  package let lastOrder: Int?

  package init(check: String, calls: [Int], paragraphs: [String], lastOrder: Int? = nil) {
    self.check = check
    self.calls = calls
    description = paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n")
    self.lastOrder = lastOrder
  }
}
