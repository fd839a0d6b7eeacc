import TroupeDependencies
import TroupeDiagnostics

/// A dependency reader that records the values that a reduction reads.
final class RecordedReads: DependencyReader {
  struct Read: Sendable {
    let name: String
    let value: any Encodable & Sendable
  }

  private struct State {
    var reads: [Read] = []
    /// Whether a value is being read. Values that are read from other dependencies in the meantime are a part
    /// of this value, so they aren't recorded.
    var isReading = false
    var isOpen = true
  }

  private let state = Locked(State())
  /// The reader of another recording of the same reduction, from which this reader gets its values.
  private let outer: (any DependencyReader)?

  init(within outer: (any DependencyReader)?) { self.outer = outer }

  func value<Value: Codable & Sendable>(_ name: String, _ read: () -> Value) -> Value {
    guard begin() else { return read() }
    let value: Value
    if let outer {
      value = outer.value(name, read)
    } else {
      value = read()
    }
    state.withLock { state in
      state.isReading = false
      // A task that the reducer started may still read values after the reduction has ended.
      if state.isOpen { state.reads.append(Read(name: name, value: value)) }
    }
    return value
  }

  func lookedUp(_ name: String) { outer?.lookedUp(name) }

  private func begin() -> Bool {
    state.withLock { state in
      guard state.isOpen, !state.isReading else { return false }
      state.isReading = true
      return true
    }
  }

  /// Stops recording and returns the recorded reads.
  func end() -> [Read] {
    state.withLock { state in
      state.isOpen = false
      return state.reads
    }
  }
}
