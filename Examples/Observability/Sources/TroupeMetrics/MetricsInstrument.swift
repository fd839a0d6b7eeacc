import CoreMetrics
import Troupe

/// Counts and times what stores do with swift-metrics.
///
/// ```swift
/// configuration.instruments = [MetricsInstrument()]
/// ```
///
/// The dimensions are `store`, the name of the store or its type, and `action` or `effect`, a label without
/// payloads; see ``MetricName``. The number of labels is bounded: the name of a store or an effect may be
/// derived from a value, such as a user's id, and a metrics backend keeps every dimension that it has
/// received.
public struct MetricsInstrument: Instrument {
  let metrics: MetricTable

  /// Creates an instrument.
  ///
  /// - Parameters:
  ///   - factory: Creates the metrics; the current factory by default.
  ///   - labelLimit: The number of different labels of a kind: of stores, of actions with their stores, and
  ///     of effects with their stores. Further labels are counted together as `other`.
  public init(factory: any MetricsFactory = MetricsSystem.factory, labelLimit: Int = 500) {
    metrics = MetricTable(factory: factory, labelLimit: labelLimit)
  }

  /// Counts the action, and times its reduction.
  public func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    let metrics = metrics.action(action.label, in: action.store)
    metrics.count.increment()
    let start = ContinuousClock.now
    body(&state)
    metrics.duration.record(start.duration(to: .now))
  }

  /// Counts the dismissal.
  public func dismiss<State>(
    _ dismissal: inout DismissalInfo,
    state: inout State,
    body: (inout State) -> Void
  ) {
    metrics.store(dismissal.store).dismissals.increment()
    body(&state)
  }

  /// Counts the work while it runs, and times it.
  public func run(_ effect: EffectInfo, operation: @Sendable () async throws -> Void) async rethrows {
    let metrics = metrics.effect(effect.label, in: effect.store)
    metrics.count.increment()
    metrics.running.increment()
    let start = ContinuousClock.now
    defer {
      metrics.duration.record(start.duration(to: .now))
      metrics.running.decrement()
    }
    do {
      try await operation()
    } catch {
      if !(error is CancellationError || Task.isCancelled) { metrics.failures.increment() }
      throw error
    }
  }

  /// Counts the turn, and times it.
  public func turnEnded(_ turn: TurnInfo) {
    let metrics = metrics.store(turn.store)
    metrics.turns.increment()
    metrics.turnDuration.record(turn.start.duration(to: turn.end))
  }

  /// Counts the cancellation.
  public func effectCancelled(_ effect: EffectInfo) {
    metrics.effect(effect.label, in: effect.store).cancellations.increment()
  }

  /// Counts the action.
  public func actionDropped(_ action: ActionValue, cause: Cause?, in store: StoreInfo) {
    metrics.action(action.label, in: store).drops.increment()
  }

  /// Counts the actions.
  public func inboxOverflow(dropping droppedCount: Int, in store: StoreInfo) {
    metrics.store(store).overflows.increment(by: droppedCount)
  }

  /// Counts the save and its turns, the turns that aren't saved, and how long their outputs have waited.
  public func saved(_ save: SaveInfo) {
    let metrics = metrics.store(save.store)
    metrics.saves.increment()
    metrics.savedTurns.increment(by: save.turnCount)
    metrics.unsavedTurnCount.record(save.unsavedTurnCount)
    metrics.saveWait.record(save.wait)
  }
}
