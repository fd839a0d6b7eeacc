import Foundation
import Troupe
import TroupeFoundation
import TroupeRecording

// Records features, or replays their recordings: `RecordingProcess record folder first count actions mistake`
// and `RecordingProcess replay folder first count mistake`. The features have consecutive seeds, starting
// with the first one, which name the files. While it records, it writes a line for each 100 actions. For each
// recording that it replays, it writes `same`, or `diverges`, with the seed, the turn, and the divergence.

@Sendable
func say(_ line: String) {
  // Written at once, so that it isn't lost when the process is killed.
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

@main
struct RecordingProcess {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.compactMap { UInt64($0) }
    guard numbers.count >= 2, let command = arguments.first, let last = arguments.last else {
      fatalError(
        "RecordingProcess record folder first count actions mistake | replay folder first count mistake"
      )
    }
    let folder = arguments.dropFirst().first ?? "."
    let mistake = RandomFeature.Mistake(rawValue: last) ?? .none
    for seed in numbers[0]..<numbers[0] + numbers[1] {
      let path = "\(folder)/\(seed).jsonl"
      // An effect may remove the child before one of its actions arrives. That is part of the run, and not a
      // mistake.
      try await withIssueReporters([]) {
        if command == "record" {
          try await record(path, seed, numbers[2], mistake)
        } else {
          try replay(path, seed, mistake)
        }
      }
    }
  }

  private static func record(
    _ path: String,
    _ seed: UInt64,
    _ count: UInt64,
    _ mistake: RandomFeature.Mistake
  ) async throws {
    let recording = try Recording<RandomFeature.State, RandomFeature.Action>(to: path)
    var configuration = StoreConfiguration<RandomFeature.Action>()
    configuration.instruments = [recording]
    let store = Store(initialState: RandomFeature.State(), configuration: configuration) {
      RandomFeature(seed: seed, mistake: mistake)
    }
    var generator = Numbers(seed: ~seed)
    for number in 0..<count {
      let action = RandomFeature.action(for: await store.state, &generator)
      let task = await store.send(number == count / 2 ? .planted : action)
      if Bool.random(using: &generator) { await task.finish() }
      if number % 100 == 99 { say("sent \(number + 1)") }
    }
    await store.shutdown(within: nil)
    try recording.close()
  }

  private static func replay(_ path: String, _ seed: UInt64, _ mistake: RandomFeature.Mistake) throws {
    let replay = try Replay(path) { RandomFeature(seed: seed, mistake: mistake) }
    let turns = replay.turns.upperBound
    guard let divergence = try replay.divergence() else {
      let dismissals = try replay.recordedTurns().count { $0.action == nil }
      return say("same \(seed) \(turns) \(dismissals) \(replay.isComplete ? "complete" : "cut")")
    }
    say("diverges \(seed) \(divergence.turn) \(divergence.label)")
    for line in "\(divergence)".split(separator: "\n") { say("| \(line)") }
  }
}
