import Foundation
import Troupe

/// The seeds that this process tries for an exploration of another process.
struct WorkerOrder: Equatable, Sendable {
  /// How far a worker has got.
  enum Result: Equatable, Sendable {
    /// The seed hasn't failed yet.
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

  /// The order of this process; nil if no exploration started it.
  static let current = ProcessInfo.processInfo.environment[variable].flatMap(WorkerOrder.init)

  let seeds: Range<UInt64>
  /// The location of the exploration. The test may have others, which the worker leaves out.
  let place: String
  /// The file that has the result.
  let path: String

  init(seeds: Range<UInt64>, place: String, path: String) {
    self.seeds = seeds
    self.place = place
    self.path = path
  }

  /// Reads an order from a variable of the environment.
  init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == 4, let first = UInt64(lines[0]), let end = UInt64(lines[1]), first <= end else {
      return nil
    }
    self.init(seeds: first..<end, place: lines[2], path: lines[3])
  }

  /// The order as a variable of the environment.
  var text: String { "\(seeds.lowerBound)\n\(seeds.upperBound)\n\(place)\n\(path)" }

  /// The result so far; nil if there is none.
  var result: Result? { (try? String(contentsOfFile: path, encoding: .utf8)).flatMap(Result.init) }

  /// Tries the seeds, and stops at the first that fails.
  func carryOut(_ body: ExploredBody) async throws {
    for seed in seeds {
      try note(.tries(seed))
      let run = await body.run(seed: seed)
      // Without a result, the exploration reports that the worker has ended too early.
      if Task.isCancelled { return }
      if !run.failures.isEmpty { return try note(.failed(seed)) }
    }
    try note(.passed)
  }

  private func note(_ result: Result) throws {
    try Data(result.text.utf8).write(to: URL(fileURLWithPath: path))
  }
}
