import ArgumentParser
import Foundation
import Synchronization

struct Readers: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Clients that read one warehouse repeatedly, and the effect on other clients.",
    discussion: """
      It starts the program Warehouse, which has to be built and beside this one, and fails if others wait for too long: \
      more than 50 ms at p99, or any request for more than 2 s.
      """
  )

  @Option(help: "The clients that read.")
  var readers = 8

  @Option(help: "The items of each of the two warehouses.")
  var items = 1_000

  @Option(help: "For how long they read.")
  var seconds = 20

  @Option(help: "The clients that order at the same time, to find what an order takes.")
  var orders = 16

  @Option(help: "The program, if it is another one.")
  var program: String?

  @Flag(help: "Keep the warehouses in memory.")
  var inMemory = false

  @Flag(help: "Only print.")
  var allowsAll = false

  func validate() throws {
    if readers < 0 || items < 1 || seconds < 1 || orders < 1 {
      throw ValidationError("It takes an item, a second and an order.")
    }
  }

  func run() async throws {
    try await ServerProcess.run(
      program.map { URL(filePath: $0) },
      ["--requests-per-second", "0"] + (inMemory ? ["--in-memory"] : []),
      measure: measure
    )
  }

  private func measure(_ server: ServerProcess) throws {
    for number in 0...1 { try fill(number, server.port) }
    try measureOrders(server)
    let others = [
      ("/healthz", try Clients(server.port, .health, pause: 0.02)),
      ("orders of the other warehouse", try Clients(server.port, .order(1), pause: 0.02)),
      ("orders of the same warehouse", try Clients(server.port, .order(0), pause: 0.02)),
    ]
    Thread.sleep(forTimeInterval: 5)
    for (name, clients) in others { say("without readers, \(name): \(clients.take())") }
    let looping = try Clients(server.port, .read, count: readers, pause: 0)
    let cpuTime = try server.figures.cpuTime
    Thread.sleep(forTimeInterval: Double(seconds))
    let share = (try server.figures.cpuTime - cpuTime) / Double(seconds)
    let reads = looping.take()
    say("reads: \(reads), \(looping.refusedCount) refused, \(Int(share * 100)) % of a processor")
    var failures: [String] = []
    for (index, (name, clients)) in others.enumerated() {
      let latencies = clients.take()
      say("with readers, \(name): \(latencies)")
      if index < 2, latencies.within(0.99) > 0.05 { failures.append(name) }
      if latencies.within(1) > 2 { failures.append("the longest of \(name)") }
    }
    if reads.within(1) > 2 { failures.append("the longest read") }
    for clients in [looping] + others.map(\.1) { try clients.end() }
    if !failures.isEmpty, !allowsAll {
      throw Failure("It took too long: \(failures.joined(separator: ", ")).")
    }
  }

  private func measureOrders(_ server: ServerProcess) throws {
    let clients = try Clients(server.port, .order(1), count: orders, pause: 0)
    Thread.sleep(forTimeInterval: 2)
    _ = clients.take()
    for _ in 0..<3 {
      let cpuTime = try server.figures.cpuTime
      Thread.sleep(forTimeInterval: 4)
      let (taken, latencies) = (try server.figures.cpuTime - cpuTime, clients.take())
      let each = String(format: "%.1f", taken / Double(latencies.count) * 1e6)
      say("\(orders) clients that order: \(latencies); \(each) µs of CPU each")
    }
    try clients.end()
  }

  private func fill(_ number: Int, _ port: Int) throws {
    let connection = try HTTPConnection(port: port)
    defer { connection.close() }
    let path = "/api/warehouses/\(Streams.warehouse(number))"
    for index in 0...items {
      let draft = #"{"name":"Bolts of the size \#(index)","status":"inStock","quantity":1000000}"#
      let answer =
        try index == 0
        ? connection.request("PUT", path) : connection.request("POST", path + "/items", draft)
      guard answer.status == 201 else { throw Failure("\(path) was answered with \(answer).") }
    }
  }
}

/// Clients that repeat the same request when it is answered, and how long each took.
private final class Clients: Sendable {
  enum Request: Sendable {
    case health, read
    case order(Int)

    var parts: (String, String, String) {
      switch self {
      case .health: ("GET", "/healthz", "")
      case .read: ("GET", "/api/warehouses/\(Streams.warehouse(0))/items?q=zzz", "")
      case .order(let number):
        ("POST", "/api/warehouses/\(Streams.warehouse(number))/items/1/order", #"{"quantity":1}"#)
      }
    }
  }

  private struct Progress {
    var seconds: [Double] = []
    var refusedCount = 0
    var isOver = false
    var running = 0
    var failure: (any Error)?
  }

  private let progress = Mutex(Progress())

  init(_ port: Int, _ request: Request, count: Int = 1, pause: Double) throws {
    let (method, path, body) = request.parts
    let mayBeRefused = if case .read = request { true } else { false }
    progress.withLock { $0.running = count }
    for _ in 0..<count {
      let connection = try HTTPConnection(port: port)
      Thread.detachNewThread { [self] in
        do {
          while !progress.withLock({ $0.isOver }) {
            let start = ContinuousClock.now
            let answer = try connection.request(method, path, body)
            let seconds = start.duration(to: .now) / .seconds(1)
            // A request for too much may be rejected, but must not wait for that.
            let isRefused = mayBeRefused && answer.status == 503
            guard answer.status == 200 || isRefused else {
              throw Failure("\(path) was answered with \(answer).")
            }
            progress.withLock { progress in
              progress.seconds.append(seconds)
              if isRefused { progress.refusedCount += 1 }
            }
            if pause > 0 { Thread.sleep(forTimeInterval: pause) }
          }
        } catch {
          progress.withLock { $0.failure = error }
        }
        connection.close()
        progress.withLock { $0.running -= 1 }
      }
    }
  }

  var refusedCount: Int { progress.withLock { $0.refusedCount } }

  /// The durations of the requests that were answered since the last call.
  func take() -> Latencies {
    Latencies(
      progress.withLock { progress in
        defer { progress.seconds = [] }
        return progress.seconds
      }
    )
  }

  /// Sends no more, and waits for the answers.
  func end() throws {
    progress.withLock { $0.isOver = true }
    while progress.withLock({ $0.running > 0 }) { Thread.sleep(forTimeInterval: 0.01) }
    if let failure = progress.withLock({ $0.failure }) { throw failure }
  }
}
