import TroupeDependencies
import TroupeDiagnostics

/// Answers the reads of a reduction from a recording.
final class ReplayedReads: DependencyReader {
  private struct State {
    var index = 0
    var isReading = false
    /// The first read that differs from the recording.
    var divergence: String?
    var lookups: [String] = []
  }

  /// Dependencies from which a reducer reads nothing that differs between runs.
  private static let constant: Set = ["context", "dismiss", "isPresented"]

  private let recorded: [(name: String, value: RecordedValue)]
  private let state = Locked(State())

  init(_ recorded: [(name: String, value: RecordedValue)]) { self.recorded = recorded }

  func value<Value: Codable & Sendable>(_ name: String, _ read: () -> Value) -> Value {
    let next = state.withLock { state -> (name: String, value: RecordedValue)? in
      // After a divergence, the recorded values no longer match the reads.
      guard !state.isReading, state.divergence == nil else { return nil }
      guard state.index < recorded.count else {
        state.divergence =
          "The reducer read `\(name)`, but the recording has no further value of it in this turn."
        return nil
      }
      state.index += 1
      return recorded[state.index - 1]
    }
    guard let next else { return ask(read) }
    guard next.name == name else {
      diverge("The reducer read `\(name)`, but `\(next.name)` in the recording.")
      return ask(read)
    }
    do {
      return try ValueDecoder.decode(Value.self, from: next.value)
    } catch {
      diverge("The value of `\(name)` in the recording can't be decoded (\(IssueText.error(error))).")
      return ask(read)
    }
  }

  /// Reads from the dependency itself. Its reads from other dependencies are a part of the value.
  private func ask<Value>(_ read: () -> Value) -> Value {
    let wasReading = state.withLock { state in
      defer { state.isReading = true }
      return state.isReading
    }
    defer { state.withLock { $0.isReading = wasReading } }
    return read()
  }

  private func diverge(_ what: String) { state.withLock { $0.divergence = $0.divergence ?? what } }

  func lookedUp(_ name: String) {
    if Self.constant.contains(name) { return }
    state.withLock { state in
      if !state.lookups.contains(name) { state.lookups.append(name) }
    }
  }

  /// The first read that differs; nil if all reads were as recorded.
  var divergence: String? {
    state.withLock { state in
      if let divergence = state.divergence { return divergence }
      guard state.index < recorded.count else { return nil }
      let rest = recorded[state.index...].map { "`\($0.name)`" }
      return "The reducer didn't read \(rest.joined(separator: ", ")), unlike in the recording."
    }
  }

  /// The dependencies that were looked up and whose reads aren't recorded.
  var lookups: [String] { state.withLock { $0.lookups } }
}
