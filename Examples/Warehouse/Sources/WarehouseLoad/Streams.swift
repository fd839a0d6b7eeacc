import ArgumentParser
import Foundation

struct Streams: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Event streams, half of which aren't read, and orders beside them; then all clients leave at once.",
    discussion: """
      It starts the program Warehouse, which has to be built and beside this one, and fails if a client that reads misses \
      an event without a notice.
      """
  )

  @Option(help: "The clients of event streams.")
  var clients = 10_000

  @Option(help: "For how long they stay.")
  var seconds = 60

  @Option(help: "The warehouses that they follow.")
  var warehouses = 20

  @Option(help: "The orders in a second. Most of them are from the first warehouse.")
  var orders = 100

  @Option(help: "The clients that follow the first warehouse. The others follow the others.")
  var busy = 100

  @Option(help: "How many of those read only after 25 seconds, which is too late.")
  var late = 20

  @Flag(help: "Keep the warehouses in memory.")
  var inMemory = false

  static func warehouse(_ number: Int) -> String { "load-\(number)" }

  func validate() throws {
    if late < 0 || busy < 2 * late || clients < busy {
      throw ValidationError("Half of those that follow the first warehouse can read late.")
    }
    if warehouses < 2 || orders < 1 { throw ValidationError("It takes two warehouses and an order.") }
    if seconds < 30 { throw ValidationError("It takes 30 seconds at least.") }
  }

  func run() async throws {
    try raiseDescriptorLimit(to: clients + 200)
    let limits = [
      "--requests-per-second", "0", "--streams-per-client", "\(clients)", "--connections-per-client", "0",
      "--connections", "\(2 * clients)",
    ]
    try await ServerProcess.run(nil, limits + (inMemory ? ["--in-memory"] : []), measure: measure)
  }

  private func measure(_ server: ServerProcess) throws {
    try makeWarehouses(server.port)
    let orders = SteadyOrders(port: server.port, rate: orders) { [warehouses] number in
      number % 7 < 6 ? 0 : 1 + number % (warehouses - 1)
    }
    // The first orders find cold caches.
    Thread.sleep(forTimeInterval: 2)
    let start = try Mark(server.figures)
    Thread.sleep(forTimeInterval: 10)
    let before = try Mark(server.figures)
    say("before: \(orders.latencies(start, before))")
    say("  \(start.load(until: before)), \(before.residentBytes.megabytes) of memory")

    var clients = try EventClients(port: server.port)
    try connect(&clients)
    let all = try Mark(server.figures)
    say("\(clients.count) clients have come within \(before.text(until: all))")
    say("  \(all.residentBytes.megabytes) of memory")
    let peaks = try stay(&clients, server.figures)
    let end = try Mark(server.figures)
    say("with all: \(orders.latencies(all, end))")
    say("  \(all.load(until: end)); \(clients.eventCount) events read in all")
    say("  \(peaks); \(end.residentBytes.megabytes) in the end")
    let newest = (0..<warehouses).map { 1 + orders.count(of: $0) }
    // The answers are events at the same time. A client that has just begun to read has more to receive.
    let deadline = ContinuousClock.now + .seconds(30)
    while !clients.isSettled(newest: { newest[$0] }), .now < deadline {
      try clients.read(for: .milliseconds(50))
    }
    let (complete, reloaded) = try clients.check { newest[$0] }
    say("  \(complete) readers have got each event, and \(reloaded) were told that they missed some")

    let leaving = try Mark(server.figures)
    clients.leave()
    let gone = ContinuousClock.now
    while try server.figures.descriptorCount > before.descriptorCount {
      if gone.duration(to: .now) > .seconds(60) { throw Failure("The server keeps connections.") }
      Thread.sleep(forTimeInterval: 0.05)
    }
    let empty = try Mark(server.figures)
    // Work that is done later for clients that have left counts, too.
    Thread.sleep(forTimeInterval: 5)
    let after = try Mark(server.figures)
    let (usual, taken) = (
      start.share(until: before) * leaving.seconds(until: after), leaving.cpuTime(until: after)
    )
    say("leaving: \(orders.latencies(leaving, after))")
    say(
      "  of \(leaving.descriptorCount - before.descriptorCount) connections, the last was closed after \(leaving.text(until: empty))"
    )
    say("  it took \(String(format: "%.2f", taken - usual)) s of the processors")
    Thread.sleep(forTimeInterval: 10)
    let last = try Mark(server.figures)
    say("after: \(orders.latencies(after, last))")
    say("  \(after.load(until: last)), \(last.residentBytes.megabytes) of memory")

    // Memory that the C library keeps for the process is available to the next streams.
    clients = try EventClients(port: server.port)
    try connect(&clients)
    say("again: \(try server.figures.residentBytes.megabytes) of memory with as many clients as before")
    clients.leave()
    try orders.end()
  }

  private func makeWarehouses(_ port: Int) throws {
    let connection = try HTTPConnection(port: port)
    defer { connection.close() }
    // The longest name that an item can have, so that there is something to read.
    let name = String(repeating: "📦", count: 80)
    for number in 0..<warehouses {
      let path = "/api/warehouses/\(Self.warehouse(number))"
      let item = #"{"name":"\#(name)","status":"inStock","quantity":1000000}"#
      for (method, path, body) in [("PUT", path, ""), ("POST", path + "/items", item)] {
        let answer = try connection.request(method, path, body)
        guard answer.status == 201 else { throw Failure("\(method) \(path) was answered with \(answer).") }
      }
    }
  }

  private func connect(_ clients: inout EventClients) throws {
    for number in 0..<self.clients {
      let habit: EventClients.Habit = number.isMultiple(of: 2) ? .reads : .neverReads
      // The clients of the first warehouse come last, and the late readers among them.
      let rest = self.clients - number
      let warehouse = rest <= busy ? 0 : 1 + number / 2 % (warehouses - 1)
      try clients.add(rest <= 2 * late && habit == .reads ? .readsLate : habit, warehouse: warehouse)
      // Not more at a time than may wait to be accepted.
      if number % 100 == 99 { try clients.begin() }
    }
    try clients.begin()
  }

  /// Reads as long as the clients stay.
  private func stay(_ clients: inout EventClients, _ figures: ProcessFigures) throws -> String {
    let start = ContinuousClock.now
    var (resident, sockets, sample, areAwake) = (0, 0, start, false)
    while start.duration(to: .now) < .seconds(seconds) {
      try clients.read(for: .milliseconds(50))
      if .now >= sample {
        sample = .now + .milliseconds(500)
        resident = max(resident, try figures.residentBytes)
        sockets = max(sockets, try ProcessFigures.socketBytes)
      }
      if !areAwake, start.duration(to: .now) > .seconds(25) {
        areAwake = true
        try clients.wakeLateReaders()
      }
    }
    return "\(resident.megabytes) of memory at most, and \(sockets.megabytes) of the system's for sockets"
  }

  /// Lets the program, and its child processes, have this many open files and sockets.
  private func raiseDescriptorLimit(to count: Int) throws {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0 else { throw Failure.system("getrlimit") }
    guard limit.rlim_max >= count else {
      throw Failure("A process may have \(limit.rlim_max) files open here, and \(count) are needed.")
    }
    limit.rlim_cur = limit.rlim_max
    guard setrlimit(resource, &limit) == 0 else { throw Failure.system("setrlimit") }
  }
}

/// The resources that a server has used up to a point in time.
private struct Mark {
  let time = ContinuousClock.now
  let cpuTime: Double
  let residentBytes: Int
  let descriptorCount: Int

  init(_ figures: ProcessFigures) throws {
    cpuTime = try figures.cpuTime
    residentBytes = try figures.residentBytes
    descriptorCount = try figures.descriptorCount
  }

  func seconds(until other: Mark) -> Double { time.duration(to: other.time) / .seconds(1) }
  func text(until other: Mark) -> String { String(format: "%.2f s", seconds(until: other)) }
  func cpuTime(until other: Mark) -> Double { other.cpuTime - cpuTime }
  func share(until other: Mark) -> Double { cpuTime(until: other) / seconds(until: other) }
  func load(until other: Mark) -> String {
    String(format: "%.0f %% of a processor", share(until: other) * 100)
  }
}

extension SteadyOrders {
  fileprivate func latencies(_ from: Mark, _ to: Mark) -> Latencies { latencies(from.time, to.time) }
}
