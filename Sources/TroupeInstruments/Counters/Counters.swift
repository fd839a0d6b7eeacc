import Troupe
import TroupeDiagnostics

/// An instrument that counts stores' events and measures their durations.
///
/// ```swift
/// let counters = Counters()
/// var configuration = StoreConfiguration<Player.Action>()
/// configuration.instruments = [counters]
/// let store = Store(initialState: Player.State(), configuration: configuration) { Player() }
/// await store.send(.played("song.mp3")).finish()
/// let snapshot = counters.snapshot
/// print("\(snapshot.actions) actions, 99 of 100 turns within \(snapshot.turnDurations.p99)")
/// ```
///
/// Actions are counted by their types and cases, so that no payload is retained. The total size is bounded,
/// however long the instrument counts.
public final class Counters: Instrument {
  private let labelLimit: Int
  /// The counters are split into several parts, among which stores are distributed, so that stores rarely
  /// wait for each other.
  private let parts: [Part]

  private final class Part: Sendable {
    let counts = Locked(CountersSnapshot())
  }

  /// Creates counters whose values are zero.
  ///
  /// - Parameter labelLimit: The number of types and cases whose actions are counted separately. Other
  ///   actions are counted in ``CountersSnapshot/actionsOfOtherLabels``.
  public init(labelLimit: Int = 1_000) {
    precondition(labelLimit >= 0, "The number of labels can't be negative.")
    self.labelLimit = labelLimit
    parts = (0..<8).map { _ in Part() }
  }

  /// The counters' current values.
  public var snapshot: CountersSnapshot {
    var snapshot = CountersSnapshot()
    for part in parts { snapshot.add(part.counts.withLock { $0 }, labelLimit: labelLimit) }
    return snapshot
  }

  private func count(in store: StoreInfo, _ change: (inout CountersSnapshot) -> Void) {
    // The number of a store's run is random, so it distributes the stores evenly.
    parts[Int(store.run % UInt64(parts.count))].counts.withLock { change(&$0) }
  }

  /// Counts an action and measures the duration of its reduction.
  public func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    let start = ContinuousClock.now
    body(&state)
    let duration = start.duration(to: .now)
    let label = labelLimit > 0 ? action.label : ""
    count(in: action.store) {
      $0.actions += 1
      $0.count(label, limit: labelLimit)
      $0.reductionDurations.add(duration)
    }
  }

  /// Counts a dismissal.
  public func dismiss<State>(
    _ dismissal: inout DismissalInfo,
    state: inout State,
    body: (inout State) -> Void
  ) {
    body(&state)
    count(in: dismissal.store) { $0.dismissals += 1 }
  }

  /// Counts an effect whose work starts, and measures the work's duration.
  public func run(_ effect: EffectInfo, operation: @Sendable () async throws -> Void) async rethrows {
    count(in: effect.store) { $0.effectsStarted += 1 }
    let start = ContinuousClock.now
    func end(failed: Bool) {
      let duration = start.duration(to: .now)
      count(in: effect.store) {
        $0.effectsEnded += 1
        if failed { $0.effectsFailed += 1 }
        $0.effectDurations.add(duration)
      }
    }
    do {
      try await operation()
    } catch {
      end(failed: !(error is CancellationError))
      throw error
    }
    end(failed: false)
  }

  /// Counts a turn and records its duration.
  public func turnEnded(_ turn: TurnInfo) {
    let duration = turn.start.duration(to: turn.end)
    count(in: turn.store) {
      $0.turns += 1
      $0.turnDurations.add(duration)
    }
  }

  /// Counts a cancelled effect.
  public func effectCancelled(_ effect: EffectInfo) {
    count(in: effect.store) { $0.effectsCancelled += 1 }
  }

  /// Counts a dropped action.
  public func actionDropped(_ action: ActionValue, cause: Cause?, in store: StoreInfo) {
    count(in: store) { $0.droppedActions += 1 }
  }

  /// Counts the actions that an inbox dropped.
  public func inboxOverflow(dropping droppedCount: Int, in store: StoreInfo) {
    count(in: store) { $0.inboxOverflows += UInt64(droppedCount) }
  }

  /// Counts a save and records how long its outputs waited.
  public func saved(_ save: SaveInfo) {
    count(in: save.store) {
      $0.saves += 1
      $0.saveWaits.add(save.wait)
    }
  }
}
