import NIOCore

/// The hosts for which a server answers.
///
/// A page of another site may have the browser send requests to this server under a name of its own, which
/// its name server has just moved here. For the browser they are requests to that site, and their answers are
/// for its page. Only the name tells them apart.
package struct AllowedHosts: Sendable {
  private let names: Set<String>

  /// - Parameter names: Names and addresses. Those of the loopback are always allowed.
  package init(_ names: some Sequence<String> = []) {
    self.names = Set(names.compactMap { Authority(Authority.inURL($0))?.host })
  }

  /// Whether the server answers for a host. The port isn't looked at: it may be one that is passed on.
  ///
  /// - Parameter local: Where the connection has come in. No name server can move an address.
  func allow(_ authority: Authority, at local: SocketAddress?) -> Bool {
    if authority.isLoopback || names.contains(authority.host) { return true }
    return local?.ipAddress.flatMap { Authority.address($0) } == authority.host
  }
}
