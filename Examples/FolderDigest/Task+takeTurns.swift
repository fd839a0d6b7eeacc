extension Task where Success == Never, Failure == Never {
  /// Lets others run, and ends here when the task is cancelled.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  static func takeTurns() async throws {
    try checkCancellation()
    await yield()
  }
}
