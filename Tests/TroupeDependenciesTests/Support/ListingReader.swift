import TroupeDependencies
import TroupeDiagnostics

/// Lists the reads of a reduction, and answers those for which it has a value.
final class ListingReader: DependencyReader {
  private struct State {
    var reads: [String] = []
    var lookups: [String] = []
    var answers: [any Sendable]
  }

  private let state: Locked<State>

  init(answers: [any Sendable] = []) { state = Locked(State(answers: answers)) }

  var reads: [String] { state.withLock { $0.reads } }
  var lookups: [String] { state.withLock { $0.lookups } }

  func value<Value: Codable & Sendable>(_ name: String, _ read: () -> Value) -> Value {
    let answer = state.withLock { $0.answers.isEmpty ? nil : $0.answers.removeFirst() as? Value }
    let value = answer ?? read()
    state.withLock { $0.reads.append("\(name) \(value)") }
    return value
  }

  func lookedUp(_ name: String) { state.withLock { $0.lookups.append(name) } }
}
