/// Waits until the task is cancelled, and then throws.
package func waitForCancellation() async throws {
  for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
  try Task.checkCancellation()
}
