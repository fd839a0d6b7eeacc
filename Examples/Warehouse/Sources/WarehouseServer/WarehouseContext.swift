import Hummingbird
import NIOCore

/// What the server knows of a request beside its contents.
package struct WarehouseContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The address of the client, without its port.
  package let client: String
  /// The connection.
  let channel: any Channel
  /// Whether another program has passed it on, which has looked at the client.
  package var isForwarded = false

  package init(source: Source) {
    coreContext = .init(source: source)
    client = source.channel.remoteAddress?.ipAddress ?? "local"
    channel = source.channel
  }
}
