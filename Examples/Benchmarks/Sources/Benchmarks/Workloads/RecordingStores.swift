import Foundation
import Troupe
import TroupeRecording

/// A feature whose states and actions are recorded.
private struct Tally: Reducer {
  struct Line: Codable, Identifiable, Sendable {
    let id: Int
    var text = "a line of some length"
    var count = 0
  }

  struct State: Codable, Sendable {
    var count = 0
    var lines: IdentifiedArrayOf<Line>
  }

  enum Action: Codable, Sendable {
    case up(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .up(let number):
      state.count += number
      state.lines[id: 0]?.count += 1
      return .none
    }
  }

  static func store(lines: Int, _ instruments: [any Instrument] = []) -> StoreOf<Tally> {
    var configuration = StoreConfiguration<Action>()
    configuration.instruments = instruments
    return Store(
      initialState: State(lines: IdentifiedArray(uniqueElements: (0..<lines).map { Line(id: $0) })),
      configuration: configuration
    ) {
      Tally()
    }
  }
}

/// B19: recorded stores, in units of stores that aren't recorded.
enum RecordingStores {
  static var rows: [Row] {
    [
      row(
        "B19 a recorded turn of a small state, in units of one that isn't",
        lines: 1,
        every: 1,
        count: 2_000
      ),
      row("B19 the same with a state of 1,000 rows", lines: 1_000, every: 1, count: 20),
      row(
        "B19 the same, whose state is encoded in each 1,000th turn",
        lines: 1_000,
        every: 1_000,
        count: 2_000
      ),
    ]
  }

  private static func row(_ name: String, lines: Int, every interval: Int, count: Int) -> Row {
    Row(
      name,
      count: count,
      prepare: {
        await unfailing {
          let name = "recording-\(UUID().uuidString).jsonl"
          var options = RecordingOptions()
          options.stateInterval = interval
          options.fileSize = 1 << 24
          options.fileLimit = 1
          let recording = try Recording<Tally.State, Tally.Action>(
            to: FileManager.default.temporaryDirectory.appending(path: name).path,
            options: options
          )
          return (plain: Tally.store(lines: lines), recorded: Tally.store(lines: lines, [recording]))
        }
      },
      floor: { it, count in await timed(count) { await send(to: it.plain, count) } },
      troupe: { it, count in await timed(count) { await send(to: it.recorded, count) } }
    )
  }

  private static func send(to store: StoreOf<Tally>, _ count: Int) async {
    for number in 0..<count { await store.send(.up(number)) }
  }
}
