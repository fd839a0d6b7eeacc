import TroupeDiagnostics

/// What the loads and saves of a value have led to.
final class CellStatus: Sendable {
  private struct State {
    var loads = 0
    /// Whether the key has said that it loads.
    var isLoadingElsewhere = false
  }

  private let state = Locked(State())
  private let failure = LoadFailure()
  let saves: CellSaves

  init() { saves = CellSaves(failure) }

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

/// Why the last load has failed. A save that succeeds makes it obsolete.
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
    // Released after the lock: an error may be an object of the user's.
    let old = stored.withLock { Swift.exchange(&$0, with: error) }
    _ = old
  }
}

/// The saves of a value, one at a time. While one runs, the next waits for the newest version.
final class CellSaves: Sendable {
  /// Saves the newest version.
  typealias Save = @Sendable (SaveContext, SaveContinuation) -> Void

  /// What the saves have done so far.
  struct Activity: Equatable, Sendable {
    fileprivate(set) var isSaving = false
    /// The number of saves that have begun.
    fileprivate(set) var count: UInt64 = 0
  }

  private struct State {
    var activity = Activity()
    /// Whether a version is to be saved that no running save has.
    var isDue = false
    var context = SaveContext.didSet
    var error: (any Error)?
    /// The waits for the next save, and for the running one.
    var next: [Loading<Void>] = []
    var current: [Loading<Void>] = []
  }

  private let state = Locked(State())
  private let loadFailure: LoadFailure

  init(_ loadFailure: LoadFailure) { self.loadFailure = loadFailure }

  var error: (any Error)? { state.withLock { $0.error } }
  var activity: Activity { state.withLock { $0.activity } }

  /// Waits until what was requested is saved, or has failed to be. Returns false if the task is cancelled.
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
    state.withLock { $0.isDue = true }
    saveWhatIsDue(save)
  }

  /// Saves the newest version, and waits for it.
  func saveNow(_ save: @escaping Save) async throws {
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
          // If the save has resumed at once, the loop continues, and not this call.
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
    let (waiting, former) = state.withLock { state in
      state.activity.isSaving = false
      let former = state.error
      if case .failure(let error) = result { state.error = error } else { state.error = nil }
      return (Swift.exchange(&state.current, with: []), former)
    }
    // The error is released here, after the lock.
    _ = former
    if case .success = result { loadFailure.clear() }
    for waiting in waiting { waiting.resume(with: result.map { nil }) }
  }
}

/// Tells which of two comes second.
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
  /// - Parameter start: Starts the work, and gets what to call with the result.
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
