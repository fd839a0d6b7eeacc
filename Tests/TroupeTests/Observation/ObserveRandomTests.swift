import Foundation
import TroupeTesting
import XCTest

@testable import Troupe

/// Random changes of a board under observers that read random parts of it, compared with the values of those
/// parts.
///
/// `TROUPE_SEEDS` sets how many seeds are tried, `TROUPE_SEED` replays one.
final class ObserveRandomTests: TroupeTestCase {
  private static let changesPerSeed = 200

  // S503
  func testAnObserverRunsAgainWhenAndOnlyWhenWhatItReadHasChanged() async throws {
    let environment = ProcessInfo.processInfo.environment
    let seeds: [UInt64]
    if let seed = environment["TROUPE_SEED"].flatMap(UInt64.init) {
      seeds = [seed]
    } else {
      seeds = Array(0..<(environment["TROUPE_SEEDS"].flatMap(UInt64.init) ?? 10))
    }
    for seed in seeds {
      if let difference = try await difference(seed: seed) {
        return XCTFail("TROUPE_SEED=\(seed): \(difference)")
      }
    }
  }

  private func difference(seed: UInt64) async throws -> String? {
    let scheduler = Scheduler(seed: seed)
    let found = Collector<String>()
    try await scheduler.run {
      var generator = SeededGenerator(seed: seed)
      let store = Store(initialState: Board(), configuration: scheduler.configuration()) { Changing() }
      var observers = (0..<4).map { _ in
        RandomObserver(parts: BoardPart.all.filter { _ in Int.random(in: 0..<5, using: &generator) == 0 })
      }
      // Others read the same, or some of it, in another order: they can share comparisons.
      for observer in observers {
        observers.append(RandomObserver(parts: observer.parts.shuffled(using: &generator)))
        observers.append(RandomObserver(parts: observer.parts.shuffled(using: &generator).suffix(1)))
      }
      let tasks = observers.map { observer in
        Task(executorPreference: scheduler) { await store.observe { observer.look(at: $0) } }
      }
      await scheduler.settle()
      var kept = [Board()]
      for number in 0..<Self.changesPerSeed where found.count == 0 {
        let before = await store.state
        let runs = observers.map(\.seen.count)
        // Of several turns in a row, only the last has to be seen; and one may undo another's change.
        let turns = Bool.random(using: &generator) ? 1 : Int.random(in: 2...4, using: &generator)
        for _ in 0..<turns {
          let change = BoardChange(kept: kept.randomElement(using: &generator) ?? Board(), using: &generator)
          await store.send(Change { change.apply(to: &$0) })
        }
        let after = await store.state
        await scheduler.settle()
        for (index, observer) in observers.enumerated() {
          let label = "change \(number), observer of \(observer.parts.map(\.name))"
          let (old, new) = (observer.summary(of: before), observer.summary(of: after))
          let isRun = observer.seen.count > runs[index]
          if observer.seen.all.last != new.text {
            found.append("\(label): missed \(new), saw \(observer.seen.all.last ?? "nothing")")
          } else if turns == 1, isRun != (old != new) {
            found.append("\(label): \(isRun ? "ran" : "didn't run") when \(old) became \(new)")
          }
        }
        if Int.random(in: 0..<4, using: &generator) == 0 { kept.append(after) }
      }
      for task in tasks { task.cancel() }
    }
    return found.all.first
  }
}

/// An observer that reads some parts of a board.
private struct RandomObserver: Sendable {
  let parts: [BoardPart]
  let seen = Collector<String>()

  func look(at board: ObservedState<Board>) {
    seen.append(parts.map { $0.observed(board) }.joined(separator: "|"))
  }

  /// What it has to see of a board, and what else it depends on.
  func summary(of board: Board) -> (text: String, identities: [UInt64]) {
    let summaries = parts.map { $0.plain(board) }
    return (summaries.map(\.text).joined(separator: "|"), summaries.flatMap(\.identities))
  }
}

/// A way to read a part of a board, both of an observed board and of a plain one.
private struct BoardPart: Sendable {
  typealias Kid = Board.Kid
  typealias Plain = (text: String, identities: [UInt64])

  let name: String
  let observed: @Sendable (ObservedState<Board>) -> String
  let plain: @Sendable (Board) -> Plain

  init(
    _ name: String,
    _ observed: @escaping @Sendable (ObservedState<Board>) -> String,
    _ plain: @escaping @Sendable (Board) -> Plain
  ) {
    self.name = name
    self.observed = observed
    self.plain = plain
  }

  private static func whole(_ kid: Kid) -> String { "\(kid.name) \(kid.count) \(kid.grandchild.name)" }

  private static func identities(_ kids: Kid?...) -> [UInt64] { kids.map { $0?._$id.number ?? 0 } }

  static let all: [BoardPart] = [
    BoardPart("title", { $0.title }, { ($0.title, []) }),
    BoardPart("count", { "\($0.count)" }, { ("\($0.count)", []) }),
    BoardPart("isEven", { "\($0.isEven)" }, { ("\($0.isEven)", []) }),
    BoardPart("numbers", { "\($0.numbers)" }, { ("\($0.numbers)", []) }),
    BoardPart("numbers.count", { "\($0[\.numbers.count])" }, { ("\($0.numbers.count)", []) }),
    BoardPart("child.count", { "\($0.child.count)" }, { ("\($0.child.count)", identities($0.child)) }),
    BoardPart("child", { whole($0.child) }, { (whole($0.child), []) }),
    BoardPart(
      "grandchildren",
      { "\($0.child.grandchild.name) \($0.other.grandchild.name)" },
      {
        (
          "\($0.child.grandchild.name) \($0.other.grandchild.name)",
          identities($0.child, $0.other) + [$0.child.grandchild._$id.number, $0.other.grandchild._$id.number]
        )
      }
    ),
    BoardPart(
      "optional",
      { $0.optional?.name ?? "nil" },
      { ($0.optional?.name ?? "nil", identities($0.optional)) }
    ),
    BoardPart(
      "presented",
      { "\($0.presented?.count ?? -1)" },
      { ("\($0.presented?.count ?? -1)", identities($0.presented)) }
    ),
    BoardPart(
      "one of two",
      { $0.isEven ? $0.title : "\($0.optional?.count ?? -1)" },
      { $0.isEven ? ($0.title, []) : ("\($0.optional?.count ?? -1)", [1] + identities($0.optional)) }
    ),
    BoardPart("rows.count", { "\($0.rows.count)" }, { ("\($0.rows.count)", []) }),
    BoardPart("rows.isEmpty", { "\($0.rows.isEmpty)" }, { ("\($0.rows.isEmpty)", []) }),
    BoardPart("rows.ids", { "\($0.rows.ids)" }, { ("\(Array($0.rows.ids))", []) }),
    BoardPart(
      "row 2",
      { $0.rows[id: 2]?.name ?? "nil" },
      { ($0.rows[id: 2]?.name ?? "nil", [$0.rows[id: 2]?._$id.number ?? 0]) }
    ),
    BoardPart(
      "first row",
      { $0.rows.first?.name ?? "nil" },
      { ($0.rows.first?.name ?? "nil", $0.rows.first.map { [UInt64($0.id), $0._$id.number] } ?? []) }
    ),
    BoardPart(
      "row at 1",
      { $0.rows.count > 1 ? $0.rows[1].name : "nil" },
      {
        let row = $0.rows.count > 1 ? $0.rows[1] : nil
        return (
          row?.name ?? "nil", [UInt64($0.rows.count)] + (row.map { [UInt64($0.id), $0._$id.number] } ?? [])
        )
      }
    ),
    BoardPart(
      "last of the stack",
      { "\($0.stack.last?.count ?? -1)" },
      {
        let id = $0.stack.ids.last.map { UInt64(bitPattern: Int64($0.hashValue)) }
        return (
          "\($0.stack.last?.count ?? -1)", [id ?? 0] + identities($0.stack.last)
        )
      }
    ),
    BoardPart(
      "rows",
      { $0.rows.map { "\($0.id)\($0.name)" }.joined() },
      { ($0.rows.map { "\($0.id)\($0.name)" }.joined(), $0.rows.map(\._$id.number)) }
    ),
    BoardPart(
      "stack",
      { $0.stack.map { "\($0.count)" }.joined(separator: ",") },
      {
        (
          $0.stack.map { "\($0.count)" }.joined(separator: ","),
          $0.stack.map(\._$id.number) + $0.stack.ids.map { UInt64(bitPattern: Int64($0.hashValue)) }
        )
      }
    ),
    BoardPart("is home", { "\($0.screen.is(\.home))" }, { ("\($0.screen.is(\.home))", []) }),
    BoardPart("number", { "\($0.screen.number ?? -1)" }, { ("\($0.screen.number ?? -1)", []) }),
    BoardPart(
      "kid",
      { $0.screen.kid?.name ?? "nil" },
      { ($0.screen.kid?.name ?? "nil", identities($0.screen.kid)) }
    ),
  ]
}

/// A change of a board.
private struct BoardChange: Sendable {
  let kind: Int
  let number: Int
  /// An earlier board, to take copies from.
  let kept: Board

  init(kept: Board, using generator: inout SeededGenerator) {
    kind = Int.random(in: 0..<36, using: &generator)
    number = Int.random(in: 0..<4, using: &generator)
    self.kept = kept
  }

  private var kid: Board.Kid { Board.Kid(name: "k\(number)", count: number) }

  func apply(to board: inout Board) {
    switch kind {
    case 0: board = Board()
    case 1: board = kept
    case 2: board.title = "t\(number)"
    case 3: board.count += 1
    case 4: board.count = number
    case 5: board.numbers.append(number)
    case 6: board.numbers = number == 0 ? [] : kept.numbers
    case 7: board.unread += 1
    case 8: board.child.count += 1
    case 9: board.child.name = "c\(number)"
    case 10: board.child.grandchild.name = "g\(number)"
    case 11: board.child = kid
    case 12: board.child = kept.child
    case 13: swap(&board.child, &board.other)
    case 14: board.other.grandchild = Board.Grandchild(name: "g\(number)")
    case 15: board.optional = kid
    case 16: board.optional = number == 0 ? nil : kept.optional
    case 17: board.optional?.name += "x"
    case 18: board.optional = board.child
    case 19: board.presented = kid
    case 20: board.presented = nil
    case 21: board.presented?.count += 1
    case 22: board.$presented = kept.$presented
    case 23: board.rows.append(Board.Row(id: number))
    case 24: board.rows[id: number] = nil
    case 25: board.rows[id: 2]?.name += "r"
    case 26: board.rows[id: number]?.isOn.toggle()
    case 27: board.rows.reverse()
    case 28: board.rows[id: number] = Board.Row(id: number, name: "n")
    case 29: board.rows = kept.rows
    case 30: board.stack.append(kid)
    case 31: if let id = board.stack.ids.first { board.stack[id: id]?.count += 1 }
    case 32: if number == 0 { board.stack = kept.stack } else { _ = board.stack.popLast() }
    case 33: board.screen = [.home, .number(number), .kid(kid), kept.screen][number]
    case 34: if board.screen.is(\.kid) { board.screen.modify(\.kid) { $0.name += "y" } }
    default: if board.screen.is(\.kid) { board.screen.modify(\.kid) { $0.count += 1 } }
    }
  }
}
