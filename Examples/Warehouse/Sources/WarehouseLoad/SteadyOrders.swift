import Foundation
import Synchronization

/// Orders at a steady rate, on a few connections, and how long each took.
///
/// An order is timed from when it had to be sent, so that an order that is delayed by another one counts as
/// late, too.
final class SteadyOrders: Sendable {
  struct Sample {
    let time: ContinuousClock.Instant
    let seconds: Double
  }

  private struct Progress {
    var isOver = false
    var samples: [Sample] = []
    /// How many orders each warehouse has answered.
    var counts: [Int: Int] = [:]
    var failure: (any Error)?
    var threadCount = 0
  }

  private static let threadCount = 4
  private let progress = Mutex(Progress())

  /// - Parameters:
  ///   - rate: How many are sent in a second.
  ///   - warehouse: The number of the warehouse that gets an order, by the number of the order.
  init(port: Int, rate: Int, warehouse: @escaping @Sendable (Int) -> Int) {
    progress.withLock { $0.threadCount = Self.threadCount }
    let start = ContinuousClock.now
    for thread in 0..<Self.threadCount {
      Thread.detachNewThread { [self] in
        do {
          let connection = try HTTPConnection(port: port)
          defer { connection.close() }
          var number = thread
          while !progress.withLock({ $0.isOver }) {
            let time = start + .nanoseconds(Int64(number) * 1_000_000_000 / Int64(rate))
            Thread.sleep(forTimeInterval: max(0, ContinuousClock.now.duration(to: time) / .seconds(1)))
            try order(from: warehouse(number), on: connection, at: time)
            number += Self.threadCount
          }
        } catch {
          progress.withLock { $0.failure = error }
        }
        progress.withLock { $0.threadCount -= 1 }
      }
    }
  }

  private func order(
    from warehouse: Int,
    on connection: HTTPConnection,
    at time: ContinuousClock.Instant
  ) throws {
    let path = "/api/warehouses/\(Streams.warehouse(warehouse))/items/1/order"
    let answer = try connection.request("POST", path, #"{"quantity":1}"#)
    guard answer.status == 200 else { throw Failure("An order was answered with \(answer).") }
    let sample = Sample(time: time, seconds: time.duration(to: .now) / .seconds(1))
    progress.withLock { progress in
      progress.samples.append(sample)
      progress.counts[warehouse, default: 0] += 1
    }
  }

  /// How many orders a warehouse has answered.
  func count(of warehouse: Int) -> Int { progress.withLock { $0.counts[warehouse] ?? 0 } }

  /// How long the orders between two points in time took.
  func latencies(_ from: ContinuousClock.Instant, _ to: ContinuousClock.Instant) -> Latencies {
    Latencies(progress.withLock { $0.samples }.filter { from <= $0.time && $0.time < to }.map(\.seconds))
  }

  /// Sends no more, and waits for the answers.
  func end() throws {
    progress.withLock { $0.isOver = true }
    while progress.withLock({ $0.threadCount > 0 }) { Thread.sleep(forTimeInterval: 0.01) }
    if let failure = progress.withLock({ $0.failure }) { throw failure }
  }
}

/// How long orders, or other requests, took, in seconds.
struct Latencies: CustomStringConvertible {
  private let sorted: [Double]
  var count: Int { sorted.count }

  init(_ latencies: [Double]) { sorted = latencies.sorted() }

  /// The time within which a part of them was answered.
  func within(_ part: Double) -> Double {
    sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }

  var description: String {
    """
    \(sorted.count) of them, p50 \(within(0.5).milliseconds), p99 \(within(0.99).milliseconds), longest \
    \((sorted.last ?? .nan).milliseconds)
    """
  }
}
