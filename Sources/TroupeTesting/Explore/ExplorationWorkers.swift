import Foundation
import Testing
import Troupe

/// The processes that try the seeds of an exploration.
///
/// Each process runs the test's executable, but only the test that explores. Hashing is deterministic in all
/// processes, so a seed leads to the same run in each process.
struct ExplorationWorkers: Sendable {
  /// The reason why a process stopped early.
  enum Finding: Equatable, Sendable {
    /// The body failed under this seed.
    case failed(UInt64)
    /// The process ended without a result. The seed is the last seed that the process tried; nil if that seed
    /// is unknown.
    case ended(UInt64?, status: Int32, output: String)
  }

  /// The arguments with which the executable runs only the current test; nil if they are unknown.
  ///
  /// For a parameterized test, the result is nil, because no arguments can name a single test case.
  static var argumentsOfCurrentTest: [String]? {
    guard let test = Test.current else { return RunningTestCase.specifier.map { [$0] } }
    guard !test.isParameterized else { return nil }
    let id = NSRegularExpression.escapedPattern(for: "\(test.id)")
    return ["--testing-library", "swift-testing", "--filter", id]
  }

  /// Divides the seeds into parts of similar sizes, one part for each of the workers.
  static func parts(of seeds: Range<UInt64>, workers: Int) -> [Range<UInt64>] {
    let count = UInt64(seeds.count)
    let workers = min(UInt64(max(workers, 1)), max(count, 1))
    return (0..<workers).map { number in
      let (start, end) = (count * number / workers, count * (number + 1) / workers)
      return seeds.lowerBound + start..<seeds.lowerBound + end
    }
  }

  let seeds: Range<UInt64>
  /// The number of processes that run at the same time.
  let count: Int
  /// The number of seeds that a process tries before another process replaces it. What a run leaves behind,
  /// such as a task that waits for an event that never occurs, is freed with its process.
  let runsOfProcess: Int
  let arguments: [String]
  let location: CallSite

  /// Runs the processes. Returns nil if no run failed or the calling task is cancelled.
  ///
  /// When a process stops early, the processes with greater seeds are ended. Cancelling the calling task ends
  /// all processes.
  func find() async -> Finding? {
    let workers = Self.parts(of: seeds, workers: count).map { seeds in
      // These processes run one after another.
      Self.parts(of: seeds, workers: (seeds.count + runsOfProcess - 1) / runsOfProcess).map { seeds in
        WorkerProcess(seeds: seeds, arguments: arguments, place: "\(location)")
      }
    }
    defer { for process in workers.joined() { process.removeFiles() } }
    let findings = await withTaskCancellationHandler {
      await withTaskGroup(of: (Int, Finding?).self) { group in
        for (index, processes) in workers.enumerated() {
          group.addTask {
            for process in processes {
              if let finding = await process.run() { return (index, finding) }
            }
            return (index, nil)
          }
        }
        var findings: [Int: Finding] = [:]
        for await (index, finding) in group {
          guard let finding else { continue }
          findings[index] = finding
          for later in workers[(index + 1)...].joined() { later.end() }
        }
        return findings
      }
    } onCancel: {
      for process in workers.joined() { process.end() }
    }
    guard !Task.isCancelled else { return nil }
    return findings.min { $0.key < $1.key }?.value
  }
}

/// A worker process, which tries a part of the seeds.
private final class WorkerProcess: Sendable {
  private enum State {
    case waiting
    case running(Process)
    case ended
  }

  private let order: WorkerOrder
  private let arguments: [String]
  private let outputPath: String
  private let state = Locked(State.waiting)

  init(seeds: Range<UInt64>, arguments: [String], place: String) {
    // If the exploration is part of a captured run, a UUID would be determined by that run's seed.
    let name = Capture.outside { "troupe-worker-\(UUID().uuidString)" }
    let path = FileManager.default.temporaryDirectory.appending(path: name).path
    order = WorkerOrder(seeds: seeds, place: place, path: path)
    outputPath = "\(path)-output"
    self.arguments = arguments
  }

  /// Runs the process. Returns nil if no run failed or `end` ended the process.
  func run() async -> ExplorationWorkers.Finding? {
    do {
      let process = try makeProcess()
      try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in ended.resume() }
        do {
          let isStarted = try state.withLock { state in
            guard case .waiting = state else { return false }
            try process.run()
            state = .running(process)
            return true
          }
          if !isStarted { ended.resume() }
        } catch {
          ended.resume(throwing: error)
        }
      }
      if case .ended = state.withLock({ $0 }) { return nil }
      return finding(status: process.terminationStatus)
    } catch {
      return .ended(nil, status: -1, output: "\(error)")
    }
  }

  private func finding(status: Int32) -> ExplorationWorkers.Finding? {
    switch order.result {
    case .passed: return nil
    case .failed(let seed): return .failed(seed)
    case .tries(let seed): return .ended(seed, status: status, output: output)
    case nil: return .ended(nil, status: status, output: output)
    }
  }

  /// Ends the process, or prevents its start.
  func end() {
    let process: Process? = state.withLock { state in
      defer { state = .ended }
      if case .running(let process) = state { return process }
      return nil
    }
    if let process, process.isRunning { process.terminate() }
  }

  /// Removes the process's files if they exist.
  func removeFiles() {
    for path in [order.path, outputPath] where FileManager.default.fileExists(atPath: path) {
      do { try FileManager.default.removeItem(atPath: path) } catch {
        writeToStandardError("note: \(path) can't be removed: \(error)\n")
      }
    }
  }

  private func makeProcess() throws -> Process {
    guard let executable = CommandLine.arguments.first,
      FileManager.default.createFile(atPath: outputPath, contents: nil)
    else { throw CocoaError(.fileWriteUnknown) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      WorkerOrder.variable: order.text, "SWIFT_DETERMINISTIC_HASHING": "1",
    ]) { $1 }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: outputPath))
    process.standardError = process.standardOutput
    return process
  }

  /// The last lines of the process's output.
  private var output: String {
    let text = (try? String(contentsOfFile: outputPath, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").suffix(20).joined(separator: "\n")
  }
}
