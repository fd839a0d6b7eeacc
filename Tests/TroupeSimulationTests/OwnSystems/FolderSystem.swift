// virtual time: simulations run everything in this file.
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeSimulation
import TroupeTesting

/// A process that uses a folder storage on a disk, one operation after another, and checks after each crash
/// that the storage has the value from before the operation or from after it.
enum FolderSystem {
  enum Operation: String, CaseIterable, Sendable {
    case create, replace, replaceWithOtherWake, replaceWithoutWake, remove, due
  }

  struct Outcome: Hashable, Sendable, CustomStringConvertible {
    let operation: Operation
    let isNew: Bool

    var description: String { "\(operation.rawValue) \(isNew ? "new" : "old")" }

    /// The outcomes that a crash during an operation can have.
    static let all = Set(
      Operation.allCases.flatMap { operation in
        // A query changes nothing.
        (operation == .due ? [false] : [false, true]).map { Outcome(operation: operation, isNew: $0) }
      }
    )
  }

  struct Outcomes {
    var afterCrashes: [Outcome: Int] = [:]
    var afterFailures: [Outcome: Int] = [:]
    var acknowledged = 0
  }

  private struct Value: Equatable, Sendable {
    let value: StoredValue
    let wake: WallClockInstant?
  }

  /// What the storage has, and the operation whose outcome is unknown.
  private struct Model: Sendable {
    struct Pending: Sendable {
      let operation: Operation
      let after: Value?
    }

    var value: Value?
    var pending: Pending?
    var count = 0

    /// Returns the next operation that is possible.
    mutating func next() -> Pending {
      count += 1
      let (old, wake) = (value?.wake, WallClockInstant(sinceEpoch: .seconds(count)))
      let bytes = [UInt8](repeating: UInt8(count), count: count)
      let new = StoredValue(bytes: bytes, revision: StorageRevision())
      let pending: Pending =
        switch (value, count % 6) {
        case (nil, _): Pending(operation: .create, after: Value(value: new, wake: wake))
        case (_, 0): Pending(operation: .remove, after: nil)
        case (_, 1), (_, 3): Pending(operation: .replaceWithOtherWake, after: Value(value: new, wake: wake))
        case (_, 2): Pending(operation: .replace, after: Value(value: new, wake: old))
        case (_, 4): Pending(operation: .due, after: value)
        default: Pending(operation: .replaceWithoutWake, after: Value(value: new, wake: nil))
        }
      self.pending = pending
      return pending
    }
  }

  /// The number of operations of a run.
  private static let operations = 100
  private static let key: StorageKey = "key/with a slash"
  private static let end = WallClockInstant(sinceEpoch: .seconds(1_000))

  static func run(_ world: World, outcomes: Tallied<Outcomes>) async throws {
    let calls = Tallied(0)
    let crash = Tallied<(@Sendable () -> Void)?>(nil)
    let disk = world.disk("folder") { files in
      FilesWithHook(base: files) {
        // A crash at each 97th call is at another call of an operation each time.
        if calls.next() % 97 == 0 { crash.value?() }
      }
    }
    let model = Tallied(Model())
    world.process("writer") { process in
      crash.change { crash in
        crash = {
          process.crash(restarts: false)
          process.restart()
        }
      }
      let storage = disk.storage
      try await settle(storage, model) { outcome in
        outcomes.change { $0.afterCrashes[outcome, default: 0] += 1 }
      }
      while model.value.count < operations {
        let before = model.value.value
        let pending = model.change { $0.next() }
        do {
          try await perform(pending.operation, pending.after, before, storage)
          outcomes.change { $0.acknowledged += 1 }
          model.change { model in (model.value, model.pending) = (pending.after, nil) }
        } catch {
          try await settle(storage, model) { outcome in
            outcomes.change { $0.afterFailures[outcome, default: 0] += 1 }
          }
        }
        try await Task.sleep(for: .milliseconds(50))
      }
      await process.serve()
    }
    world.faults = .all
    try await world.afterHealing {
      crash.change { $0 = nil }
      try await world.eventually("All operations are done.", within: .seconds(60)) {
        model.value.count >= operations
      }
      try await Task.sleep(for: .seconds(20))
      try await settle(disk.storage, model) { _ in }
      let leftovers = disk.paths.filter { $0.contains("/locks/") || $0.hasSuffix(".new") }
      if !leftovers.isEmpty { reportIssue("The storage left files behind: \(leftovers)") }
    }
  }

  private static func perform(
    _ operation: Operation,
    _ after: Value?,
    _ before: Value?,
    _ storage: FolderStorage
  ) async throws(StorageError) {
    switch (operation, after, before) {
    case (.due, _, _): try await checkDue(storage, before, "during the query")
    case (.remove, _, let before?): try await storage.remove(key, expecting: before.value.revision)
    case (_, let after?, _):
      try await storage.save(
        after.value.bytes,
        for: key,
        expecting: before?.value.revision,
        as: after.value.revision,
        wake: after.wake
      )
    default: break
    }
  }

  /// Finds out whether the storage has the old or the new value, and checks that it has one of them.
  private static func settle(
    _ storage: FolderStorage,
    _ model: Tallied<Model>,
    _ note: (Outcome) -> Void
  ) async throws {
    let found = try await repeatedly { () throws(StorageError) in try await storage.load(key) }
    let (before, pending) = (model.value.value, model.value.pending)
    let isNew = pending.map { $0.after?.value == found && $0.operation != .due } ?? false
    guard isNew || found == before?.value else {
      let place = pending.map { "\($0.operation)" } ?? "an acknowledged operation"
      return reportIssue("After \(place), the storage has \(String(describing: found)).")
    }
    let value = isNew ? pending?.after : before
    model.change { model in (model.value, model.pending) = (value, nil) }
    if let pending { note(Outcome(operation: pending.operation, isNew: isNew)) }
    try await repeatedly { () throws(StorageError) in
      try await checkDue(storage, value, pending.map { "after \($0.operation)" } ?? "at rest")
    }
  }

  private static func checkDue(
    _ storage: FolderStorage,
    _ value: Value?,
    _ place: String
  ) async throws(StorageError) {
    let expected = value?.wake.map { [ScheduledKey(key: key, wake: $0)] } ?? []
    var due: [ScheduledKey] = []
    for _ in 0..<5 {
      due = try await storage.due(before: end, limit: 10)
      if due == expected { return }
      // While the disk fails, a key counts as due if the storage can't read its state.
      guard due.map(\.key).starts(with: expected.map(\.key)) else { break }
      do { try await Task.sleep(for: .seconds(5)) } catch { return }
    }
    reportIssue("\(due) is due \(place), and not \(expected).")
  }

  private static func repeatedly<Result>(
    _ call: () async throws(StorageError) -> Result
  ) async throws -> Result {
    while true {
      do throws(StorageError) {
        return try await call()
      } catch {
        guard error.code == .unavailable else {
          reportIssue("\(error)")
          throw error
        }
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }
}
