import Foundation
import Troupe

/// An order to a worker process: the seeds to try for another process's exploration.
struct WorkerOrder: Equatable, Sendable {
  /// A worker's progress, which it writes to a file.
  enum Result: Equatable, Sendable {
    /// The worker is trying this seed.
    case tries(UInt64)
    case failed(UInt64)
    case passed

    init?(_ text: String) {
      let words = text.split(separator: " ")
      switch (words.first, words.dropFirst().first.flatMap { UInt64($0) }) {
      case ("tries", let seed?): self = .tries(seed)
      case ("failed", let seed?): self = .failed(seed)
      case ("passed", nil): self = .passed
      default: return nil
      }
    }

    var text: String {
      switch self {
      case .tries(let seed): "tries \(seed)"
      case .failed(let seed): "failed \(seed)"
      case .passed: "passed"
      }
    }
  }

  static let variable = "TROUPE_WORKER"

  /// The order for this process; nil if no exploration started this process.
  static let current = ProcessInfo.processInfo.environment[variable].flatMap(WorkerOrder.init)

  let seeds: Range<UInt64>
  /// The location of the exploration. The worker skips the test's other explorations.
  let place: String
  /// The path of the file to which the worker writes its result.
  let path: String

  init(seeds: Range<UInt64>, place: String, path: String) {
    self.seeds = seeds
    self.place = place
    self.path = path
  }

  /// Decodes an order from an environment variable's value.
  init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == 4, let first = UInt64(lines[0]), let end = UInt64(lines[1]), first <= end else {
      return nil
    }
    self.init(seeds: first..<end, place: lines[2], path: lines[3])
  }

  /// The order as an environment variable's value.
  var text: String { "\(seeds.lowerBound)\n\(seeds.upperBound)\n\(place)\n\(path)" }

  /// The worker's latest result; nil if the worker has written no result.
  var result: Result? { (try? String(contentsOfFile: path, encoding: .utf8)).flatMap(Result.init) }

  /// Tries the seeds and stops at the first seed under which the body fails.
  func carryOut(_ body: ExploredBody) async throws {
    for seed in seeds {
      try note(.tries(seed))
      let run = await body.run(seed: seed)
      // If no final result is written, the exploration reports that the worker has ended too early.
      if Task.isCancelled { return }
      if !run.failures.isEmpty { return try note(.failed(seed)) }
    }
    try note(.passed)
  }

  private func note(_ result: Result) throws {
    try Data(result.text.utf8).write(to: URL(fileURLWithPath: path))
  }
}
