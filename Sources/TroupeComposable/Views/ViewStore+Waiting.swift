import TroupeStoreViews

extension ViewStore {
  /// Sends an action, and waits as long as a predicate is true for the state.
  ///
  /// ```swift
  /// await store.send(.refreshPulled, while: \.isLoading)
  /// ```
  ///
  /// The method resumes when the predicate returns false for the current state, when the store is shut down,
  /// or when the state that this view store shows is removed. Cancelling the calling task cancels the
  /// action's effects and ends the wait.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - predicate: Returns whether to keep waiting.
  ///   - fileID: The file named in an issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in an issue.
  ///   - column: The column named in an issue.
  public func send(
    _ action: Action,
    while predicate: @escaping @Sendable (_ state: State) -> Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let task = send(action, fileID: fileID, filePath: filePath, line: line, column: column)
    await withTaskCancellationHandler {
      await yield(while: predicate)
    } onCancel: {
      task.cancel()
    }
  }

  /// Waits as long as a predicate is true for the state.
  ///
  /// The method resumes when the predicate returns false for the current state, when the store is shut down,
  /// or when the state that this view store shows is removed. Cancelling the calling task ends the wait.
  ///
  /// - Parameter predicate: Returns whether to keep waiting.
  public func yield(while predicate: @escaping @Sendable (_ state: State) -> Bool) async {
    // The errors say that the wait has ended early: the caller was cancelled, or there is no more state.
    try? await store.wait(until: { (state: borrowing State) in !predicate(copy state) })
  }
}
