import Foundation

/// A connection to a port of this machine.
struct Socket {
  let descriptor: Int32

  /// - Parameter receiveBuffer: How much the system buffers for a client that doesn't read; nil for its
  ///   default.
  init(port: Int, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure.system("socket") }
    if let receiveBuffer { set(SO_RCVBUF, of: SOL_SOCKET, to: receiveBuffer) }
    set(TCP_NODELAY, of: Int32(IPPROTO_TCP), to: 1)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure.system("connect") }
  }

  private func set(_ option: Int32, of level: Int32, to value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Sends a text that the system accepts at once.
  func send(_ text: String) throws {
    let count = Foundation.send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    guard count == text.utf8.count else { throw Failure.system("send") }
  }

  /// Reads what has arrived. If nothing has, it waits, unless the flags say otherwise.
  ///
  /// - Returns: How many bytes were read; zero at the end, and negative if there is an error.
  func receive(into buffer: UnsafeMutableRawBufferPointer, flags: Int32 = 0) -> Int {
    recv(descriptor, buffer.baseAddress, buffer.count, flags)
  }

  func close() { Foundation.close(descriptor) }
}

/// A connection on which one request follows the other.
struct HTTPConnection {
  private let socket: Socket

  init(port: Int) throws { socket = try Socket(port: port) }

  /// Sends a request, and waits for the answer.
  func request(_ method: String, _ path: String, _ body: String = "") throws -> (status: Int, body: String) {
    try socket.send(
      """
      \(method) \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
      Content-Length: \(body.utf8.count)\r\n\r\n\(body)
      """
    )
    var bytes: [UInt8] = []
    while true {
      if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound {
        let head = String(decoding: bytes[..<end], as: UTF8.self)
        guard let status = Int(head.split(separator: " ")[1]),
          let match = head.firstMatch(of: /(?i)content-length: (\d+)/), let length = Int(match.1)
        else { throw Failure("The server has answered with: \(head)") }
        if bytes.count >= end + length { return (status, String(decoding: bytes[end...], as: UTF8.self)) }
      }
      try withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
        let count = socket.receive(into: buffer)
        guard count > 0 else { throw Failure.system("The server has closed a connection") }
        bytes += buffer.prefix(count)
      }
    }
  }

  func close() { socket.close() }
}
