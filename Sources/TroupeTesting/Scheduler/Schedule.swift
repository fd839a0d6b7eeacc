/// The rule that determines the order in which a scheduler runs jobs, and the choices so far.
struct Schedule {
  /// A choice that deviates from first in, first out: its number, and the chosen index in the queue.
  struct Departure {
    let choice: Int
    let place: Int
  }

  private enum Rule {
    case firstInFirstOut
    /// The next job is chosen from the runnable jobs with equal probability.
    case any
    /// The order is first in, first out, but some jobs are held back for many steps, as if a slow network
    /// delayed them.
    case holds
    /// The choices are given.
    case given
  }

  private let rule: Rule
  private var generator: SeededGenerator
  /// The given choices: the indices in the queue, by the numbers of the choices.
  private let given: [Int: Int]
  private(set) var departures: [Departure] = []
  /// The number of choices so far. A choice is a step at which more than one job was runnable.
  private(set) var choices = 0

  /// Creates a seed's schedule. With the seed 0, the order is first in, first out.
  ///
  /// Odd seeds find races between adjacent steps. Even seeds other than 0 find races that occur only if a
  /// step is very late.
  init(seed: UInt64) {
    rule = seed == 0 ? .firstInFirstOut : seed.isMultiple(of: 2) ? .holds : .any
    generator = SeededGenerator(seed: seed)
    given = [:]
  }

  /// Creates a schedule that is first in, first out, except for the given choices.
  init(departures: [Departure]) {
    rule = .given
    generator = SeededGenerator(seed: 0)
    given = Dictionary(uniqueKeysWithValues: departures.map { ($0.choice, $0.place) })
  }

  /// Returns the number of steps for which a new job is held back.
  mutating func hold() -> Int {
    guard rule == .holds else { return 0 }
    return Int.random(in: 0..<6, using: &generator) == 0 ? Int.random(in: 1...64, using: &generator) : 0
  }

  /// Returns the queue index of the job that runs next.
  mutating func place(in jobs: [Scheduler.Job], at step: Int) -> Int {
    guard jobs.count > 1 else { return 0 }
    let place: Int
    switch rule {
    case .firstInFirstOut:
      place = 0
    case .any:
      place = Int.random(in: 0..<jobs.count, using: &generator)
    case .holds:
      // If all jobs are held back, the job whose delay ends first runs.
      place =
        jobs.firstIndex { $0.heldUntil <= step }
        ?? jobs.indices.min { jobs[$0].heldUntil < jobs[$1].heldUntil }
        ?? 0
    case .given:
      // If earlier choices differ, the queue may be shorter.
      place = min(given[choices] ?? 0, jobs.count - 1)
    }
    if place > 0 {
      // A short run would otherwise copy the array several times.
      if departures.isEmpty { departures.reserveCapacity(48) }
      departures.append(Departure(choice: choices, place: place))
    }
    choices += 1
    return place
  }
}
