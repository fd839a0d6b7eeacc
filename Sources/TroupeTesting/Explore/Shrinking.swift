/// The search for the failing run that is closest to first in, first out.
///
/// The search removes deviations from that order, first many deviations at a time and then single deviations,
/// as long as the run fails in the same place.
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
    guard await fails(shortest.schedule.departures) else { return false }
    guard !shortest.schedule.departures.isEmpty, await !fails([]) else { return true }
    var size = (shortest.schedule.departures.count + 1) / 2
    while hasTime {
      let hasRemoved = await remove(size)
      if size > 1 {
        size = (size + 1) / 2
      } else if !hasRemoved {
        break
      }
    }
    await moveForward()
    return true
  }

  /// Removes `size` deviations at a time, from last to first, if the run still fails without them. Returns
  /// whether any deviations were removed.
  private mutating func remove(_ size: Int) async -> Bool {
    var hasRemoved = false
    var end = shortest.schedule.departures.count
    while end > 0, hasTime {
      let departures = shortest.schedule.departures
      end = min(end, departures.count)
      let start = max(0, end - size)
      if await fails(Array(departures[..<start] + departures[end...])) { hasRemoved = true }
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
        if await fails(departures) { break }
        place += 1
      }
    }
  }

  private mutating func fails(_ departures: [Schedule.Departure]) async -> Bool {
    runs += 1
    let run = await body.run(departures, seed: seed)
    guard run.fails(like: original) else { return false }
    shortest = run
    return true
  }
}
