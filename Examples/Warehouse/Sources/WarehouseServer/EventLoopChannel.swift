import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypesHTTP1

/// Runs a connection's work on its event loop, where its bytes arrive and leave.
///
/// Elsewhere each part of a request and of an answer would change threads, which takes longer than most
/// requests do. The event loop's other connections wait in the meantime. Stores, and answers that are made
/// from their states, therefore run elsewhere.
struct EventLoopChannel<Base: ServerChildChannel>: ServerChildChannel {
  let base: Base
  let limits: Limits
  let connections: Connections
  private let groups = ConnectionGroups()

  init(base: Base, _ limits: Limits, _ connections: Connections) {
    (self.base, self.limits, self.connections) = (base, limits, connections)
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
    base.setup(channel: channel, logger: logger).flatMapThrowing { value in
      // After the codec, the version of a request and all of its hosts are no longer known.
      let pipeline = channel.pipeline.syncOperations
      let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
      let edge = RequestEdge(limits)
      try pipeline.addHandler(edge, position: .before(codec))
      try admit(channel, edge, logger)
      return value
    }
  }

  /// Registers a connection with the others.
  private func admit(_ channel: any Channel, _ edge: RequestEdge, _ logger: Logger) throws {
    let address = channel.remoteAddress?.ipAddress ?? "local"
    let place: Connections.Place
    switch connections.add(address, logger, close: { channel.close(promise: nil) }) {
    case .admitted(let admitted): place = admitted
    case .refused(let refused, let problem):
      place = refused
      edge.refusal = problem
    case .closed: return channel.close(promise: nil)
    }
    let isRefused = edge.refusal != nil
    channel.closeFuture.whenComplete { [connections] _ in connections.remove(place, isRefused: isRefused) }
    let handler = ConnectionPlace(place, refusedWithin: isRefused ? limits.lingerTime : nil)
    try channel.pipeline.syncOperations.addHandler(handler, position: .before(edge))
  }

  func handle(value: Base.Value, logger: Logger) async {
    await groups.run(on: EventLoopExecutors.of(value.channel.eventLoop).requests) {
      await base.handle(value: value, logger: logger)
    }
  }
}
