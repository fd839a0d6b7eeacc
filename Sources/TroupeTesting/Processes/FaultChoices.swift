import Troupe

/// A point at which a simulation can inject a fault.
///
/// A point's numbers don't depend on the faults at other points of other kinds or places. A fault can
/// therefore be removed from a run without changing the meaning of the remaining faults.
package struct FaultPoint: Hashable, Sendable {
  /// The kind of fault, as the simulation numbers them.
  package let kind: Int
  /// The process, connection or disk that the fault affects.
  package let place: Int
  /// The number of the point among the points of this kind and place.
  package let number: Int

  package init(kind: Int, place: Int, number: Int) {
    self.kind = kind
    self.place = place
    self.number = number
  }

  /// A number that identifies the point and is distributed evenly.
  fileprivate var hash: UInt64 {
    var hash: UInt64 = 0
    for part in [kind, place, number] {
      var generator = SeededGenerator(seed: hash &+ UInt64(bitPattern: Int64(part)))
      hash = generator.next()
    }
    return hash
  }
}

/// A fault that a run injected.
package struct FaultChoice: Sendable {
  package let point: FaultPoint
  /// The number of the chosen fault, starting with 1.
  package let value: Int
}

/// The faults that a run injects: chosen by the seed, or given.
struct FaultChoices {
  private let given: [FaultPoint: Int]?
  /// The faults that the run has injected.
  private(set) var made: [FaultChoice] = []

  /// Creates choices that a seed determines.
  init() { given = nil }

  /// Creates given choices. No other faults are injected.
  init(given faults: [FaultChoice]) {
    given = Dictionary(faults.map { ($0.point, $0.value) }) { first, _ in first }
  }

  mutating func choose(at point: FaultPoint, _ seed: UInt64, _ probability: Double, among count: Int) -> Int {
    let value: Int
    if let given {
      value = min(given[point] ?? 0, count)
    } else {
      // Under the seed 0, no fault occurs.
      var generator = SeededGenerator(seed: seed ^ point.hash)
      guard seed != 0, count > 0, Double.random(in: 0..<1, using: &generator) < probability else { return 0 }
      value = Int.random(in: 1...count, using: &generator)
    }
    if value > 0 { made.append(FaultChoice(point: point, value: value)) }
    return value
  }
}

extension Scheduler {
  /// Chooses whether a fault occurs at a point, and which fault.
  ///
  /// The choice depends only on the seed and the point. It is recorded, so that the search for a simpler
  /// failing run can repeat or remove the fault.
  ///
  /// - Parameters:
  ///   - point: The point, which must be chosen only once in a run.
  ///   - probability: The probability of a fault.
  ///   - count: The number of faults that can occur.
  /// - Returns: The number of the fault, starting with 1; 0 for no fault.
  package func chooseFault(at point: FaultPoint, probability: Double, among count: Int = 1) -> Int {
    state.withLock { [seed] in $0.faults.choose(at: point, seed, probability, among: count) }
  }

  /// Returns a generator that depends only on the seed and a point. Its numbers aren't recorded as faults.
  package func generator(at point: FaultPoint) -> SeededGenerator {
    SeededGenerator(seed: seed ^ point.hash ^ 0xD1CE)
  }

  /// Whether the run's events are recorded, so that their texts are needed.
  package var isReporting: Bool { isTraced }

  /// Records an event for the report of a failure. The event is created only in a traced run.
  package func recordEvent(_ event: () -> RunEvent) {
    guard isTraced else { return }
    let event = event()
    state.withLock { $0.events.append(event) }
  }
}
