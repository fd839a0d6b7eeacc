import Troupe
import TroupeTesting
import XCTest

/// Which changes make an observing closure run again, and which don't.
final class ObserveTests: TroupeTestCase {
  /// Observes a store of a board, changes the board, and returns what the closure returned each time it ran.
  private func runs<Value: Sendable>(
    of read: @escaping @Sendable (ObservedState<Board>) -> Value,
    from board: Board = Board(),
    _ changes: (@Sendable (inout Board) -> Void)...
  ) async throws -> [Value] {
    try await runs(of: read, from: board, changes)
  }

  private func runs<Value: Sendable>(
    of read: @escaping @Sendable (ObservedState<Board>) -> Value,
    from board: Board,
    _ changes: [@Sendable (inout Board) -> Void]
  ) async throws -> [Value] {
    let scheduler = Scheduler(seed: 0)
    let seen = Collector<Value>()
    try await scheduler.run {
      let store = Store(initialState: board, configuration: scheduler.configuration()) { Changing() }
      let observing = Task(executorPreference: scheduler) { await store.observe { seen.append(read($0)) } }
      await scheduler.settle()
      for change in changes {
        await store.send(Change(change))
        await scheduler.settle()
      }
      observing.cancel()
      await observing.value
    }
    return seen.all
  }

  // S503
  func testItRunsAtOnceAndAfterChangesOfWhatItRead() async throws {
    let seen = try await runs(
      of: { $0.count },
      { $0.count = 1 },
      { $0.unread = 1 },
      { $0.title = "a" },
      { $0.count = 1 },
      { $0.count = 2 }
    )
    XCTAssertEqual(seen, [0, 1, 2])
  }

  // S800
  func testObserversOfTheSameMembersShareTheirComparison() async throws {
    /// Counts how often values are compared.
    struct Counted: Equatable, Sendable {
      static let comparisons = Locked(0)
      var value = 0

      static func == (lhs: Counted, rhs: Counted) -> Bool {
        comparisons.withLock { $0 += 1 }
        return lhs.value == rhs.value
      }

      /// The number of comparisons since the last call.
      static var count: Int { comparisons.withLock { Swift.exchange(&$0, with: 0) } }
    }
    struct State: Sendable {
      var counted = Counted()
      var turns = 0
    }
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: State(), configuration: scheduler.configuration(for: Int.self)) {
        Reduce<State, Int> { state, number in
          state.counted.value = number
          state.turns += 1
          return .none
        }
      }
      let (same, other) = (Collector<Int>(), Collector<Int>())
      let observers = (0..<10).map { _ in
        Task(executorPreference: scheduler) {
          await store.observe { same.append($0[\.counted].value) }
        }
      }
      await scheduler.settle()
      _ = Counted.count
      await store.send(0)
      await scheduler.settle()
      XCTAssertEqual(Counted.count, 1, "Nothing has changed, so no observer is notified.")
      await store.send(1)
      await scheduler.settle()
      XCTAssertEqual(Counted.count, 1)
      XCTAssertEqual(same.all, Array(repeating: 0, count: 10) + Array(repeating: 1, count: 10))

      // An observer that reads more compares separately, and is notified separately.
      let more = Task(executorPreference: scheduler) {
        await store.observe { other.append($0[\.counted].value * 100 + $0[\.turns]) }
      }
      await scheduler.settle()
      // If one of them leaves, the others aren't affected.
      observers[0].cancel()
      await observers[0].value
      _ = Counted.count
      await store.send(1)
      await scheduler.settle()
      XCTAssertEqual(Counted.count, 2)
      await store.send(2)
      await scheduler.settle()
      XCTAssertEqual(same.all.suffix(9), Array(repeating: 2, count: 9)[...])
      XCTAssertEqual(same.all.count, 29)
      XCTAssertEqual(other.all, [102, 103, 204])
      for task in observers + [more] {
        task.cancel()
        await task.value
      }
    }
  }

  // S503
  func testWhatItReadsMayBeSomethingElseEachTime() async throws {
    let seen = try await runs(
      of: { $0.isEven ? $0.title : "odd" },
      { $0.title = "a" },
      { $0.count = 1 },
      { $0.title = "b" },
      { $0.count = 2 },
      { $0.count = 4 }
    )
    XCTAssertEqual(seen, ["", "a", "odd", "b"])
  }

  // S430
  func testAChildThatIsReplacedIsAnother() async throws {
    let seen = try await runs(
      of: { $0.child.count },
      { $0.child = Board.Kid() },
      { $0.child.count = 1 },
      { swap(&$0.child, &$0.other) }
    )
    XCTAssertEqual(seen, [0, 0, 1, 0])
  }

  // S431
  func testAChangeOfAMemberOfAChildIsAChangeOfThatMemberOnly() async throws {
    let seen = try await runs(
      of: { "\($0.child.name) \($0.child.grandchild.name)" },
      { $0.child.count += 1 },
      { $0.child.grandchild.name = "b" },
      { $0.child.name = "a" }
    )
    XCTAssertEqual(seen, [" ", " b", "a b"])
  }

  // S431
  func testOptionalAndPresentedChildrenComeAndGo() async throws {
    for member in [\Board.optional, \Board.presented] as [any WritableKeyPath<Board, Board.Kid?> & Sendable] {
      let seen = try await runs(
        of: { (member == \.optional ? $0.optional : $0.presented)?.count ?? -1 },
        { $0[keyPath: member] = Board.Kid(count: 1) },
        { $0[keyPath: member]?.name = "a" },
        { $0[keyPath: member]?.count = 2 },
        { $0[keyPath: member] = nil }
      )
      XCTAssertEqual(seen, [-1, 1, 2, -1])
    }
  }

  // S431
  func testTheCaseOfAnEnumAndTheMembersOfItsPayload() async throws {
    let seen = try await runs(
      of: { $0.screen.is(\.home) ? "home" : "\($0.screen.number ?? -1) \($0.screen.kid?.count ?? -1)" },
      { $0.screen = .kid(Board.Kid(count: 1)) },
      { $0.screen.modify(\.kid) { $0.name = "a" } },
      { $0.screen.modify(\.kid) { $0.count = 2 } },
      { $0.screen = .number(3) },
      { $0.screen = .home }
    )
    XCTAssertEqual(seen, ["home", "-1 1", "-1 2", "3 -1", "home"])
  }

  // S505
  func testElementsAreFollowedByTheirIDs() async throws {
    let rows: IdentifiedArrayOf<Board.Row> = [Board.Row(id: 1), Board.Row(id: 2)]
    let seen = try await runs(
      of: { $0.rows[id: 2]?.name ?? "none" },
      from: Board(rows: rows),
      { $0.rows[id: 1]?.name = "a" },
      { $0.rows[id: 2]?.isOn = true },
      { $0.rows.reverse() },
      { $0.rows[id: 2]?.name = "b" },
      { $0.rows[id: 2] = nil }
    )
    XCTAssertEqual(seen, ["", "b", "none"])
  }

  // S505
  func testTheNumberAndTheOrderOfElements() async throws {
    let rows: IdentifiedArrayOf<Board.Row> = [Board.Row(id: 1, name: "a"), Board.Row(id: 2, name: "b")]
    let changes: [@Sendable (inout Board) -> Void] = [
      { $0.rows.reverse() }, { $0.rows[id: 1]?.isOn = true }, { $0.rows[id: 1] = nil },
      { $0.rows.append(Board.Row(id: 3)) }, { $0.rows = [] },
    ]
    let counts = try await runs(of: { $0.rows.count }, from: Board(rows: rows), changes)
    XCTAssertEqual(counts, [2, 1, 2, 0])
    let ids = try await runs(of: { $0.rows.ids }, from: Board(rows: rows), changes)
    XCTAssertEqual(ids, [[1, 2], [2, 1], [2], [2, 3], []])
    let areEmpty = try await runs(of: { $0.rows.isEmpty }, from: Board(rows: rows), changes)
    XCTAssertEqual(areEmpty, [false, true])
    let names = try await runs(
      of: { $0.rows.map(\.name).joined() },
      from: Board(rows: rows),
      changes[0],
      changes[1],
      changes[2]
    )
    XCTAssertEqual(names, ["ab", "ba", "b"])
  }

  // S941
  func testAnElementIsFollowedByItsPosition() async throws {
    let rows: IdentifiedArrayOf<Board.Row> = [Board.Row(id: 1, name: "a"), Board.Row(id: 2, name: "b")]
    let changes: [@Sendable (inout Board) -> Void] = [
      { $0.rows[id: 1]?.name = "A" }, { $0.rows[id: 2]?.isOn = true }, { $0.rows[id: 2]?.name = "B" },
      { $0.rows.append(Board.Row(id: 3, name: "c")) }, { $0.rows.reverse() }, { $0.rows.swapAt(0, 1) },
      { $0.rows.removeFirst() }, { $0.rows.removeLast() }, { $0.rows = [] },
    ]
    let second = try await runs(
      of: { $0.rows.count > 1 ? $0.rows[1].name : "none" },
      from: Board(rows: rows),
      changes
    )
    // Whether there is a second one is a read of the number.
    XCTAssertEqual(second, ["b", "B", "B", "c", "A", "none", "none"])
    let first = try await runs(of: { $0.rows.first?.name ?? "none" }, from: Board(rows: rows), changes)
    XCTAssertEqual(first, ["a", "A", "c", "B", "c", "none"])
    let last = try await runs(of: { $0.rows.last?.name ?? "none" }, from: Board(rows: rows), changes)
    XCTAssertEqual(last, ["b", "B", "c", "A", "c", "none"])
    let indices = try await runs(of: { $0.rows.indices }, from: Board(rows: rows), changes)
    XCTAssertEqual(indices, [0..<2, 0..<3, 0..<2, 0..<1, 0..<0])
    // As a whole, because the type says so.
    let whole = try await runs(
      of: {
        let row: Board.Row = $0.rows[0]
        return row.name
      },
      from: Board(rows: rows),
      Array(changes[...2])
    )
    XCTAssertEqual(whole, ["a", "A", "A", "A"])
  }

  // S941
  func testAnElementOfAStackIsFollowedByItsPosition() async throws {
    let seen = try await runs(
      of: { $0.stack.last?.name ?? "none" },
      { $0.stack.append(Board.Kid(name: "a")) },
      { $0.stack[0].count = 1 },
      { $0.stack.append(Board.Kid(name: "b")) },
      { $0.stack[0].name = "A" },
      { $0.stack[1].name = "B" },
      { $0.stack.removeLast() }
    )
    XCTAssertEqual(seen, ["none", "a", "b", "B", "A"])
  }

  // S505
  func testElementsOfAStack() async throws {
    let seen = try await runs(
      of: { $0.stack.map { "\($0.count)" }.joined() },
      { $0.stack.append(Board.Kid(count: 1)) },
      { $0.stack[0].name = "a" },
      { $0.stack[0].count = 2 },
      { $0.stack.removeAll() }
    )
    XCTAssertEqual(seen, ["", "1", "2", ""])
  }

  // S433, without the gap
  func testACopyThatIsChangedAndPutBackIsSeen() async throws {
    let seen = try await runs(
      of: { $0.rows[id: 1]?.name },
      from: Board(rows: [Board.Row(id: 1)]),
      { board in
        var copy = board.rows[id: 1]
        copy?.name = "a"
        board.rows[id: 1] = copy
      }
    )
    XCTAssertEqual(seen, ["", "a"])
  }

  // S434
  func testAReplacedRootIsSeen() async throws {
    let seen = try await runs(
      of: { "\($0.title) \($0.child.count)" },
      { $0 = Board(title: "a", child: Board.Kid(count: 1)) },
      { $0 = Board(title: "a") }
    )
    XCTAssertEqual(seen, [" 0", "a 1", "a 0"])
  }

  func testAStateThatIsNoObservableState() async throws {
    let scheduler = Scheduler(seed: 0)
    let seen = Collector<Int>()
    try await scheduler.run {
      let store = Store(initialState: [0], configuration: scheduler.configuration()) { Changing<[Int]>() }
      let observing = Task(executorPreference: scheduler) { await store.observe { seen.append($0.count) } }
      await scheduler.settle()
      await store.send(Change { $0[0] = 1 })
      await scheduler.settle()
      await store.send(Change { $0.append(2) })
      await scheduler.settle()
      observing.cancel()
    }
    XCTAssertEqual(seen.all, [1, 2])
  }

  func testWhatIsReadAsAWhole() async throws {
    let paths = try await runs(
      of: { $0[\.numbers.count] },
      { $0.numbers = [1] },
      { $0.numbers = [2] },
      { $0.numbers = [] }
    )
    XCTAssertEqual(paths, [0, 1, 0])
    let all = try await runs(of: { $0[\.self].title }, { $0.count = 1 }, { $0.unread = 1 })
    XCTAssertEqual(all.count, 2, "== of the board doesn't compare what is unread")
    let kids = try await runs(of: { ($0.child as Board.Kid).name }, { $0.child.count = 1 })
    XCTAssertEqual(kids.count, 2)
    let both = try await runs(
      of: { $0.child.name + ($0.child as Board.Kid).name + $0.child.name },
      { $0.child.count = 1 },
      { $0.child.name = "a" }
    )
    XCTAssertEqual(both, ["", "", "aaa"])
  }

  // S506
  func testWhatCannotBeComparedCountsAsChangedByEachTurn() async throws {
    let seen = try await runs(of: { $0.counter.value }, { $0.counter.value = 1 }, { $0.unread = 1 })
    XCTAssertEqual(seen, [0, 1, 1])
  }

  // S506
  func testWhatIsIgnoredIsNotFollowed() async throws {
    let seen = try await runs(of: { $0.cache + $0.count }, { $0.cache = 1 }, { $0.count = 1 })
    XCTAssertEqual(seen, [0, 2])
  }

  /// Observing one member doesn't copy another when it is changed.
  func testCollectionsThatAreNotReadStayWhereTheyAre() async throws {
    let addresses = Collector<UInt>()
    @Sendable func note(_ board: inout Board) {
      board.numbers[5] += 1
      board.rows[id: 5]?.isOn.toggle()
      addresses.append(board.numbers.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) })
      addresses.append(board.rows.elements.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) })
    }
    let board = Board(
      numbers: Array(0..<100),
      rows: IdentifiedArray(uniqueElements: (0..<100).map { Board.Row(id: $0) })
    )
    let seen = try await runs(
      of: { $0.count + $0.rows.count + $0[\.numbers.count] + ($0.rows[id: 5]?.id ?? 0) },
      from: board,
      note,
      { $0.count += 1 },
      note,
      note
    )
    XCTAssertEqual(seen.count, 2)
    // The first change copies the values that the test itself refers to.
    XCTAssertEqual(
      addresses.all[2...],
      [addresses.all[0], addresses.all[1], addresses.all[0], addresses.all[1]]
    )
  }
}
