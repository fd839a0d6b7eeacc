/// A rule for the calls of a ``History``.
///
/// The checks are static members, so that they read well as arguments:
///
/// ```swift
/// history.check(.exactlyOnce(of: orders))
/// ```
///
/// | Rule | Check |
/// |---|---|
/// | No effect is lost or repeated | ``exactlyOnce(of:)`` |
/// | No client reads an older value than before | ``monotonicReads(of:by:)`` |
/// | The calls behave as if each took effect at one moment | ``linearizable(initial:limit:apply:)`` |
/// | Any other rule | ``custom(_:_:)`` |
public struct HistoryCheck<Input: Sendable, Output: Sendable> {
  /// A recorded call.
  public typealias Call = History<Input, Output>.Call

  /// The check's name, which begins the text of a violation.
  public let name: String
  /// Returns the violation by some calls, which are in the order of their starts.
  package let find: ([Call]) -> HistoryViolation?

  package init(name: String, find: @escaping ([Call]) -> HistoryViolation?) {
    self.name = name
    self.find = find
  }

  /// A check that a closure implements.
  ///
  /// ```swift
  /// history.check(
  ///   .custom("at most one call fails") { calls in
  ///     let failed = calls.filter { $0.output == nil }
  ///     return failed.count > 1 ? "\(failed.count) calls failed." : nil
  ///   }
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - name: The check's name.
  ///   - problem: A closure that receives the calls in the order of their starts, and returns a description
  ///     of the problem, or nil if the calls are legal.
  public static func custom(_ name: String, _ problem: @escaping (_ calls: [Call]) -> String?) -> Self {
    HistoryCheck(name: name) { calls in
      problem(calls).map { text in
        HistoryViolation(
          check: name,
          calls: calls.map(\.number),
          paragraphs: ["\(name): \(text)", HistoryTable.text(of: calls)]
        )
      }
    }
  }
}
