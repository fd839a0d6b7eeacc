import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connection to a server on this machine, byte by byte.
final class Connection: Sendable {
  struct Failed: Error { let code: Int32 }

  private let socket: Int32

  /// - Parameter receiveBuffer: How much the system buffers for a client that doesn't read; nil for its
  ///   default.
  init(port: Int, receiveBuffer: Int32? = nil) throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    socket = Foundation.socket(AF_INET, stream, 0)
    if var size = receiveBuffer {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // If it isn't connected, the deinitializer closes the socket.
    guard result == 0 else { throw Failed(code: errno) }
  }

  deinit { close(socket) }

  /// Sends text, as much of it as the server accepts before it closes the connection.
  func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      bytes.removeFirst(count)
    }
  }

  /// Sends text repeatedly, until the server has closed the connection.
  func sendUntilClosed() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let bytes = Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        while Foundation.send(self.socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 {}
        continuation.resume()
      }
    }
  }

  /// The lines that arrive, until the connection is closed on either side.
  func lines() -> AsyncStream<String> {
    let (lines, continuation) = AsyncStream<String>.makeStream()
    Thread.detachNewThread {
      var (line, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
      while case let count = recv(self.socket, &buffer, buffer.count, 0), count > 0 {
        for byte in buffer.prefix(count) {
          if byte == UInt8(ascii: "\n") {
            continuation.yield(String(decoding: line, as: UTF8.self))
            line = []
          } else {
            line.append(byte)
          }
        }
      }
      continuation.finish()
    }
    return lines
  }

  /// Reports that nothing more will be sent.
  func endSending() { _ = shutdown(socket, Int32(SHUT_WR)) }

  /// Closes the connection, also for a reading task.
  func end() { _ = shutdown(socket, Int32(SHUT_RDWR)) }

  /// Reads until some text has arrived; or to the end, if it doesn't arrive or is nil.
  func read(until marker: String? = nil) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
        while true {
          let count = recv(self.socket, &buffer, buffer.count, 0)
          guard count > 0 else { break }
          bytes += buffer.prefix(count)
          if let marker, String(decoding: bytes, as: UTF8.self).contains(marker) { break }
        }
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
  }
  /// Sends bytes, reports that nothing more will be sent, and returns everything that arrives until the
  /// server has closed the connection; nil if it was reset. It blocks its thread.
  func exchange(_ bytes: [UInt8]) -> [UInt8]? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      rest.removeFirst(count)
    }
    endSending()
    var (answer, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while case let count = recv(socket, &buffer, buffer.count, 0), count > 0 {
      answer += buffer.prefix(count)
    }
    return answer
  }
}
