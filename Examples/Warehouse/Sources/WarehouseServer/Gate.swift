import NIOCore
import Synchronization

/// Lets few in at a time, for each key and in all.
///
/// The others wait: the keys take turns, and those of a key come in their order. If too many wait, or one
/// waits for too long, it is refused, which delays nobody.
final class Gate: Sendable {
  /// How many may be inside at a time, and wait.
  struct Widths: Sendable {
    var ofKey = Int.max
    var ofAll = Int.max
    /// How many may wait for a key.
    var waitingForKey = Int.max
  }

  /// The right to be inside, until it is given back or released.
  final class Pass: Sendable {
    private let gate: Gate
    private let key: String
    private let isOver = Atomic(false)

    fileprivate init(_ gate: Gate, _ key: String) { (self.gate, self.key) = (gate, key) }

    deinit { leave() }

    /// Lets the next one in. Once is enough, and more does no harm.
    func leave() {
      if !isOver.exchange(true, ordering: .relaxed) { gate.leave(key) }
    }
  }

  /// Why it lets somebody not in.
  struct Refused: Error {}

  private struct Key {
    var inside = 0
    var waitingCount = 0
    /// Those that wait, in their order, and some that don't any more.
    var waiting = CircularBuffer<UInt64>()
    /// Whether it is among those whose turn comes.
    var isReady = false
  }

  private struct Waiter {
    let key: String
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var keys: [String: Key] = [:]
    var inside = 0
    /// The keys with somebody whom their own width lets in, in the order of their turns.
    var ready = CircularBuffer<String>()
    var waiters: [UInt64: Waiter] = [:]
    /// When the wait of each is over, in this order.
    var ends = CircularBuffer<(number: UInt64, time: Duration)>()
    var isWatched = false
  }

  private let widths: Widths
  private let patience: Duration
  private let elapsed: @Sendable () -> Duration
  /// Sleeps until so much time has passed.
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state = Mutex(State())
  private let lastNumber = Atomic<UInt64>(0)

  /// - Parameters:
  ///   - widths: How many may be inside, and wait.
  ///   - patience: How long one waits until it is refused.
  ///   - clock: Measures that.
  init(_ widths: Widths, patience: Duration, clock: some Clock<Duration> = ContinuousClock()) {
    self.widths = widths
    self.patience = patience
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  /// How many wait for a key.
  func waitingCount(for key: String) -> Int { state.withLock { $0.keys[key]?.waitingCount ?? 0 } }

  /// Waits until the caller may come in.
  ///
  /// - Throws: ``Refused``; `CancellationError` if the task is cancelled meanwhile.
  nonisolated(nonsending) func enter(_ key: String) async throws -> Pass {
    if state.withLock({ enter(key, &$0) }) { return Pass(self, key) }
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        wait(number, Waiter(key: key, continuation: continuation))
        // If the task was cancelled before, there was nobody whose wait could end.
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

  /// Ends the wait of one that wasn't let in.
  private func end(_ number: UInt64, _ error: any Error) {
    let waiter = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: number)
      guard let key = waiter?.key else { return waiter }
      state.keys[key]?.waitingCount -= 1
      // Those at the front that don't wait any more aren't kept for whom comes next.
      while let first = state.keys[key]?.waiting.first, state.waiters[first] == nil {
        _ = state.keys[key]?.waiting.popFirst()
      }
      Self.removeIfUnused(key, &state)
      return waiter
    }
    waiter?.continuation.resume(throwing: error)
  }

  /// Refuses those that have waited for too long, as long as somebody waits.
  private func watch() async {
    // Nobody can cancel the task, which is the only error of a clock.
    while let time = refuseOverdue() { try? await sleep(time) }
  }

  /// Returns when the next one will have waited for too long; nil if nobody waits.
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
