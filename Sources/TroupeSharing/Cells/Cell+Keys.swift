import Synchronization
import Troupe

/// Loads and saves with the key.
extension Cell {
  /// The state at the start of a load. A value that was written or saved since then is newer than the loaded
  /// value.
  private struct LoadStart: Sendable {
    let written: UInt64
    let saves: CellSaves.Activity?
  }

  func requestSave() {
    guard let save = persistence?.save, let status else { return }
    status.saves.request { [self] in save(newestVersion.value, $0, $1) }
  }

  /// Takes over a value that a key has loaded. It isn't saved.
  ///
  /// In the body of a `withLock`, it waits until the body has returned: the body has a copy of the version
  /// before, and would undo the change.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isChange: Whether tests have to assert it.
  ///   - start: The state at the start of the load; nil for a change from outside. A newer value isn't
  ///     replaced.
  private func takeOver(_ value: Value, isChange: Bool = true, since start: LoadStart? = nil) {
    unlocked { [self] in takeOverNow(value, isChange: isChange, since: start) }
  }

  /// Runs a closure that locks the value: now, or when the thread has no value locked.
  private func unlocked(_ body: @escaping @Sendable () -> Void) {
    // The body of another value's `withLock` may wait for the load of a value that isn't started.
    let isStarted = isStarted.load(ordering: .acquiring)
    if SharingFrame.postpone(ifLocked: isStarted ? nil : ObjectIdentifier(self), body) { return }
    body()
  }

  private func takeOverNow(_ value: Value, isChange: Bool, since start: LoadStart?) {
    writing.lock()
    if let start {
      let (written, unrequested) = state.withLock { ($0.written, $0.unrequested) }
      let isUnsaved = persistence?.save != nil && unrequested > 0
      guard written == start.written, !isUnsaved, status?.saves.activity == start.saves else {
        return writing.unlock()
      }
    }
    let old = newestVersion
    let write = publish(Version(old.number + 1, value), from: old, by: isChange ? .key : nil, isLoaded: true)
    writing.unlock()
    for observer in write.observers { observer.changed(self) }
  }

  /// Loads the value and subscribes to changes, the first time it is called. Other callers wait for the part
  /// of it that doesn't suspend.
  ///
  /// - Parameter loads: Whether the value is loaded, and not only subscribed to.
  func start(loads: Bool) {
    guard !isStarted.load(ordering: .acquiring), let persistence, let starting else { return }
    if let stored {
      isStarted.store(true, ordering: .releasing)
      return stored.begin()
    }
    // The key's code runs under a separate lock, so that it may wait for another thread that reads or writes
    // the value.
    starting.withLock {
      // The load may create the same value again, on this thread.
      guard !(state.withLock { Swift.exchange(&$0.isStarting, with: true) }) else { return }
      defer { isStarted.store(true, ordering: .releasing) }
      let (initial, name) = (newestVersion.value, name)
      let start = LoadStart(written: state.withLock { $0.written }, saves: status?.saves.activity)
      if loads {
        status?.loadBegan()
        // It doesn't keep the cell alive.
        let continuation = LoadContinuation<Value>(name) { [weak self] in self?.loaded($0, since: start) }
        persistence.load(.initialValue(initial), continuation)
      }
      let subscriber = SharedSubscriber<Value>(
        callback: { [weak self] in self?.received($0, initial) },
        onLook: { [weak self] in self?.looked($0, initial) },
        onLoading: { [weak self] in self?.status?.setLoading($0) }
      )
      let new = persistence.subscribe(loads ? .initialValue(initial) : .userInitiated, subscriber)
      subscription.withLock { $0 = new }
    }
  }

  private func loaded(_ result: Result<Value?, any Error>, since start: LoadStart) {
    status?.loadEnded(with: result)
    guard case .success(let value?) = result else { return }
    // A value that the key had stored isn't a change.
    takeOver(value, isChange: isStarted.load(ordering: .acquiring), since: start)
  }

  private func received(_ result: Result<Value?, any Error>, _ initial: Value) {
    status?.received(result)
    if case .success(let value) = result { takeOver(value ?? initial) }
  }

  /// Looks for a change from outside, and takes it over.
  ///
  /// A concurrent save may replace the value that was found. The value is then saved again, so that the key
  /// and the cell have the same value in the end.
  private func looked(_ look: @escaping @Sendable () -> Result<Value?, any Error>?, _ initial: Value) {
    unlocked { [self] in lookedNow(look, initial) }
  }

  private func lookedNow(_ look: () -> Result<Value?, any Error>?, _ initial: Value) {
    let before = status?.saves.activity
    guard let result = look() else { return }
    received(result, initial)
    guard case .success = result, let status, status.saves.activity != before || before?.isSaving == true
    else { return }
    requestSave()
  }

  nonisolated(nonsending) func load() async throws {
    try Task.checkCancellation()
    guard let persistence, let status else { return }
    if let stored { return try await stored.load() }
    status.loadBegan()
    let name = name
    // Earlier writes are saved first. Otherwise, the load would find an older value and undo a write.
    let written = state.withLock { $0.written }
    guard await status.saves.settle() else {
      status.loadEnded(with: Result<Value?, any Error>.failure(CancellationError()))
      throw CancellationError()
    }
    let start = LoadStart(written: written, saves: status.saves.activity)
    let result = await Loading<Value>().run {
      persistence.load(.userInitiated, LoadContinuation(name, callback: $0))
    }
    status.loadEnded(with: result)
    if let value = try result.get() { takeOver(value, since: start) }
  }

  nonisolated(nonsending) func save() async throws {
    try Task.checkCancellation()
    if let stored { return try await stored.wait(for: newestNumber) }
    guard let save = persistence?.save, let status else { return }
    try await status.saves.saveNow { [self] in save(newestVersion.value, $0, $1) }
  }
}
