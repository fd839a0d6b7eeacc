import TroupeHummingbird

/// How much the server takes, and from whom.
package struct Limits: Sendable {
  /// The bytes of a request's body. More is answered with 413.
  package var bodySize = 64 * 1024
  /// The bytes of a request's path and query. More is answered with 414.
  package var pathLength = 2_048
  /// The bytes of all headers of a request, the path included. More is answered with 431.
  package var headerSize = 32 * 1024
  /// The headers of a request. More are answered with 431.
  package var headerCount = 100
  /// The requests of a client per second, who may also come with as many at once; nil for any number. More
  /// are answered with 429.
  package var requestsPerSecond: Int? = 200
  /// The connections of a client; nil for any number. If there are more, those that wait for a request are
  /// closed, the oldest first. If none waits, the new one is answered with 429.
  package var connectionsPerClient: Int? = 100
  /// The connections of all clients. More are treated as those of a client are, and answered with 503.
  package var connections = 10_000
  /// The event streams of a client. More are answered with 429.
  package var streamsPerClient = 16
  /// The bytes of a stream that wait for its client, in the server; the system takes as many, and what it
  /// needs for them. Other events wait in the feed.
  package var streamBuffer = 8 * 1024
  /// The changes of a warehouse that wait at a time, and the reads. More are answered with 503.
  package var waitingPerWarehouse = 1_000
  /// How long a change or a read waits until its warehouse begins with it, and how long until the warehouse
  /// is opened. It is answered with 503 then.
  package var waitingTime = Duration.milliseconds(400)
  /// How long a client may take for the headers, and a connection may be idle. It is closed then.
  package var idleTime = Duration.seconds(30)
  /// How long a client may take for a body. It is answered with 408 then.
  package var bodyTime = Duration.seconds(10)
  /// How long a request may take, once its body is there, until its answer begins. It is answered with 503
  /// then.
  package var requestTime = Duration.seconds(2)
  /// How long a client may take no bytes of an answer. Its connection is closed then.
  package var stalledTime = Duration.seconds(30)
  /// How often something is written to an event stream, at least.
  package var heartbeatTime = Duration.seconds(15)
  /// How long requests may take when the server shuts down.
  package var graceTime = Duration.seconds(10)

  /// How long the client may take to read the last answer of a connection.
  package var lingerTime = Duration.seconds(1)
  /// The hosts for which the server answers, beside the loopback and the address to which a client connects.
  /// Others are answered with 421.
  package var allowedHosts = AllowedHosts()

  package init() {}
}

extension Limits {
  /// What of this holds for a connection.
  var connectionGuard: ConnectionGuard {
    ConnectionGuard(
      heartbeatInterval: heartbeatTime,
      writeTimeout: stalledTime,
      shutdownGrace: graceTime,
      streamBuffer: streamBuffer
    )
  }
}
