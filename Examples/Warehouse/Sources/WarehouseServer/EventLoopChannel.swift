import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypesHTTP1

/// Runs what a connection does on its event loop, where its bytes come and go.
///
/// Elsewhere each part of a request and of an answer would change threads, which takes more than most
/// requests do. The other connections of the event loop wait meanwhile, so what takes long has to be in a
/// task of its own.
struct EventLoopChannel<Base: ServerChildChannel>: ServerChildChannel {
  let base: Base
  let limits: Limits
  private let groups = ConnectionGroups()

  init(base: Base, _ limits: Limits) { (self.base, self.limits) = (base, limits) }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
    base.setup(channel: channel, logger: logger).flatMapThrowing { value in
      // Behind the codec, nobody knows the version of a request and all of its hosts.
      let pipeline = channel.pipeline.syncOperations
      let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
      try pipeline.addHandler(RequestEdge(limits), position: .before(codec))
      return value
    }
  }

  func handle(value: Base.Value, logger: Logger) async {
    await groups.run(on: EventLoopExecutors.of(value.channel.eventLoop).requests) {
      await base.handle(value: value, logger: logger)
    }
  }
}
