import Hummingbird
import NIOCore

/// What the server knows of a request beside its contents.
package struct WarehouseContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The address of the client, without its port.
  package let client: String
  /// The connection.
  let channel: any Channel

  package init(source: Source) {
    coreContext = .init(source: source)
    client = source.channel.remoteAddress?.ipAddress ?? "local"
    channel = source.channel
  }
}
