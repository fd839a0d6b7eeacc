import CoreMetrics

/// The metrics of a store.
final class StoreMetrics: Sendable {
  let turns, dismissals, overflows, saves, savedTurns: Counter
  let unsavedTurnCount: Gauge
  let turnDuration, saveWait: Timer

  init(_ make: MetricMaker) {
    turns = make.counter(MetricName.turns)
    turnDuration = make.timer(MetricName.turnDuration)
    dismissals = make.counter(MetricName.dismissals)
    overflows = make.counter(MetricName.overflows)
    saves = make.counter(MetricName.saves)
    savedTurns = make.counter(MetricName.savedTurns)
    unsavedTurnCount = make.gauge(MetricName.unsavedTurnCount)
    saveWait = make.timer(MetricName.saveWait)
  }
}

/// The metrics of the actions with a label.
final class ActionMetrics: Sendable {
  let count, drops: Counter
  let duration: Timer

  init(_ make: MetricMaker) {
    count = make.counter(MetricName.actions)
    drops = make.counter(MetricName.drops)
    duration = make.timer(MetricName.actionDuration)
  }
}

/// The metrics of the effects with a label.
final class EffectMetrics: Sendable {
  let count, failures, cancellations: Counter
  let running: Meter
  let duration: Timer

  init(_ make: MetricMaker) {
    count = make.counter(MetricName.effects)
    failures = make.counter(MetricName.failures)
    cancellations = make.counter(MetricName.cancellations)
    running = make.meter(MetricName.running)
    duration = make.timer(MetricName.effectDuration)
  }
}

/// Makes metrics with the same dimensions.
struct MetricMaker {
  let factory: any MetricsFactory
  let dimensions: [(String, String)]

  func counter(_ name: String) -> Counter { Counter(label: name, dimensions: dimensions, factory: factory) }
  func gauge(_ name: String) -> Gauge { Gauge(label: name, dimensions: dimensions, factory: factory) }
  func meter(_ name: String) -> Meter { Meter(label: name, dimensions: dimensions, factory: factory) }
  func timer(_ name: String) -> Timer { Timer(label: name, dimensions: dimensions, factory: factory) }
}

extension Timer {
  /// Records a duration, of 292 years at most.
  func record(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    recordNanoseconds(isTooLong ? Int64.max : whole + attoseconds / 1_000_000_000)
  }
}
