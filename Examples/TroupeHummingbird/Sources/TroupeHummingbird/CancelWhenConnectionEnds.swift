import NIOCore
import Troupe

/// Runs an operation, and cancels it when the client of a request leaves or the server shuts down.
///
/// Without it, a handler that waits for a store would wait for a client that is gone, and a server that shuts
/// down would wait for the handler.
///
/// ```swift
/// router.get("next") { _, context in
///   let count = await room.messages.count
///   return try await cancelWhenConnectionEnds(context.channel) {
///     try await room.wait { $0.messages.count > count ? $0.messages.last : nil }
///   }
/// }
/// ```
///
/// It resumes when the operation has returned, even if the operation was cancelled. Cancelling the task
/// cancels the operation.
///
/// - Parameters:
///   - channel: The connection of the request, which has a ``ConnectionGuard``. Without one, nothing is
///     cancelled, which is an issue.
///   - executorPreference: Where the operation runs, in a separate task.
///   - operation: The operation to cancel.
/// - Throws: What the operation throws.
public func cancelWhenConnectionEnds<Value: Sendable>(
  _ channel: any Channel,
  executorPreference: (any TaskExecutor)? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await ConnectionOperation.run(
    on: channel,
    executorPreference: executorPreference,
    at: location,
    operation
  )
}
