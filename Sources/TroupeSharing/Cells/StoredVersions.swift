import Troupe
import TroupeDiagnostics

/// The versions of a value that is kept in a storage: the saved version, the versions that were lost, and the
/// saves.
///
/// A version is saved, lost, or waits for one of the two. Saves follow each other, and each save takes the
/// newest version. Until the storage is read, the default value is a version that isn't known to be saved: if
/// the storage has a value, all versions before it are lost.
///
/// If a save fails, all versions after the saved version are lost, and the value continues with a copy of the
/// saved version. If another owner has saved the key, that owner's value is loaded. Otherwise, the storage is
/// read again when the value is used again. If the storage is then unchanged, the copy and the versions that
/// were made from it are valid.
final class StoredVersions<Value: Sendable>: SharedSaves {
  private enum Step {
    case open
    case save(Version<Value>, OpenedStorage<Value>)
  }

  private let key: any StoredSharedKey<Value>
  private let initial: Version<Value>
  private let state: Locked<StoredVersionsState<Value>>
  private let owner = Locked<Cell<Value>.Weak>(Cell.Weak())

  init(_ key: any StoredSharedKey<Value>, _ initial: Version<Value>) {
    self.key = key
    self.initial = initial
    state = Locked(StoredVersionsState(saved: initial, base: initial))
  }

  /// Sets the cell of the value. Call this method once, before any other method.
  func belong(to cell: Cell<Value>) { owner.withLock { $0.cell = cell } }

  private var cell: Cell<Value>? { owner.withLock { $0.cell } }

  // MARK: Outcomes

  var saved: any SharedVersion { savedVersion }
  var savedVersion: Version<Value> { state.withLock { $0.saved } }

  func isSaved(_ number: UInt64) -> Bool {
    state.withLock { if case .success = $0.outcome(of: number) { true } else { false } }
  }

  var isLoading: Bool { state.withLock { $0.isRunning && $0.opened == nil } }
  var loadError: (any Error)? { state.withLock { $0.loadError } }
  var saveError: (any Error)? { state.withLock { $0.saveError } }

  func loss(of number: UInt64) async -> (any SharedVersionLoss)? {
    // The task that waits is detached, and nothing cancels it.
    switch await outcome(of: number) {
    case .success: return nil
    case .failure(let error as LostVersion): return error.loss
    case .failure(let error): return key.loss(because: error)
    }
  }

  /// Waits until a version is saved.
  ///
  /// - Throws: The reason for the loss; `CancellationError` if the task is cancelled.
  nonisolated(nonsending) func wait(for number: UInt64) async throws {
    do { try await outcome(of: number).get() } catch let lost as LostVersion { throw lost.loss.error }
  }

  /// Waits until a version is saved. Returns false if another owner has saved the key.
  ///
  /// - Throws: Another reason for the loss; `CancellationError` if the task is cancelled.
  nonisolated(nonsending) func wait(orRepeatAfterLossOf number: UInt64) async throws -> Bool {
    do {
      try await outcome(of: number).get()
      return true
    } catch let lost as LostVersion {
      if lost.loss.isSuperseded { return false }
      throw lost.loss.error
    }
  }

  /// Waits until the storage is read.
  ///
  /// - Throws: The reason why the storage can't be read; `CancellationError` if the task is cancelled.
  nonisolated(nonsending) func load() async throws {
    guard let cell else { return }
    while state.withLock({ $0.opened == nil }) {
      begin()
      // A version that is lost to the storage's value shows that the storage was read.
      _ = try await wait(orRepeatAfterLossOf: cell.newestNumber)
    }
  }

  nonisolated(nonsending) private func outcome(
    of number: UInt64
  ) async -> Result<Void, any Error> {
    let waiting = Loading<Void>()
    let result = await waiting.run { _ in
      let known = state.withLock { state -> Result<Void, LostVersion>? in
        let known = state.outcome(of: number)
        if known == nil { state.waiters.append((number, waiting)) }
        return known
      }
      if let known { waiting.resume(with: known.map { nil }.mapError { $0 }) }
    }
    return result.map { _ in }
  }

  // MARK: Saves

  /// Starts to save on the executor that the current task prefers.
  func begin() {
    if start() { Task { await run() } }
  }

  func begin(on executor: (any TaskExecutor)?) {
    // The task inherits the issue reporters of the code that caused the save.
    if start() { Task(executorPreference: executor) { await self.run() } }
  }

  /// Returns whether the caller has to call ``run()``.
  private func start() -> Bool {
    guard let cell else { return false }
    return state.withLock { state in
      guard !state.isRunning, step(state, cell) != nil else { return false }
      state.isRunning = true
      return true
    }
  }

  private func step(_ state: StoredVersionsState<Value>, _ cell: Cell<Value>) -> Step? {
    guard let opened = state.opened else { return .open }
    let newest = cell.newestVersion
    return newest.number > state.saved.number ? .save(newest, opened) : nil
  }

  private func run() async {
    guard let cell else { return }
    while let step = next(cell) {
      let isDone: Bool
      switch step {
      case .open: isDone = await open(cell)
      case .save(let version, let opened): isDone = await save(version, opened, cell)
      }
      if !isDone { return }
    }
  }

  private func next(_ cell: Cell<Value>) -> Step? {
    state.withLock { state in
      let step = step(state, cell)
      if step == nil { state.isRunning = false }
      return step
    }
  }

  private func save(
    _ version: Version<Value>,
    _ opened: OpenedStorage<Value>,
    _ cell: Cell<Value>
  ) async -> Bool {
    do {
      try await opened.save(version.value)
    } catch {
      return lose(error, cell)
    }
    let (former, waiters) = state.withLock { state in
      let former = (state.saved, state.saveError, state.loadError)
      (state.saved, state.saveError, state.loadError) = (version, nil, nil)
      state.revision = opened.revision()
      return (former, state.takeWaiters())
    }
    withExtendedLifetime(former) {}
    resume(waiters)
    cell.saved()
    return true
  }

  private func open(_ cell: Cell<Value>) async -> Bool {
    let (isFirst, revision) = state.withLock { (!$0.isKnown, $0.revision) }
    let opened: OpenedStorage<Value>
    do {
      opened = try await key.open(orStartWith: initial.value, claims: isFirst)
    } catch {
      return lose(error, cell)
    }
    if isFirst ? opened.isNew : opened.hasRevision(revision) {
      let (former, waiters) = state.withLock { state in
        let former = (state.saved, state.loadError)
        state.opened(opened, state.base)
        return (former, state.takeWaiters())
      }
      withExtendedLifetime(former) {}
      resume(waiters)
    } else {
      let loss = key.loss(because: SupersededByStorage())
      replace(opened.value, loss, cell, isChange: !isFirst) { $0.opened(opened, $1) }
    }
    cell.saved()
    return true
  }

  /// Records that the versions after the saved version are lost. Returns whether the saves continue.
  private func lose(_ error: any Error, _ cell: Cell<Value>) -> Bool {
    let loss = key.loss(because: error)
    let continues = loss.isSuperseded && state.withLock { $0.opened != nil }
    replace(savedVersion.value, loss, cell, isChange: true) { state, copy in
      if state.opened == nil { state.loadError = loss.error } else { state.saveError = loss.error }
      state.opened = nil
      state.base = copy
      state.isRunning = continues
    }
    return continues
  }

  /// Replaces all versions after the saved version, which are lost.
  private func replace(
    _ value: Value,
    _ loss: any StoredVersionLoss,
    _ cell: Cell<Value>,
    isChange: Bool,
    _ change: (inout StoredVersionsState<Value>, _ new: Version<Value>) -> Void
  ) {
    var released: [Any] = []
    var waiters: [(wait: Loading<Void>, outcome: Result<Void, LostVersion>)] = []
    cell.replace(with: value, isChange: isChange) { old, new in
      waiters = state.withLock { state in
        released = [state.saved, state.base, state.loadError as Any, state.saveError as Any]
        state.lose(upTo: old.number, loss)
        change(&state, new)
        return state.takeWaiters()
      }
    }
    withExtendedLifetime(released) {}
    resume(waiters)
  }

  private func resume(_ waiters: [(wait: Loading<Void>, outcome: Result<Void, LostVersion>)]) {
    for (wait, outcome) in waiters { wait.resume(with: outcome.map { nil }.mapError { $0 }) }
  }
}

/// The storage has a value that replaces the versions that were made before it was read.
package struct SupersededByStorage: Error {}

extension Cell {
  /// A weak reference to a cell.
  struct Weak {
    weak var cell: Cell?
  }
}
