import NIOCore

/// The host and the port to which a client sends a request, as in `localhost:8080`.
package struct Authority: Hashable, Sendable {
  /// In lowercase; an address without brackets and in its usual form.
  package let host: String
  /// Nil if it isn't given.
  package let port: Int?

  /// Reads it from a `Host` header or a URL; nil if it isn't valid. It must not contain a user name.
  package init?(_ text: some StringProtocol) {
    let (name, port) = Self.split(text)
    switch port {
    case nil, "": self.port = nil
    case let port?:
      guard port.utf8.allSatisfy(\.isDigit), let number = Int(port), number <= 65_535 else { return nil }
      self.port = number
    }
    if name.hasPrefix("[") {
      guard name.hasSuffix("]"), name.contains(":"), !name.contains("%"),
        let address = Self.address(String(name.dropFirst().dropLast()))
      else { return nil }
      host = address
    } else {
      guard Self.isName(name) else { return nil }
      // A name may end with the dot of the root.
      let name = (name.hasSuffix(".") && name.utf8.count > 1 ? String(name.dropLast()) : name).lowercased()
      host = Self.address(name) ?? name
    }
  }

  /// Whether it is this machine's loopback.
  package var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    return host.hasPrefix("127.") && Self.address(host) != nil
  }

  /// Whether it is a loopback, or stands for all addresses, so that no other machine can use it.
  package var isThisMachine: Bool {
    isLoopback || host.hasSuffix(".localhost") || ["0.0.0.0", "::"].contains(host)
  }

  /// The host as a part of a URL.
  package static func inURL(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

  /// An IP address in its usual form; nil if it isn't one.
  static func address(_ text: String) -> String? {
    guard let address = try? SocketAddress(ipAddress: text, port: 0), let text = address.ipAddress else {
      return nil
    }
    let mapped = "::ffff:"
    // An IPv4 client of an IPv6 server.
    return text.hasPrefix(mapped) && text.contains(".") ? String(text.dropFirst(mapped.count)) : text
  }

  /// Splits at the last colon that isn't within brackets.
  private static func split(_ text: some StringProtocol) -> (name: String, port: String?) {
    guard let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") else {
      return (String(text), nil)
    }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }

  /// Whether a text may be the name of a host, in the grammar of RFC 3986.
  private static func isName(_ text: String) -> Bool {
    guard (1...255).contains(text.utf8.count) else { return false }
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.count >= 2, rest.prefix(2).allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
          return false
        }
        rest.removeFirst(2)
      } else if !byte.isLetter && !byte.isDigit && !"-._~!$&'()*+,;=".utf8.contains(byte) {
        return false
      }
    }
    return true
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
  }
}
