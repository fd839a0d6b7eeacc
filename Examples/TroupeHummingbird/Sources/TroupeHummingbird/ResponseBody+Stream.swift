import HTTPTypes
import Hummingbird
import NIOCore
import Troupe

extension ResponseBody {
  /// A body that is written until the client leaves or the server shuts down, such as a stream of server-sent
  /// events.
  ///
  /// Each write waits until the client has accepted most of the earlier writes. If the writing task is
  /// cancelled and throws a `CancellationError`, the response ends as if the writes had returned. If they
  /// throw another error, the connection is closed.
  ///
  /// - Parameters:
  ///   - channel: The connection of the request, which has a ``ConnectionGuard``. Without one, nothing is
  ///     cancelled, which is an issue.
  ///   - heartbeat: The bytes that are written now and then, between any two writes; by default, a comment of
  ///     server-sent events. Pass nil if a write may end in the middle of an event.
  ///   - executorPreference: Where the writes run, in a separate task.
  ///   - write: Writes the body. It doesn't finish the writer.
  public static func stream(
    on channel: any Channel,
    heartbeat: ByteBuffer? = ByteBuffer(string: ":\n\n"),
    executorPreference: (any TaskExecutor)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
  ) -> ResponseBody {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ResponseBody { writer in
      let lent = LentWriter(writer: writer)
      let returned = try await ConnectionOperation.run(
        on: channel,
        isStream: true,
        heartbeat: heartbeat,
        executorPreference: executorPreference,
        at: location
      ) {
        var lent = lent
        do {
          try await write(&lent.writer)
        } catch is CancellationError {
          // The client has left, or will reconnect to another server.
        }
        return lent
      }
      writer = returned.writer
      try await writer.finish(nil)
    }
  }
}

/// The writer of a response, while the stream's task has it.
///
/// - Note: `@unchecked Sendable`, because no other code uses the writer until that task has returned it.
private struct LentWriter: @unchecked Sendable {
  var writer: any ResponseBodyWriter
}

extension HTTPField.Name {
  /// The id of the last event that a client of server-sent events has received.
  public static let lastEventID: HTTPField.Name = {
    guard let name = HTTPField.Name("Last-Event-ID") else { preconditionFailure("It is a header name.") }
    return name
  }()
}
