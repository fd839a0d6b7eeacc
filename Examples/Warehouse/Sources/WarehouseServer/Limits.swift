import TroupeHummingbird

/// The limits of the server for its clients.
package struct Limits: Sendable {
  /// The bytes of a request's body. A larger body is answered with 413.
  package var bodySize = 64 * 1024
  /// The bytes of a request's path and query. A longer target is answered with 414.
  package var pathLength = 2_048
  /// The bytes of all headers of a request, including the path. Larger headers are answered with 431.
  package var headerSize = 32 * 1024
  /// The headers of a request. More headers are answered with 431.
  package var headerCount = 100
  /// The requests of a client per second, and the size of a burst; nil for any number. More are answered with
  /// 429.
  package var requestsPerSecond: Int? = 200
  /// The connections of a client; nil for any number. If there are more, connections that wait for a request
  /// are closed, the oldest first. If none waits, the new one is answered with 429.
  package var connectionsPerClient: Int? = 100
  /// The connections of all clients. More are treated like too many connections of a client, and answered
  /// with 503.
  package var connections = 10_000
  /// The event streams of a client. More are answered with 429.
  package var streamsPerClient = 16
  /// The bytes of a stream that wait for its client, in the server; the system takes the same number, and its
  /// overhead. Other events wait in the feed.
  package var streamBuffer = 8 * 1024
  /// The changes of a warehouse that wait at a time, and the reads. More are answered with 503.
  package var waitingPerWarehouse = 1_000
  /// How long a change or a read waits until its warehouse begins with it, and how long until the warehouse
  /// is opened. After that, it is answered with 503.
  package var waitingTime = Duration.milliseconds(400)
  /// How long a client may take for the headers, and a connection may be idle. After that, it is closed.
  package var idleTime = Duration.seconds(30)
  /// How long a client may take for a body. After that, it is answered with 408.
  package var bodyTime = Duration.seconds(10)
  /// How long a request may take, from its complete body to the beginning of its answer. After that, it is
  /// answered with 503.
  package var requestTime = Duration.seconds(2)
  /// How long a client may accept no bytes of an answer. After that, its connection is closed.
  package var stalledTime = Duration.seconds(30)
  /// How often something is written to an event stream, at least.
  package var heartbeatTime = Duration.seconds(15)
  /// How long requests may take when the server shuts down.
  package var graceTime = Duration.seconds(10)

  /// How long the client may take to read the last answer of a connection.
  package var lingerTime = Duration.seconds(1)
  /// The hosts for which the server answers, in addition to the loopback and the address to which a client
  /// connects. Others are answered with 421.
  package var allowedHosts = AllowedHosts()

  package init() {}
}

extension Limits {
  /// The limits of a connection.
  var connectionGuard: ConnectionGuard {
    ConnectionGuard(
      heartbeatInterval: heartbeatTime,
      writeTimeout: stalledTime,
      shutdownGrace: graceTime,
      streamBuffer: streamBuffer
    )
  }
}
