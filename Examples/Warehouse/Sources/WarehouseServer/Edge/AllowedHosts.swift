import NIOCore

/// The hosts for which a server answers.
///
/// A page of another site may make the browser send requests to this server under the site's name, which its
/// name server has just moved here. To the browser they are requests to that site, whose answers its page may
/// read. Only the name distinguishes them.
package struct AllowedHosts: Sendable {
  private let names: Set<String>

  /// - Parameter names: Names and addresses. The loopback's names and addresses are always allowed.
  package init(_ names: some Sequence<String> = []) {
    self.names = Set(names.compactMap { Authority(Authority.inURL($0))?.host })
  }

  /// Whether the server answers for a host. The port isn't checked, because it may be forwarded.
  ///
  /// - Parameter local: The address on which the connection was accepted. No name server can move an address.
  func allow(_ authority: Authority, at local: SocketAddress?) -> Bool {
    if authority.isLoopback || names.contains(authority.host) { return true }
    return local?.ipAddress.flatMap { Authority.address($0) } == authority.host
  }
}
