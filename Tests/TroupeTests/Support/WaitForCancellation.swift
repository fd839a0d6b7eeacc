/// Waits until the task is cancelled, and then throws.
func waitForCancellation() async throws {
  for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
  try Task.checkCancellation()
}
