import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Runs what a connection does on its event loop, where its bytes come and go.
///
/// Elsewhere each part of a request and of an answer would change threads, which takes more than most
/// requests do. The other connections of the event loop wait meanwhile, so what takes long has to be in a
/// task of its own.
struct EventLoopChannel<Base: ServerChildChannel>: ServerChildChannel {
  let base: Base
  private let groups = ConnectionGroups()

  init(base: Base) { self.base = base }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
    base.setup(channel: channel, logger: logger)
  }

  func handle(value: Base.Value, logger: Logger) async {
    await groups.run(on: EventLoopExecutors.of(value.channel.eventLoop).requests) {
      await base.handle(value: value, logger: logger)
    }
  }
}
