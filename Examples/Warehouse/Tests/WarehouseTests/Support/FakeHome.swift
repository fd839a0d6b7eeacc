import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A stand-in for the home of a warehouse: it records the requests, and answers as a test specifies.
final class FakeHome: Sendable {
  let port: Int
  private let socket: Int32
  private let seen = Mutex<[String]>([])

  /// The requests, each with its head and its body.
  var requests: [String] { seen.withLock { $0 } }

  /// - Parameter answer: Makes the answer to a request; nil to close the connection without one.
  init(_ answer: @escaping @Sendable (String) -> String?) throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let socket = Foundation.socket(AF_INET, stream, 0)
    self.socket = socket
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, size) == 0 && listen(socket, 16) == 0
          && getsockname(socket, address, &size) == 0
      }
    }
    guard result else {
      close(socket)
      throw Connection.Failed(code: errno)
    }
    port = Int(in_port_t(bigEndian: address.sin_port))
    Thread.detachNewThread { [weak self] in
      while case let client = accept(socket, nil, nil), client >= 0 {
        let request = Self.read(client)
        self?.seen.withLock { $0.append(request) }
        if let answer = answer(request) { _ = send(client, answer, answer.utf8.count, Int32(MSG_NOSIGNAL)) }
        close(client)
      }
    }
  }

  deinit { end() }

  /// Stops listening.
  func end() { _ = shutdown(socket, Int32(SHUT_RDWR)) }

  private static func read(_ client: Int32) -> String {
    var (text, buffer) = ("", [UInt8](repeating: 0, count: 4_096))
    while case let count = recv(client, &buffer, buffer.count, 0), count > 0 {
      text += String(decoding: buffer.prefix(count), as: UTF8.self)
      guard let end = text.firstRange(of: "\r\n\r\n") else { continue }
      let length = text.lowercased().firstMatch(of: /content-length: (\d+)\r\n/).flatMap { Int($0.1) } ?? 0
      if text[end.upperBound...].utf8.count >= length { break }
    }
    return text
  }
}
