import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// Scoped stores whose state may be removed: what a turn costs, and that none misses the removal.
final class ScopedStoreCostTests: TroupeTestCase {
  /// An id that counts its lookups.
  struct CountedID: Hashable, Sendable {
    static let lookups = Locked(0)

    let number: Int

    func hash(into hasher: inout Hasher) {
      Self.lookups.withLock { $0 += 1 }
      hasher.combine(number)
    }

    static func countingLookups(_ body: () async -> Void) async -> Int {
      lookups.withLock { $0 = 0 }
      await body()
      return lookups.withLock { $0 }
    }
  }

  struct Row: Sendable, Equatable, Identifiable {
    let id: CountedID
    var count = 0
    var sheet: Int?
  }

  struct Room: Sendable {
    var rows: IdentifiedArray<CountedID, Row> = []
    @Presents var inner: Inner?
    var noise = 0
    var value: Int? = 1
    let reads: Collector<Void>

    var optional: Int? {
      reads.append(())
      return value
    }
  }

  struct Inner: Sendable { var rows: IdentifiedArray<CountedID, Row> = [] }

  enum Action: Sendable, CasePathable {
    case noise
    case change(@Sendable (inout Room) -> Void)
    case inTurn([@Sendable (inout Room) -> Void])
    case row(IdentifiedAction<CountedID, RowAction>)
    case inner(PresentationAction<InnerAction>)
    case optional(Int)

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let row = AnyCasePath(embed: Action.row) { if case .row(let it) = $0 { it } else { nil } }
      let inner = AnyCasePath(embed: Action.inner) { if case .inner(let it) = $0 { it } else { nil } }
      let optional = AnyCasePath(embed: Action.optional) {
        if case .optional(let it) = $0 { it } else { nil }
      }
    }
  }

  enum RowAction: Sendable {
    case add
    case run(String)
  }

  enum InnerAction: Sendable, CasePathable {
    case row(IdentifiedAction<CountedID, RowAction>)

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let row = AnyCasePath(embed: InnerAction.row) { it in
        switch it {
        case .row(let action): action
        }
      }
    }
  }

  private struct Feature: Reducer {
    var body: some Reducer<Room, Action> {
      Reduce<Room, Action> { state, action in
        switch action {
        case .noise: state.noise += 1
        case .change(let change): change(&state)
        case .inTurn(let changes): return .merge(changes.map { .send(.change($0)) })
        case .row, .inner, .optional: break
        }
        return .none
      }
      .forEach(\.rows, action: /Action.row) {
        Reduce<Row, RowAction> { state, action in
          switch action {
          case .add:
            state.count += 1
            return .none
          case .run(let name): return Kid.endless(name)
          }
        }
      }
    }
  }

  private static func rows(_ numbers: some Sequence<Int>) -> IdentifiedArray<CountedID, Row> {
    IdentifiedArray(uniqueElements: numbers.map { Row(id: CountedID(number: $0)) })
  }

  private static func makeStore(_ scheduler: Scheduler, rows: Int) -> Store<Room, Action> {
    var room = Room(reads: Collector())
    room.rows = Self.rows(0..<rows)
    return Store(initialState: room, configuration: scheduler.configuration()) { Feature() }
  }

  private static func rowStores(
    _ store: Store<Room, Action>,
    _ numbers: Range<Int>
  ) async -> [Store<Row, RowAction>] {
    var stores: [Store<Row, RowAction>] = []
    for number in numbers {
      if let row = await store.scope(state: \.rows, id: CountedID(number: number), action: \.row) {
        stores.append(row)
      }
    }
    return stores
  }

  func testATurnLooksAtTheRowsThatChangedAlone() async throws {
    try await underSeeds(1) { scheduler, _ in
      for isRunning in [false, true] {
        let store = Self.makeStore(scheduler, rows: 1_000)
        let stores = await Self.rowStores(store, 0..<1_000)
        if isRunning {
          for number in 0..<100 { await stores[number].send(.run("\(number)")) }
        }
        await store.send(.noise)
        await store.send(.row(.element(id: CountedID(number: 7), action: .add)))
        let quiet = await CountedID.countingLookups { await store.send(.noise) }
        XCTAssertEqual(quiet, 0)
        let one = await CountedID.countingLookups {
          await store.send(.row(.element(id: CountedID(number: 7), action: .add)))
        }
        XCTAssertLessThan(one, 30, isRunning ? "with effects" : "without")
        let removed = await CountedID.countingLookups {
          await store.send(.change { $0.rows.remove(id: CountedID(number: 999)) })
        }
        XCTAssertLessThan(removed, 40, isRunning ? "with effects" : "without")
        var isAlive = await stores[999].isAlive
        XCTAssertFalse(isAlive)
        isAlive = await stores[998].isAlive
        XCTAssertTrue(isAlive)
        // Including the stores inside a presented feature.
        await store.send(.change { $0.inner = Inner(rows: Self.rows(0..<1_000)) })
        let inner = await store.scope(state: \.$inner, action: \.inner)
        var innerRows: [Store<Row, RowAction>?] = []
        for number in 0..<1_000 {
          innerRows.append(
            await inner?.scope(state: \.rows, id: CountedID(number: number), action: \.row)
          )
        }
        await store.send(.noise)
        let presented = await CountedID.countingLookups { await store.send(.noise) }
        XCTAssertEqual(presented, 0)
        await store.send(.change { $0.inner?.rows.remove(id: CountedID(number: 3)) })
        let after = (await innerRows[3]?.isAlive, await innerRows[4]?.isAlive)
        XCTAssertEqual(after.0, false)
        XCTAssertEqual(after.1, true)
        await store.send(.change { $0.inner = nil })
        isAlive = await innerRows[4]?.isAlive ?? true
        XCTAssertFalse(isAlive)
      }
    }
  }

  func testStoresOnTheSamePartShareOneLook() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Self.makeStore(scheduler, rows: 0)
      var stores: [Store<Int, Int>] = []
      for _ in 0..<100 {
        if let child = await store.scope(state: \.optional, action: \.optional) { stores.append(child) }
      }
      let reads = await store.reads
      reads.clear()
      await store.send(.noise)
      XCTAssertEqual(reads.count, 1)
      await store.perform { store in
        store.send(.change { $0.value = nil })
        store.send(.change { $0.value = 1 })
      }
      for child in stores {
        let isAlive = await child.isAlive
        XCTAssertFalse(isAlive)
      }
      let other = await store.scope(state: \.optional, action: \.optional)
      let isAlive = await other?.isAlive
      XCTAssertEqual(isAlive, true)
    }
  }

  func testATurnHasNothingToDoForStoresThatWereReleased() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Self.makeStore(scheduler, rows: 100)
      var stores = await Self.rowStores(store, 0..<100)
      var hasScopedStores = await store.perform { $0.core.runtime.hasScopedStores }
      XCTAssertTrue(hasScopedStores)
      stores = []
      for _ in 0..<102 { await store.send(.noise) }
      XCTAssertTrue(stores.isEmpty)
      hasScopedStores = await store.perform { $0.core.runtime.hasScopedStores }
      XCTAssertFalse(hasScopedStores)
      let row = await Self.rowStores(store, 5..<6)
      await store.send(.noise)
      await store.send(.change { $0.rows.remove(id: CountedID(number: 5)) })
      let isAlive = await row[0].isAlive
      XCTAssertFalse(isAlive)
    }
  }

  // D15, D3: whatever appears, disappears, is put back or restored, the stores report what a check of all of
  // them would report.
  func testAnyCourseOfChangesIsFollowed() async throws {
    try await underSeeds(60) { scheduler, _ in
      let store = Self.makeStore(scheduler, rows: 5)
      var generator = SeededGenerator(seed: scheduler.seed)
      var living: [(number: Int, store: Store<Row, RowAction>, isAlive: Bool)] = []
      let snapshots = Collector<Room>()
      func look() async {
        let present = await store.perform { store in store.withState { Set($0.rows.ids.map(\.number)) } }
        for index in living.indices where !present.contains(living[index].number) {
          living[index].isAlive = false
        }
      }
      for step in 0..<120 {
        let number = Int.random(in: 0..<8, using: &generator)
        switch Int.random(in: 0..<9, using: &generator) {
        case 0..<2:
          for row in await Self.rowStores(store, number..<number + 1) { living.append((number, row, true)) }
        case 2: await store.send(.change { $0.rows.remove(id: CountedID(number: number)) })
        case 3: await store.send(.change { $0.rows.updateOrAppend(Row(id: CountedID(number: number))) })
        case 4: await store.send(.change { $0.rows.reverse() })
        case 5: await store.send(.change { snapshots.append($0) })
        case 6:
          if let old = snapshots.all.randomElement(using: &generator) {
            await store.send(.change { $0 = old })
          }
        case 7:
          let hasRow = await store.perform { store in
            store.withState { $0.rows[id: CountedID(number: number)] != nil }
          }
          if hasRow {
            await store.send(.row(.element(id: CountedID(number: number), action: .run("\(step)"))))
          }
        default:
          // Removed and restored within one turn.
          await store.send(
            .inTurn([
              { $0.rows.remove(id: CountedID(number: number)) },
              { $0.rows.updateOrAppend(Row(id: CountedID(number: number))) },
            ])
          )
          for index in living.indices where living[index].number == number { living[index].isAlive = false }
        }
        await look()
        for (number, store, isAlive) in living {
          let found = await store.isAlive
          XCTAssertEqual(found, isAlive, "row \(number) in step \(step)")
        }
        if living.count > 20 { living.removeFirst(10) }
      }
      await store.send(.change { $0.rows = [] })
      await scheduler.settle()
      await store.assertNothingIsLeft()
    }
  }

  // D15: everything in it goes with it.
  func testAStoreInARowEndsWithTheRow() async throws {
    try await underSeeds(3) { scheduler, _ in
      let store = Self.makeStore(scheduler, rows: 3)
      await store.send(.change { $0.rows[id: CountedID(number: 1)]?.sheet = 5 })
      let rows = await Self.rowStores(store, 1..<2)
      let row = try XCTUnwrap(rows.first)
      let scoped = await row.scope(state: \.sheet, action: { (_: Int) in RowAction.add })
      let sheet = try XCTUnwrap(scoped as Store<Int, Int>?)
      let seen = Collector<Int>()
      let consumer = Task(executorPreference: scheduler) {
        for await state in sheet.states() { seen.append(state) }
      }
      await scheduler.settle()
      await store.send(.change { $0.rows[id: CountedID(number: 1)]?.sheet = 6 })
      await scheduler.settle()
      await store.perform { store in
        store.send(.change { $0.rows.remove(id: CountedID(number: 1)) })
        store.send(.change { $0.rows.append(Row(id: CountedID(number: 1), sheet: 7)) })
      }
      await consumer.value
      XCTAssertEqual(seen.all, [5, 6])
      let isAlive = (await row.isAlive, await sheet.isAlive)
      XCTAssertFalse(isAlive.0)
      XCTAssertFalse(isAlive.1)
    }
  }
}
