import Foundation
import WarehouseServer

/// The host of a PostgreSQL server.
enum PostgresHost {
  /// Whether it is on another machine, as far as the URI shows: its host is neither a folder of sockets nor
  /// the loopback.
  ///
  /// - Parameters:
  ///   - uri: As libpq reads it: `postgres://user:password@host:port,host:port/name?host=host`.
  ///   - environment: Has the hosts if the URI has none.
  static func isRemote(_ uri: String, _ environment: [String: String]) -> Bool {
    hosts(uri, environment).contains { host in
      // A folder, or a name of the abstract namespace.
      if host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") { return false }
      return Authority(Authority.inURL(host)).map { !$0.isThisMachine } ?? true
    }
  }

  private static func hosts(_ uri: String, _ environment: [String: String]) -> [String] {
    guard let scheme = uri.firstRange(of: "://") else { return [] }
    let parts = uri[scheme.upperBound...].split(
      separator: "?",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    var named = authority(parts[0])
    // The last one applies, and an address replaces its name.
    var addresses: [String] = []
    for pair in parts.dropFirst().flatMap({ $0.split(separator: "&") }) {
      let member = pair.split(separator: "=", maxSplits: 1).map { plain($0) }
      guard member.count == 2 else { continue }
      let values = member[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      switch member[0] {
      case "host": named = values
      case "hostaddr": addresses = values
      default: break
      }
    }
    if !addresses.isEmpty { return addresses }
    if !named.allSatisfy(\.isEmpty) { return named }
    let found = environment["PGHOSTADDR"] ?? environment["PGHOST"] ?? ""
    return found.split(separator: ",").map(String.init)
  }

  /// The hosts in front of the path.
  private static func authority(_ text: Substring) -> [String] {
    var text = text.prefix { $0 != "/" }
    if let user = text.lastIndex(of: "@") { text = text[text.index(after: user)...] }
    return text.split(separator: ",", omittingEmptySubsequences: false).map { host in
      if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
        return String(host[..<end].dropFirst())
      }
      return plain(host.prefix { $0 != ":" })
    }
  }

  private static func plain(_ text: Substring) -> String {
    String(text).removingPercentEncoding ?? String(text)
  }
}
