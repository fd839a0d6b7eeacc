import Foundation
import PostgresTesting

/// A proxy between a storage and the server, which can hold back the data of either side.
final class Proxy: Sendable {
  enum Direction: Sendable { case toServer, toClient }

  private struct Pair {
    let client: Int32
    let server: Int32
    var openEnds = 2
  }

  private struct State {
    /// The socket that accepts connections; nil when its thread has closed it.
    var listener: Int32?
    var held: Set<Direction> = []
    var kept: [(direction: Direction, pair: Int, bytes: [UInt8])] = []
    var waiting: [(Direction, CheckedContinuation<Void, Never>)] = []
    var pairs: [Int: Pair] = [:]
    var emptied: [CheckedContinuation<Void, Never>] = []
    var lastPair = 0
  }

  let folder: String
  private let state = Guarded(State())

  /// The connection string that leads through the proxy.
  var connection: String { "host=\(folder) user=postgres dbname=postgres" }

  init(to server: PostgresServer) throws {
    folder = server.folder + "/proxy-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let listener = try Self.socket("\(folder)/.s.PGSQL.5432") { bind($0, $1, $2) }
    guard listen(listener, 100) == 0 else { throw POSIXError(.EIO) }
    let target = server.folder + "/.s.PGSQL.5432"
    state.withLock { $0.listener = listener }
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        if client >= 0 { join(client, target) } else if ![EINTR, ECONNABORTED].contains(errno) { break }
      }
      // Only this thread closes the socket, so that it never accepts from another file with the same number.
      state.withLock { state in
        state.listener = nil
        close(listener)
      }
    }
  }

  /// Ends all of its work.
  func stop() {
    state.withLock { state in
      if let listener = state.listener { shutdown(listener, Int32(SHUT_RDWR)) }
    }
    cut()
  }

  /// Holds back the data of a direction from now on.
  func hold(_ direction: Direction) { state.withLock { _ = $0.held.insert(direction) } }

  /// Waits until data is held back.
  func hasHeld(_ direction: Direction) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.kept.contains(where: { $0.direction == direction }) { return true }
        state.waiting.append((direction, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Passes on the data that was held back, and all further data.
  func release() {
    state.withLock { state in
      state.held = []
      for (direction, number, bytes) in state.kept {
        guard let pair = state.pairs[number] else { continue }
        Self.send(bytes, to: direction == .toServer ? pair.server : pair.client)
      }
      state.kept = []
    }
  }

  /// Cuts all connections. Data that was held back is lost, and nothing is held back any more.
  func cut() {
    state.withLock { state in
      state.held = []
      state.kept = []
      for pair in state.pairs.values {
        shutdown(pair.client, Int32(SHUT_RDWR))
        shutdown(pair.server, Int32(SHUT_RDWR))
      }
    }
  }

  /// Waits until there are no connections.
  func isEmpty() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        if !state.pairs.isEmpty { state.emptied.append(continuation) }
        return state.pairs.isEmpty
      }
      if isEmpty { continuation.resume() }
    }
  }

  private func join(_ client: Int32, _ target: String) {
    guard let server = try? Self.socket(target, { connect($0, $1, $2) }) else {
      close(client)
      return
    }
    let number = state.withLock { state in
      state.lastPair += 1
      state.pairs[state.lastPair] = Pair(client: client, server: server)
      return state.lastPair
    }
    Thread.detachNewThread { [self] in copy(from: client, to: server, .toServer, number) }
    Thread.detachNewThread { [self] in copy(from: server, to: client, .toClient, number) }
  }

  private func copy(from source: Int32, to target: Int32, _ direction: Direction, _ number: Int) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(source, &buffer, buffer.count), count > 0 {
      let bytes = Array(buffer.prefix(count))
      let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
        guard state.held.contains(direction) else {
          Self.send(bytes, to: target)
          return []
        }
        state.kept.append((direction, number, bytes))
        defer { state.waiting.removeAll { $0.0 == direction } }
        return state.waiting.filter { $0.0 == direction }.map(\.1)
      }
      for continuation in waiting { continuation.resume() }
    }
    shutdown(target, Int32(SHUT_RDWR))
    let emptied = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.pairs[number]?.openEnds -= 1
      guard let pair = state.pairs[number], pair.openEnds == 0 else { return [] }
      close(pair.client)
      close(pair.server)
      state.pairs[number] = nil
      guard state.pairs.isEmpty else { return [] }
      defer { state.emptied = [] }
      return state.emptied
    }
    for continuation in emptied { continuation.resume() }
  }

  private static func send(_ bytes: [UInt8], to target: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // The other side is gone.
      guard count > 0 else { return }
      rest.removeFirst(count)
    }
  }

  private static func socket(
    _ path: String,
    _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws -> Int32 {
    let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      throw POSIXError(.ECONNREFUSED)
    }
    return descriptor
  }
}
