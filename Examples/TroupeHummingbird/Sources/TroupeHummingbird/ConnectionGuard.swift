import NIOCore

/// Ends connections that would otherwise last forever.
///
/// Hummingbird doesn't cancel the task of a request when its client leaves, nor when the server shuts down,
/// and it waits without a limit for a client that doesn't read. Add a guard to each connection:
///
/// ```swift
/// let http = HTTP1Channel.Configuration(additionalChannelHandlers: [ConnectionGuard().makeHandler()])
/// let application = Application(router: router, server: .http1(configuration: http))
/// ```
///
/// - A client that accepts no part of a response for the write time-out is disconnected.
/// - An operation in
///   ``cancelWhenConnectionEnds(_:executorPreference:fileID:filePath:line:column:operation:)``, or the body
///   of a `ResponseBody.stream`, is cancelled when the client leaves or closes its side of the connection,
///   and when the server shuts down.
/// - A stream has heartbeats. A client that vanishes without closing its connection doesn't acknowledge them,
///   and is disconnected, on Linux within the write time-out.
/// - When the server shuts down, other requests have the shutdown grace to end.
public struct ConnectionGuard: Sendable {
  /// How often a stream gets a heartbeat. It should be less than the time for which proxies keep an idle
  /// connection open.
  public var heartbeatInterval: Duration
  /// How long a client may accept nothing of what is written to it.
  public var writeTimeout: Duration
  /// How long a response may take when the server shuts down.
  public var shutdownGrace: Duration
  /// How many bytes of a stream wait for its client in the server, and again in its socket, before a write
  /// waits.
  public var streamBuffer: Int

  /// Creates the settings for a server's connections.
  public init(
    heartbeatInterval: Duration = .seconds(15),
    writeTimeout: Duration = .seconds(30),
    shutdownGrace: Duration = .seconds(10),
    streamBuffer: Int = 64 * 1024
  ) {
    self.heartbeatInterval = heartbeatInterval
    self.writeTimeout = writeTimeout
    self.shutdownGrace = shutdownGrace
    self.streamBuffer = streamBuffer
  }

  /// Creates the handler of one connection.
  public func makeHandler() -> any RemovableChannelHandler { ConnectionGuardHandler(self) }
}
