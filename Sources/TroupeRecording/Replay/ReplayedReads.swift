import TroupeDependencies
import TroupeDiagnostics

/// A dependency reader that answers a reduction's reads from a recording.
final class ReplayedReads: DependencyReader {
  private struct State {
    var index = 0
    var isReading = false
    /// A sentence that describes the first read that differs from the recording.
    var divergence: String?
    var lookups: [String] = []
  }

  /// The dependencies whose values can't differ between runs.
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
          "The reducer read `\(name)`, but the recording has no further value of this dependency in this turn."
        return nil
      }
      state.index += 1
      return recorded[state.index - 1]
    }
    guard let next else { return ask(read) }
    guard next.name == name else {
      diverge("The reducer read `\(name)` in the replay, but `\(next.name)` in the recording.")
      return ask(read)
    }
    do {
      return try ValueDecoder.decode(Value.self, from: next.value)
    } catch {
      diverge("The value of `\(name)` in the recording can't be decoded (\(IssueText.error(error))).")
      return ask(read)
    }
  }

  /// Reads the dependency's actual value. Values that are read from other dependencies in the meantime are a
  /// part of this value, so they aren't compared.
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

  /// A sentence that describes the first read that differs; nil if all reads are as recorded.
  var divergence: String? {
    state.withLock { state in
      if let divergence = state.divergence { return divergence }
      guard state.index < recorded.count else { return nil }
      let rest = recorded[state.index...].map { "`\($0.name)`" }
      return "The reducer didn't read \(rest.joined(separator: ", ")), unlike in the recording."
    }
  }

  /// The dependencies that were looked up, but whose reads aren't recorded.
  var lookups: [String] { state.withLock { $0.lookups } }
}
