import Foundation
import Testing
import Troupe
import TroupeRecording
import TroupeTesting

private struct Sum: Reducer {
  var factor = 1

  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += action * factor
    return action > 10 ? .send(action / 10) : .none
  }
}

private func record() async throws -> String {
  let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl").path
  let recording = try Recording<Int, Int>(to: path)
  var configuration = StoreConfiguration<Int>()
  configuration.instruments = [recording]
  let store = Store(initialState: 0, configuration: configuration) { Sum() }
  for number in [1, 200, 3] { await store.send(number) }
  try recording.close()
  return path
}

/// Recordings as tests.
@Suite struct ReplaySuite {
  // S679
  @Test func aRecordingThatDoesTheSamePasses() async throws {
    let path = try await record()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await replay(path) { Sum() }
  }

  // S679
  @Test func aRecordingThatCanNotBeReadIsAnError() async throws {
    await #expect(throws: ReplayError.self) {
      try await replay("none.jsonl") { Sum() }
    }
  }
}

@Suite(.inInnerRun) struct ReplayFailureSuite {
  // S679
  @Test func aDivergenceFailsTheTestAtItsLine() async throws {
    let path = try await record()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await withKnownIssue {
      try await replay(path) { Sum(factor: 2) }
    } matching: { issue in
      issue.sourceLocation?.line == #line - 2 && "\(issue)".contains("The replay diverges in turn 1")
    }
  }
}
