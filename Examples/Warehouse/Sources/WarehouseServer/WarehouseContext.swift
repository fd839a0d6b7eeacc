import Hummingbird
import NIOCore

/// The server's data about a request besides its contents.
package struct WarehouseContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The address of the client, without its port.
  package let client: String
  /// The connection.
  let channel: any Channel
  /// Whether another program has forwarded it, after it has checked the client.
  package var isForwarded = false

  package init(source: Source) {
    coreContext = .init(source: source)
    client = source.channel.remoteAddress?.ipAddress ?? "local"
    channel = source.channel
  }
}
