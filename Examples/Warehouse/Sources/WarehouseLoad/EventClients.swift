import Foundation
import LinuxCalls
import Troupe

/// Clients of event streams, all on one thread.
struct EventClients {
  /// How a client treats what it receives.
  enum Habit {
    case reads
    /// It reads nothing, so that the buffers of the system and of the server fill up.
    case neverReads
    /// It reads nothing until ``wakeLateReaders()`` is called.
    case readsLate
  }

  private struct Client {
    let socket: Socket
    var habit: Habit
    /// The number of the warehouse that it follows.
    let warehouse: Int
    var hasBegun = false
    var reader = EventReader()
    /// Whether the server has closed its connection.
    var isClosed = false

    /// The number of the last event.
    var number: Int { reader.position.map { Int($0.number) } ?? 0 }

    func isUpToDate(_ newest: Int) -> Bool { !isClosed && number >= newest }

    mutating func read(_ bytes: UnsafeRawBufferPointer) throws {
      reader.read(bytes)
      if let mistake = reader.mistake {
        throw Failure("A client of \(Streams.warehouse(warehouse)): \(mistake)")
      }
    }
  }

  private let port: Int
  private let poll: Int32
  private var clients: [Client] = []
  private var beginningCount = 0
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  init(port: Int) throws {
    self.port = port
    poll = epoll_create1(0)
    guard poll >= 0 else { throw Failure.system("epoll_create1") }
  }

  var count: Int { clients.count }

  /// How many events have been read.
  var eventCount: Int { clients.reduce(0) { $0 + $1.reader.eventCount } }

  /// Connects a client, and asks for events.
  mutating func add(_ habit: Habit, warehouse: Int) throws {
    // For a client that never reads, the system accepts as little as it can. A client that reads late needs a
    // window for that.
    let size: Int32? =
      switch habit {
      case .reads: nil
      case .neverReads: 1
      case .readsLate: 32_768
      }
    let socket = try Socket(port: port, receiveBuffer: size)
    let name = Streams.warehouse(warehouse)
    try socket.send("GET /api/warehouses/\(name)/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    clients.append(Client(socket: socket, habit: habit, warehouse: warehouse))
    try listen(EPOLL_CTL_ADD, clients.count - 1, for: EPOLLIN.rawValue)
    beginningCount += 1
  }

  /// Reads until the server has begun to answer all clients.
  mutating func begin() throws {
    while beginningCount > 0 { try read(for: .milliseconds(1)) }
  }

  /// From now on, the late readers read.
  mutating func wakeLateReaders() throws {
    for index in clients.indices where clients[index].habit == .readsLate && !clients[index].isClosed {
      clients[index].habit = .reads
      try listen(EPOLL_CTL_MOD, index, for: EPOLLIN.rawValue)
    }
  }

  /// Reads for some time.
  mutating func read(for duration: Duration) throws {
    let end = ContinuousClock.now + duration
    while .now < end {
      try read()
      // Handling many at a time takes less processor time than one by one.
      Thread.sleep(forTimeInterval: 0.002)
    }
  }

  /// Reads what has arrived, if the system reports it now.
  private mutating func read() throws {
    try withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 4_096) { events in
      let count = epoll_wait(poll, events.baseAddress, Int32(events.count), 0)
      guard count >= 0 || errno == EINTR else { throw Failure.system("epoll_wait") }
      for event in events.prefix(Int(max(count, 0))) { try read(Int(event.data.u64)) }
    }
  }

  private mutating func read(_ index: Int) throws {
    var count = 0
    repeat {
      let reads = clients[index].habit == .reads
      // A client that doesn't read only checks whether the server has answered.
      let flags = Int32(MSG_DONTWAIT) | (reads ? 0 : Int32(MSG_PEEK))
      count = clients[index].socket.receive(into: buffer, flags: flags)
      if count > 0 {
        let bytes = UnsafeRawBufferPointer(rebasing: buffer.prefix(count))
        if reads { try clients[index].read(bytes) }
        if !clients[index].hasBegun, bytes.starts(with: "HTTP/1.1 200 ".utf8) {
          clients[index].hasBegun = true
          beginningCount -= 1
          // From now on, only its end is reported.
          if !reads { try listen(EPOLL_CTL_MOD, index, for: 0) }
        }
      } else if count == 0 || errno != EAGAIN {
        if !clients[index].hasBegun {
          throw Failure("The server has closed a connection before it answered.")
        }
        clients[index].isClosed = true
        try listen(EPOLL_CTL_DEL, index, for: 0)
      }
      // The system doesn't report remaining data, or an earlier end, again.
    } while count > 0 && clients[index].habit == .reads
  }

  /// - Parameter events: The events to report; the connection's end is always reported.
  private func listen(_ operation: Int32, _ index: Int, for events: UInt32) throws {
    var event = epoll_event(events: events | EPOLLET.rawValue, data: epoll_data_t(u64: UInt64(index)))
    let result = epoll_ctl(poll, operation, clients[index].socket.descriptor, &event)
    guard result == 0 else { throw Failure.system("epoll_ctl") }
  }

  /// Whether all readers have received each event of their warehouses, or the notice that they missed some.
  ///
  /// - Parameter newest: The number of a warehouse's newest event, which has to be there.
  func isSettled(newest: (_ warehouse: Int) -> Int) -> Bool {
    clients.allSatisfy { $0.habit != .reads || $0.reader.isReloaded || $0.isUpToDate(newest($0.warehouse)) }
  }

  /// Checks that this is the case.
  ///
  /// - Returns: How many have received each event, and how many have received the notice.
  func check(newest: (_ warehouse: Int) -> Int) throws -> (complete: Int, reloaded: Int) {
    let readers = clients.filter { $0.habit == .reads }
    for reader in readers where !reader.reader.isReloaded && !reader.isUpToDate(newest(reader.warehouse)) {
      throw Failure(
        """
        A client of \(Streams.warehouse(reader.warehouse)) has got \(reader.reader.eventCount) events, to number \
        \(reader.number) of \(newest(reader.warehouse)), and \(reader.isClosed ? "is closed" : "gets no more").
        """
      )
    }
    let reloaded = readers.count { $0.reader.isReloaded }
    return (readers.count - reloaded, reloaded)
  }

  /// Closes all connections. The clients can't be used after that.
  func leave() {
    for client in clients { client.socket.close() }
    close(poll)
    buffer.deallocate()
  }
}
