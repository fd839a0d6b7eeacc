import Troupe
import TroupeDiagnostics

extension TestStore {
  /// Asserts that an effect, another store or a key changes shared values, and how.
  ///
  /// Changes that follow each other without an action in between are received together. Changes that the
  /// feature's turns make are asserted with their actions, in the closures of `send` and `receive`.
  ///
  /// ```swift
  /// await store.receiveSharedChange { $0.$seats.withLock { $0 = 1 } }
  /// ```
  ///
  /// It runs everything that can run, and waits as
  /// ``receive(_:timeout:assert:fileID:filePath:line:column:)-(Action,_,_,_,_,_,_)`` does.
  ///
  /// - Parameters:
  ///   - timeout: The maximum real time to wait for work outside the scheduler, and the maximum time by which
  ///     the test's clocks then advance; nil for ``realTimeLimit`` and clocks that stand still.
  ///   - assert: Changes the shared values as expected. It begins with the values before the change.
  ///   - fileID: The file named in failures.
  ///   - filePath: The path of that file.
  ///   - line: The line named in failures.
  ///   - column: The column named in failures.
  nonisolated(nonsending)
    public func receiveSharedChange(
      timeout: Duration? = nil,
      assert: ((inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    await receive(
      Expectation("a change of a shared value") { step in
        if case .sharedChange = step { true } else { false }
      },
      assert,
      within: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Compares the changes of shared values with the changes that a closure expects.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - number: The number of the step; nil for the last step.
  ///   - expectation: The changes that the closure expects; nil for none.
  ///   - location: The statement.
  func assertShared(
    _ changes: SharedChanges,
    after number: Int?,
    _ expectation: SharedExpectation?,
    at location: CallSite
  ) {
    let touched = expectation?.touched ?? [:]
    for change in changes.all {
      let mentioned = touched[ObjectIdentifier(change.cell)]
      guard mentioned != nil || exhaustivity.state else { continue }
      let expected = mentioned?.version ?? change.before
      guard let difference = change.after.difference(from: expected) else { continue }
      TestIssueReporter.report(
        """
        The shared value \(change.cell.name) \
        \(mentioned == nil ? "was not expected to change, but it did" : "didn't change as expected") \
        (- \(mentioned == nil ? "before" : "expected"), + found):

        \(difference)

        If the found value is correct, set it in the trailing closure of this statement, with \
        `$0.$value.withLock { $0 = … }`.
        """,
        at: location
      )
    }
    for (cell, expected) in touched.values where changes.change(of: cell) == nil {
      guard let difference = log.version(of: cell, after: number).difference(from: expected) else { continue }
      TestIssueReporter.report(
        """
        The shared value \(cell.name) isn't as expected (- expected, + found):

        \(difference)

        If an effect or another store changes it later, assert that with `receiveSharedChange`.
        """,
        at: location
      )
    }
  }
}
