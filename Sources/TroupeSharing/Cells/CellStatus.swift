import TroupeDiagnostics

/// The status of a value's loads and saves.
final class CellStatus: Sendable {
  private struct State {
    var loads = 0
    /// Whether the key has said that it loads.
    var isLoadingElsewhere = false
  }

  private let state = Locked(State())
  private let failure = LoadFailure()
  let saves: CellSaves

  /// - Parameter name: The name of the value, for issues.
  init(_ name: String) { saves = CellSaves(failure, name) }

  var isLoading: Bool { state.withLock { $0.loads > 0 || $0.isLoadingElsewhere } }
  var loadError: (any Error)? { failure.error }
  var saveError: (any Error)? { saves.error }

  func loadBegan() { state.withLock { $0.loads += 1 } }

  func loadEnded<Value>(with result: Result<Value, any Error>) {
    state.withLock { $0.loads -= 1 }
    failure.note(result)
  }

  func received<Value>(_ result: Result<Value, any Error>) {
    state.withLock { $0.isLoadingElsewhere = false }
    failure.note(result)
  }

  func setLoading(_ isLoading: Bool) { state.withLock { $0.isLoadingElsewhere = isLoading } }
}

/// The error of the last load. A successful save clears it.
final class LoadFailure: Sendable {
  private let stored = Locked<(any Error)?>(nil)

  var error: (any Error)? { stored.withLock { $0 } }

  func note<Value>(_ result: Result<Value, any Error>) {
    switch result {
    case .success: clear()
    case .failure(let error): if !(error is CancellationError) { set(error) }
    }
  }

  func clear() { set(nil) }

  private func set(_ error: (any Error)?) {
    // The old error is released after the lock, because it may be a user's object.
    let old = stored.withLock { Swift.exchange(&$0, with: error) }
    _ = old
  }
}

/// The saves of a value, which run one at a time. The next save waits, and then saves the newest version.
final class CellSaves: Sendable {
  /// Saves the newest version.
  typealias Save = @Sendable (SaveContext, SaveContinuation) -> Void

  /// The progress of the saves.
  struct Activity: Equatable, Sendable {
    fileprivate(set) var isSaving = false
    /// The number of saves that have begun.
    fileprivate(set) var count: UInt64 = 0
  }

  private struct State {
    var activity = Activity()
    /// Whether there is a version to save that the running save doesn't have.
    var isDue = false
    var context = SaveContext.didSet
    var error: (any Error)?
    /// The setting for issue reports of the code that requested the newest save.
    var reporting: IssueReporting.Setting?
    /// The waits for the next save, and for the running one.
    var next: [Loading<Void>] = []
    var current: [Loading<Void>] = []
  }

  private let state = Locked(State())
  private let loadFailure: LoadFailure
  private let name: String

  init(_ loadFailure: LoadFailure, _ name: String) { (self.loadFailure, self.name) = (loadFailure, name) }

  var error: (any Error)? { state.withLock { $0.error } }
  var activity: Activity { state.withLock { $0.activity } }

  /// Waits until the requested save has succeeded or failed. Returns false if the task is cancelled.
  nonisolated(nonsending) func settle() async -> Bool {
    let waiting = Loading<Void>()
    let result = await waiting.run { _ in
      let waits = state.withLock { state in
        if state.isDue {
          state.next.append(waiting)
        } else if state.activity.isSaving {
          state.current.append(waiting)
        } else {
          return false
        }
        return true
      }
      if !waits { waiting.resume(with: .success(nil)) }
    }
    if case .failure(let error) = result, error is CancellationError { return !Task.isCancelled }
    return true
  }

  /// Saves the newest version, now or after the running save.
  func request(_ save: @escaping Save) {
    let reporting = IssueReporting.setting
    let former = state.withLock { state in
      state.isDue = true
      return Swift.exchange(&state.reporting, with: reporting)
    }
    withExtendedLifetime(former) {}
    saveWhatIsDue(save)
  }

  /// Saves the newest version, and waits for it.
  nonisolated(nonsending) func saveNow(_ save: @escaping Save) async throws {
    let waiting = Loading<Void>()
    let result = await waiting.run { _ in
      state.withLock { state in
        state.isDue = true
        state.context = .userInitiated
        state.next.append(waiting)
      }
      saveWhatIsDue(save)
    }
    _ = try result.get()
  }

  private func saveWhatIsDue(_ save: @escaping Save) {
    while let context = begin() {
      let handOver = HandOver()
      save(
        context,
        SaveContinuation { [self] result in
          end(result.map { _ in })
          // If the save has resumed synchronously, the loop continues instead of this call.
          if handOver.isSecond() { saveWhatIsDue(save) }
        }
      )
      if !handOver.isSecond() { return }
    }
  }

  private func begin() -> SaveContext? {
    state.withLock { state in
      guard state.isDue, !state.activity.isSaving else { return nil }
      state.activity.isSaving = true
      state.activity.count += 1
      state.isDue = false
      state.current = Swift.exchange(&state.next, with: [])
      return Swift.exchange(&state.context, with: .didSet)
    }
  }

  private func end(_ result: Result<Void, any Error>) {
    let (waiting, former, isDue, reporting) = state.withLock { state in
      state.activity.isSaving = false
      let former = state.error
      if case .failure(let error) = result { state.error = error } else { state.error = nil }
      return (Swift.exchange(&state.current, with: []), former, state.isDue, state.reporting)
    }
    // The error is released here, after the lock.
    _ = former
    switch result {
    case .success: loadFailure.clear()
    // A caller of `save()` gets the error, and the next save may succeed.
    case .failure(let error) where waiting.isEmpty && former == nil && !isDue: report(error, reporting)
    case .failure: break
    }
    for waiting in waiting { waiting.resume(with: result.map { nil }) }
  }

  /// Reports a save that no task awaits. Later failures are not reported until a save succeeds.
  private func report(_ error: any Error, _ setting: IssueReporting.Setting?) {
    if let setting { return IssueReporting.with(setting) { report(error, nil) } }
    reportIssue(
      """
      The shared value \(name) couldn't be saved: \(IssueText.error(error)) The value in memory is newer than the saved value.

      The next write saves the value again. To handle the error, use `try await $value.save()`, or read `$value.saveError`.
      """
    )
  }
}

/// Determines which of two calls is the second one.
private final class HandOver: Sendable {
  private let hasFirst = Locked(false)

  func isSecond() -> Bool { hasFirst.withLock { Swift.exchange(&$0, with: true) } }
}

/// A wait for the result of a key, which ends when the task is cancelled.
final class Loading<Value: Sendable>: Sendable {
  private enum Phase {
    case running
    case waiting(CheckedContinuation<Result<Value?, any Error>, Never>)
    case over(Result<Value?, any Error>)
  }

  private let phase = Locked(Phase.running)

  /// Starts the work, and waits for its result.
  ///
  /// It returns a `CancellationError` as soon as the task is cancelled. A later result is dropped.
  ///
  /// - Parameter start: Starts the work. It gets a closure, which it calls with the result.
  nonisolated(nonsending) func run(
    _ start: (@escaping @Sendable (Result<Value?, any Error>) -> Void) -> Void
  ) async -> Result<Value?, any Error> {
    start { [self] in resume(with: $0) }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result = phase.withLock { phase -> Result<Value?, any Error>? in
          if case .over(let result) = phase { return result }
          phase = .waiting(continuation)
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      resume(with: .failure(CancellationError()))
    }
  }

  func resume(with result: Result<Value?, any Error>) {
    let continuation = phase.withLock { phase -> CheckedContinuation<Result<Value?, any Error>, Never>? in
      switch phase {
      case .over: return nil
      case .running:
        phase = .over(result)
        return nil
      case .waiting(let continuation):
        phase = .over(result)
        return continuation
      }
    }
    continuation?.resume(returning: result)
  }
}
