import NIOCore
import Synchronization

/// Admits a few callers at a time, for each key and in total.
///
/// The others wait: the keys take turns, and the callers of a key are admitted in order. If too many wait, or
/// a caller waits for too long, it is rejected, which delays no other caller.
final class Gate: Sendable {
  /// How many callers may be inside at a time, and wait.
  struct Widths: Sendable {
    var ofKey = Int.max
    var ofAll = Int.max
    /// How many may wait for a key.
    var waitingForKey = Int.max
  }

  /// The right to be inside, until it is returned or released.
  final class Pass: Sendable {
    private let gate: Gate
    private let key: String
    private let isOver = Atomic(false)

    fileprivate init(_ gate: Gate, _ key: String) { (self.gate, self.key) = (gate, key) }

    deinit { leave() }

    /// Admits the next one. Once is enough, and more does no harm.
    func leave() {
      if !isOver.exchange(true, ordering: .relaxed) { gate.leave(key) }
    }
  }

  /// Why a caller isn't admitted.
  struct Refused: Error {}

  private struct Key {
    var inside = 0
    var waitingCount = 0
    /// The waiting callers, in order, and some that don't wait any more.
    var waiting = CircularBuffer<UInt64>()
    /// Whether it is among the keys in the order of turns.
    var isReady = false
  }

  private struct Waiter {
    let key: String
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var keys: [String: Key] = [:]
    var inside = 0
    /// The keys with a caller that their own width admits, in the order of their turns.
    var ready = CircularBuffer<String>()
    var waiters: [UInt64: Waiter] = [:]
    /// The ends of the waits, in order.
    var ends = CircularBuffer<(number: UInt64, time: Duration)>()
    var isWatched = false
  }

  private let widths: Widths
  private let patience: Duration
  private let elapsed: @Sendable () -> Duration
  /// Sleeps for this long.
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state = Mutex(State())
  private let lastNumber = Atomic<UInt64>(0)

  /// - Parameters:
  ///   - widths: How many may be inside, and wait.
  ///   - patience: How long a caller waits until it is rejected.
  ///   - clock: The clock that measures it.
  init(_ widths: Widths, patience: Duration, clock: some Clock<Duration> = ContinuousClock()) {
    self.widths = widths
    self.patience = patience
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  /// How many wait for a key.
  func waitingCount(for key: String) -> Int { state.withLock { $0.keys[key]?.waitingCount ?? 0 } }

  /// Waits until the caller is admitted.
  ///
  /// - Throws: ``Refused``; `CancellationError` if the task is cancelled in the meantime.
  nonisolated(nonsending) func enter(_ key: String) async throws -> Pass {
    if state.withLock({ enter(key, &$0) }) { return Pass(self, key) }
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        wait(number, Waiter(key: key, continuation: continuation))
        // If the task was cancelled before, there was no wait to end.
        if Task.isCancelled { end(number, CancellationError()) }
      }
    } onCancel: {
      end(number, CancellationError())
    }
    return Pass(self, key)
  }

  private func enter(_ key: String, _ state: inout State) -> Bool {
    var place = state.keys[key] ?? Key()
    guard place.waitingCount == 0, place.inside < widths.ofKey, state.inside < widths.ofAll else {
      return false
    }
    place.inside += 1
    state.inside += 1
    state.keys[key] = place
    return true
  }

  private func wait(_ number: UInt64, _ waiter: Waiter) {
    enum Result { case entered, refused, waits, mustWatch }
    let result: Result = state.withLock { state in
      if enter(waiter.key, &state) { return .entered }
      guard (state.keys[waiter.key]?.waitingCount ?? 0) < widths.waitingForKey else { return .refused }
      state.keys[waiter.key, default: Key()].waiting.append(number)
      state.keys[waiter.key]?.waitingCount += 1
      state.waiters[number] = waiter
      state.ends.append((number, elapsed() + patience))
      Self.makeReady(waiter.key, widths, &state)
      defer { state.isWatched = true }
      return state.isWatched ? .waits : .mustWatch
    }
    switch result {
    case .entered: waiter.continuation.resume()
    case .refused: waiter.continuation.resume(throwing: Refused())
    case .waits: break
    case .mustWatch: Task.detached { [self] in await watch() }
    }
  }

  private func leave(_ key: String) {
    let next = state.withLock { state in
      state.inside -= 1
      state.keys[key]?.inside -= 1
      Self.makeReady(key, widths, &state)
      Self.removeIfUnused(key, &state)
      return letIn(&state)
    }
    for waiter in next { waiter.continuation.resume() }
  }

  private func letIn(_ state: inout State) -> [Waiter] {
    var next: [Waiter] = []
    while state.inside < widths.ofAll, let key = state.ready.popFirst() {
      state.keys[key]?.isReady = false
      while let number = state.keys[key]?.waiting.popFirst() {
        guard let waiter = state.waiters.removeValue(forKey: number) else { continue }
        state.keys[key]?.waitingCount -= 1
        state.keys[key]?.inside += 1
        state.inside += 1
        next.append(waiter)
        break
      }
      Self.makeReady(key, widths, &state)
      Self.removeIfUnused(key, &state)
    }
    return next
  }

  private static func makeReady(_ key: String, _ widths: Widths, _ state: inout State) {
    guard let place = state.keys[key], !place.isReady, place.waitingCount > 0, place.inside < widths.ofKey
    else {
      return
    }
    state.keys[key]?.isReady = true
    state.ready.append(key)
  }

  private static func removeIfUnused(_ key: String, _ state: inout State) {
    guard let place = state.keys[key], place.inside == 0, place.waitingCount == 0, !place.isReady else {
      return
    }
    state.keys[key] = nil
  }

  /// Ends the wait of a caller that wasn't admitted.
  private func end(_ number: UInt64, _ error: any Error) {
    let waiter = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: number)
      guard let key = waiter?.key else { return waiter }
      state.keys[key]?.waitingCount -= 1
      // Callers at the front that don't wait any more aren't kept until the next one arrives.
      while let first = state.keys[key]?.waiting.first, state.waiters[first] == nil {
        _ = state.keys[key]?.waiting.popFirst()
      }
      Self.removeIfUnused(key, &state)
      return waiter
    }
    waiter?.continuation.resume(throwing: error)
  }

  /// Rejects callers that have waited for too long, as long as any caller waits.
  private func watch() async {
    // The task can't be cancelled, which is the only error of a clock.
    while let time = refuseOverdue() { try? await sleep(time) }
  }

  /// Returns when the next one will have waited for too long; nil if none waits.
  private func refuseOverdue() -> Duration? {
    let now = elapsed()
    while true {
      let first = state.withLock { state in
        while let first = state.ends.first, state.waiters[first.number] == nil { _ = state.ends.popFirst() }
        state.isWatched = !state.ends.isEmpty
        return state.ends.first
      }
      guard let first else { return nil }
      guard first.time <= now else { return first.time }
      end(first.number, Refused())
    }
  }
}
