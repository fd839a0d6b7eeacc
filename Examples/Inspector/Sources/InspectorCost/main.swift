import Foundation
import Troupe
import TroupeInspector
import TroupeInstruments

// What the inspector costs a store, in CPU time per action, beside a store without it and a store with
// counters: while no page is open, and with a page that asks as often as it does at 10,000 actions a second.

struct Counter: Reducer {
  struct State: Codable, Equatable, Sendable {
    var count = 0
    var names = ["north", "south", "east", "west"]
  }

  enum Action: Codable, Equatable, Sendable { case added(Int) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .added(let number):
      state.count += number
      return .none
    }
  }
}

/// The CPU time of the process, in nanoseconds.
func cpuTime() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

enum Row: String, CaseIterable {
  case without = "without an instrument"
  case counters = "with counters"
  case attached = "attached, not watched"
  case watched = "watched at 10,000 actions/s: the turns"
  case page = "watched at 10,000 actions/s: with the page's requests"
}

/// The actions between two requests of a page, which asks every 300 ms.
let burst = 3_000
let bursts = 20

func store(_ instruments: [any Instrument]) -> StoreOf<Counter> {
  var configuration = StoreConfiguration<Counter.Action>()
  configuration.instruments = instruments
  return Store(initialState: Counter.State(), configuration: configuration) { Counter() }
}

func send(to store: isolated StoreOf<Counter>) {
  for _ in 0..<burst { store.send(.added(1)) }
}

/// The nanoseconds per action of one round.
func measure(_ row: Row) async -> Double {
  let inspector = Inspector()
  let store =
    switch row {
    case .without: store([])
    case .counters: store([Counters()])
    case .attached, .watched, .page: store([inspector])
    }
  if row != .without, row != .counters { await inspector.attach(store, key: "north") }
  await send(to: store)
  var total: UInt64 = 0
  for _ in 0..<bursts {
    if row == .watched { inspector.collect() }
    let start = cpuTime()
    if row == .page { inspector.collect() }
    await send(to: store)
    total += cpuTime() - start
  }
  return Double(total) / Double(burst * bursts)
}

var figures: [Row: [Double]] = [:]
for _ in 0..<15 {
  // In turn, so that a busy machine affects all rows.
  for row in Row.allCases { figures[row, default: []].append(await measure(row)) }
}
let medians = figures.mapValues { $0.sorted()[$0.count / 2] }
let counters = medians[.counters] ?? 1
for row in Row.allCases {
  let time = medians[row] ?? 0
  let ratio = String(format: "%.2f", time / counters)
  print("\(row.rawValue): \(Int(time)) ns per action, \(ratio) times a store with counters")
}
// A machine's speed cancels out.
let limits: [(Row, Double)] = [(.attached, 1.2), (.watched, 2), (.page, 4)]
var isExceeded = false
for (row, limit) in limits where (medians[row] ?? 0) / counters > limit {
  print("\(row.rawValue): more than \(limit) times a store with counters")
  isExceeded = true
}
exit(isExceeded ? EXIT_FAILURE : EXIT_SUCCESS)
