/// The search for the failing run that is closest to first in, first out, and that has the fewest faults.
///
/// The search removes faults and deviations from that order, first many at a time and then single ones, as
/// long as the run fails in the same place.
struct Shrinking {
  /// The limit on the number of runs. The total time is also limited, because each run that gets stuck takes
  /// real time.
  private static let limit = 300
  private static let timeLimit = Duration.seconds(15)

  let body: ExploredBody
  let original: ExploredBody.Run
  private let seed: UInt64
  private let start = realNow
  private(set) var runs = 0
  private(set) var shortest: ExploredBody.Run

  init(_ body: ExploredBody, _ run: ExploredBody.Run, seed: UInt64) {
    self.body = body
    self.seed = seed
    original = run
    shortest = run
  }

  private var hasTime: Bool { runs < Self.limit && start.duration(to: realNow) < Self.timeLimit }

  /// Searches for the failing run that is closest to first in, first out. Returns false if the original run
  /// doesn't fail again under its own schedule.
  mutating func search() async -> Bool {
    guard await fails(shortest.schedule.departures, shortest.faults) else { return false }
    guard !shortest.isPlain, await !fails([], []) else { return true }
    // Most failures of simulations need faults but no particular order.
    if !shortest.schedule.departures.isEmpty, !shortest.faults.isEmpty {
      _ = await fails([], shortest.faults)
    }
    await remove(from: \.faults) { await $0.fails($0.shortest.schedule.departures, $1) }
    await remove(from: \.schedule.departures) { await $0.fails($1, $0.shortest.faults) }
    await moveForward()
    return true
  }

  /// Removes elements of a list, first many at a time, if the run still fails without them.
  private mutating func remove<Element>(
    from list: KeyPath<ExploredBody.Run, [Element]>,
    _ fails: (inout Shrinking, [Element]) async -> Bool
  ) async {
    var size = (shortest[keyPath: list].count + 1) / 2
    while size > 0, hasTime {
      let hasRemoved = await remove(size, from: list, fails)
      if size > 1 {
        size = (size + 1) / 2
      } else if !hasRemoved {
        break
      }
    }
  }

  /// Removes `size` elements at a time, from last to first, if the run still fails without them. Returns
  /// whether any elements were removed.
  private mutating func remove<Element>(
    _ size: Int,
    from list: KeyPath<ExploredBody.Run, [Element]>,
    _ fails: (inout Shrinking, [Element]) async -> Bool
  ) async -> Bool {
    var hasRemoved = false
    var end = shortest[keyPath: list].count
    while end > 0, hasTime {
      let elements = shortest[keyPath: list]
      end = min(end, elements.count)
      let start = max(0, end - size)
      if await fails(&self, Array(elements[..<start] + elements[end...])) { hasRemoved = true }
      end = start
    }
    return hasRemoved
  }

  /// Changes the remaining deviations so that their jobs overtake as few other jobs as possible.
  private mutating func moveForward() async {
    for index in shortest.schedule.departures.indices {
      var place = 1
      while hasTime, index < shortest.schedule.departures.count,
        place < shortest.schedule.departures[index].place
      {
        var departures = shortest.schedule.departures
        departures[index] = Schedule.Departure(choice: departures[index].choice, place: place)
        if await fails(departures, shortest.faults) { break }
        place += 1
      }
    }
  }

  private mutating func fails(_ departures: [Schedule.Departure], _ faults: [FaultChoice]) async -> Bool {
    runs += 1
    let run = await body.run(departures, faults, seed: seed)
    guard run.fails(like: original) else { return false }
    shortest = run
    return true
  }
}
