extension Task where Success == Never, Failure == Never {
  /// Lets other tasks run, and throws if the task is cancelled.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  static func takeTurns() async throws {
    try checkCancellation()
    await yield()
  }
}
