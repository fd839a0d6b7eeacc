import Troupe

@testable import TroupeDurable

/// A storage in memory that records its calls, and gives other answers to some of them.
final class AlteredStorage: Storage {
  enum Change: CaseIterable {
    /// The call does nothing and throws `unavailable`.
    case unavailable
    /// A call that would be rejected isn't, and one that wouldn't be is.
    case refusal
    /// A value is missing, or an additional one is there. Of scheduled keys, the last one is missing, or
    /// there is an additional one.
    case presence
    /// The value has other bytes, the scheduled keys another order.
    case content
    /// The value has another revision, the first scheduled key another instant.
    case label
    /// The call does nothing and throws `superseded`.
    case superseded
    /// A call is performed even though its task is cancelled.
    case uncancelled
    /// The same, and its reply is lost.
    case lostReply
  }

  private struct Notes {
    var calls: [String] = []
    var revisions: [StorageRevision] = []
    /// Whether a call had another answer.
    var isAltered = false

    mutating func name(_ revision: StorageRevision?) -> String {
      guard let revision else { return "-" }
      if let index = revisions.firstIndex(of: revision) { return "\(index + 1)" }
      revisions.append(revision)
      return "\(revisions.count)"
    }
  }

  private let memory = MemoryStorage()
  private let changes: [Int: Change]
  private let notes = Locked(Notes())

  /// - Parameter changes: Which calls have other answers, counted from one, and which answers.
  init(_ changes: [Int: Change] = [:]) { self.changes = changes }

  /// The calls with their answers.
  var calls: [String] { notes.withLock { $0.calls } }
  /// Whether a call had another answer.
  var isAltered: Bool { notes.withLock { $0.isAltered } }

  func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? {
    let (number, change) = begin()
    if change == .unavailable { throw fail(number, "load \(key)", .unavailable(key, because: Fault())) }
    var value = try await memory.load(key)
    switch (change, value) {
    case (.presence, nil): value = alter(StoredValue(bytes: [99], revision: StorageRevision()))
    case (.presence, _): value = alter(nil)
    case (.content, let found?): value = alter(StoredValue(bytes: [99], revision: found.revision))
    case (.label, let found?): value = alter(StoredValue(bytes: found.bytes, revision: StorageRevision()))
    default: break
    }
    note(number, "load \(key.text.debugDescription): ") { notes in
      value.map { "\(Self.text($0.bytes)) \(notes.name($0.revision))" } ?? "-"
    }
    return value
  }

  func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    let (number, change) = begin()
    let text = notes.withLock { notes in
      "save \(key.text.debugDescription) \(Self.text(bytes)) \(notes.name(expected)) \(notes.name(revision))"
        + (wake.map { " at \(Self.seconds($0))" } ?? "")
    }
    try await perform(number, change, text, key) { memory throws(StorageError) in
      try await memory.save(bytes, for: key, expecting: expected, as: revision, wake: wake)
    }
  }

  func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    let (number, change) = begin()
    let text = notes.withLock { "remove \(key.text.debugDescription) \($0.name(expected))" }
    try await perform(number, change, text, key) { memory throws(StorageError) in
      try await memory.remove(key, expecting: expected)
    }
  }

  func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
    let (number, change) = begin()
    let text = "due \(Self.seconds(instant)) \(limit)"
    if change == .unavailable { throw fail(number, text, .unavailable(nil, because: Fault())) }
    var due = try await memory.due(before: instant, limit: limit)
    switch (change, due.isEmpty) {
    case (.presence, true): due = alter([ScheduledKey(key: "key", wake: .start)])
    case (.presence, false): due = alter(due.dropLast())
    case (.content, _) where due.count > 1: due = alter(due.reversed())
    case (.label, false): due[0] = alter(ScheduledKey(key: due[0].key, wake: .start))
    default: break
    }
    note(number, "\(text): ") { _ in
      due.map { "\($0.key.text.debugDescription) \(Self.seconds($0.wake))" }.joined(separator: ", ")
    }
    return due
  }

  // MARK: Calls

  private struct Fault: Error {}

  private func perform(
    _ number: Int,
    _ change: Change?,
    _ text: String,
    _ key: StorageKey,
    _ work: @escaping @Sendable (MemoryStorage) async throws(StorageError) -> Void
  ) async throws(StorageError) {
    if change == .unavailable { throw fail(number, text, .unavailable(key, because: Fault())) }
    var failure: StorageError?
    switch change {
    case .superseded:
      failure = alter(.superseded(key))
    case .uncancelled, .lostReply:
      // A separate task isn't cancelled.
      let isRefused = await Task { [memory] in await Self.failure(work, memory) }.value
      failure = isRefused ?? (change == .lostReply ? alter(.unavailable(key, because: Fault())) : nil)
    default:
      failure = await Self.failure(work, memory)
      if change == .refusal { failure = alter(failure == nil ? .superseded(key) : nil) }
    }
    note(number, "\(text): ") { _ in failure.map { "\($0.code)" } ?? "done" }
    if let failure { throw failure }
  }

  private static func failure(
    _ work: (MemoryStorage) async throws(StorageError) -> Void,
    _ memory: MemoryStorage
  ) async -> StorageError? {
    do throws(StorageError) { try await work(memory) } catch { return error }
    return nil
  }

  private func begin() -> (number: Int, change: Change?) {
    let number = notes.withLock { notes in
      notes.calls.append("")
      return notes.calls.count
    }
    return (number, changes[number])
  }

  private func alter<Value>(_ value: Value) -> Value {
    notes.withLock { $0.isAltered = true }
    return value
  }

  private func fail(_ number: Int, _ text: String, _ error: StorageError) -> StorageError {
    note(number, "\(text): ") { _ in "\(error.code)" }
    return alter(error)
  }

  private func note(_ number: Int, _ call: String, _ answer: (inout Notes) -> String) {
    notes.withLock { $0.calls[number - 1] = call + answer(&$0) }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    bytes.count <= 4 ? "\(bytes)" : "[\(bytes[0])...\(bytes[bytes.count - 1]), \(bytes.count) bytes]"
  }

  /// The seconds of an instant since the start of 2026.
  private static func seconds(_ instant: WallClockInstant) -> Int64 {
    instant.sinceEpoch.components.seconds - 1_767_225_600
  }
}
