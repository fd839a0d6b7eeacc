import Foundation
import Synchronization
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import WarehouseFeature
import XCTest

/// A warehouse on a test clock, whose state and actions are asserted one by one.
final class WarehouseTests: XCTestCase {
  private typealias WarehouseStore = TestStore<Warehouse.State, Warehouse.Action>

  private let bolts = Draft(name: "Bolts", status: .inStock(quantity: 5))
  private let nuts = Draft(name: "Nuts", status: .outOfStock(isOnBackOrder: true))

  private func makeStore(_ state: Warehouse.State = Warehouse.State()) -> WarehouseStore {
    TestStore(initialState: state) {
      Warehouse()
    } withDependencies: {
      $0.uuid = .incrementing
    }
  }

  /// A warehouse with some bolts, which may be edited.
  private func warehouse(_ status: ItemStatus? = nil, editor: ItemEditor.State? = nil) -> Warehouse.State {
    var (state, draft) = (Warehouse.State(), bolts)
    draft.status = status ?? draft.status
    state.items = [Item.State(id: 1, draft, editor: editor)]
    state.lastID = 1
    return state
  }

  private func lease(_ number: Int = 0, endsAt seconds: Double = 60) -> Lease {
    let end = WallClockInstant(Date(timeIntervalSinceReferenceDate: seconds))
    return Lease(id: UUID(number).uuidString, endsAt: end)
  }

  func testItemsAreAddedWithIDsOfTheirOwn() async {
    let (store, bolts, nuts) = (makeStore(), bolts, nuts)
    await store.send(.requested(.add(bolts))) {
      $0.lastID = 1
      $0.items = [Item.State(id: 1, bolts)]
      $0.answer(1)
    }
    await store.send(.requested(.add(nuts))) {
      $0.lastID = 2
      $0.items.append(Item.State(id: 2, nuts))
      $0.answer(2)
    }
    await store.finish()
  }

  func testAFullWarehouseTakesNoMore() async {
    var state = Warehouse.State()
    state.items = IdentifiedArray(
      uniqueElements: (1...Warehouse.State.itemLimit).map { Item.State(id: $0, bolts) }
    )
    let store = makeStore(state)
    await store.send(.requested(.add(nuts))) { $0.answer = .failure(.warehouseIsFull) }
    await store.finish()
  }

  func testAnOrderTakesFromTheStock() async {
    let store = makeStore(warehouse())
    await store.send(.requested(.order(1, quantity: 3, key: nil))) {
      $0.items[id: 1]?.status = .inStock(quantity: 2)
      $0.items[id: 1]?.ordered = 3
      $0.answer(1)
    }
    await store.send(.requested(.order(1, quantity: 3, key: nil))) { $0.refuse(.notEnough(inStock: 2)) }
    await store.send(.requested(.order(1, quantity: 2, key: nil))) {
      $0.items[id: 1]?.status = .outOfStock(isOnBackOrder: false)
      $0.items[id: 1]?.ordered = 5
      $0.answer(1)
    }
    await store.send(.requested(.order(1, quantity: 1, key: nil))) { $0.refuse(.outOfStock) }
    await store.send(.requested(.order(2, quantity: 1, key: nil))) { $0.refuse(.noSuchItem) }
    await store.finish()
  }

  func testAnOrderWithAKeyIsDoneOnce() async {
    let store = makeStore(warehouse())
    await store.send(.requested(.order(1, quantity: 9, key: "a"))) { $0.refuse(.notEnough(inStock: 5)) }
    await store.send(.requested(.order(1, quantity: 4, key: "a"))) {
      $0.orderKeys = [OrderKey("a", of: 1, quantity: 4)]
      $0.items[id: 1]?.status = .inStock(quantity: 1)
      $0.items[id: 1]?.ordered = 4
      $0.answer(1)
    }
    await store.send(.requested(.order(1, quantity: 4, key: "a"))) { $0.changedID = nil }
    await store.finish()
  }

  func testAKeyIsThatOfOneOrderOfItsItem() async {
    var state = warehouse()
    state.items.append(Item.State(id: 2, bolts))
    let store = makeStore(state)
    await store.send(.requested(.order(1, quantity: 1, key: "a"))) {
      $0.orderKeys = [OrderKey("a", of: 1, quantity: 1)]
      $0.items[id: 1]?.status = .inStock(quantity: 4)
      $0.items[id: 1]?.ordered = 1
      $0.answer(1)
    }
    await store.send(.requested(.order(1, quantity: 2, key: "a"))) { $0.refuse(.keyOfAnotherOrder) }
    await store.send(.requested(.order(2, quantity: 2, key: "a"))) {
      $0.orderKeys.append(OrderKey("a", of: 2, quantity: 2))
      $0.items[id: 2]?.status = .inStock(quantity: 3)
      $0.items[id: 2]?.ordered = 2
      $0.answer(2)
    }
    // Neither has taken the key of the other.
    await store.send(.requested(.order(1, quantity: 1, key: "a"))) {
      $0.answer = .success(1)
      $0.changedID = nil
    }
    await store.finish()
  }

  func testOnlyTheLastKeysAreKept() async {
    var state = warehouse(.inStock(quantity: 200))
    state.orderKeys = OrderKeys((1...100).map { OrderKey("\($0)", of: 1, quantity: 1) })
    let store = makeStore(state)
    await store.send(.requested(.order(1, quantity: 1, key: "101"))) {
      $0.orderKeys = OrderKeys((2...101).map { OrderKey("\($0)", of: 1, quantity: 1) })
      $0.items[id: 1]?.status = .inStock(quantity: 199)
      $0.items[id: 1]?.ordered = 1
      $0.answer(1)
    }
    await store.finish()
  }

  func testAnEditIsSavedAndDismissesItself() async {
    let (store, lease, bolts, nuts) = (makeStore(warehouse()), lease(), bolts, nuts)
    await store.send(.requested(.edit(1))) { $0.answer = .success(1) }
    await store.receive(.items(.element(id: 1, action: .edit(lease)))) {
      $0.items[id: 1]?.editor = ItemEditor.State(lease: lease, draft: bolts)
    }
    await store.clock.advance(by: .seconds(59))
    await store.send(.requested(.save(1, lease: lease.id, nuts)))
    await store.receive(.items(.element(id: 1, action: .editor(.presented(.save(nuts)))))) {
      $0.items[id: 1]?.name = "Nuts"
      $0.items[id: 1]?.status = .outOfStock(isOnBackOrder: true)
      $0.items[id: 1]?.editor?.draft = nuts
    }
    await store.receive(.items(.element(id: 1, action: .editor(.dismiss)))) { $0.items[id: 1]?.editor = nil }
    await store.clock.advance(by: .seconds(60))
    await store.finish()
  }

  func testAnEditIsCancelledAndChangesNothing() async {
    let (lease, bolts) = (lease(), bolts)
    let store = makeStore(warehouse(editor: ItemEditor.State(lease: lease, draft: bolts)))
    await store.send(.requested(.cancel(1, lease: lease.id))) { $0.answer = .success(1) }
    await store.receive(.items(.element(id: 1, action: .editor(.presented(.cancel)))))
    await store.receive(.items(.element(id: 1, action: .editor(.dismiss)))) { $0.items[id: 1]?.editor = nil }
    await store.finish()
  }

  func testALeaseEndsWhateverHappensMeanwhile() async {
    let (store, first, bolts) = (makeStore(warehouse()), lease(), bolts)
    await store.send(.requested(.edit(1))) { $0.answer = .success(1) }
    await store.receive(.items(.element(id: 1, action: .edit(first)))) {
      $0.items[id: 1]?.editor = ItemEditor.State(lease: first, draft: bolts)
    }
    await store.clock.advance(by: .seconds(30))
    await store.send(.requested(.edit(1))) { $0.answer = .failure(.isEdited(until: first.endsAt)) }
    await store.send(.requested(.order(1, quantity: 1, key: nil))) {
      $0.items[id: 1]?.status = .inStock(quantity: 4)
      $0.items[id: 1]?.ordered = 1
      $0.answer(1)
    }
    await store.clock.advance(by: .seconds(30))
    await store.receive(.items(.element(id: 1, action: .editor(.dismiss)))) { $0.items[id: 1]?.editor = nil }
    let second = lease(1, endsAt: 120)
    await store.send(.requested(.edit(1))) { $0.changedID = nil }
    await store.receive(.items(.element(id: 1, action: .edit(second)))) {
      let draft = Draft(name: "Bolts", status: .inStock(quantity: 4))
      $0.items[id: 1]?.editor = ItemEditor.State(lease: second, draft: draft)
    }
    await store.finish()
  }

  func testALeaseEndsOnTimeThoughTheClockIsSetBack() async {
    let wall = Mutex(Date(timeIntervalSinceReferenceDate: 0))
    let (first, bolts, day) = (lease(), bolts, TimeInterval(86_400))
    let store = TestStore(initialState: warehouse()) {
      Warehouse()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.date = DateGenerator { wall.withLock { $0 } }
    }
    await store.send(.requested(.edit(1))) { $0.answer = .success(1) }
    await store.receive(.items(.element(id: 1, action: .edit(first)))) {
      $0.items[id: 1]?.editor = ItemEditor.State(lease: first, draft: bolts)
    }
    wall.withLock { $0 -= day }
    // Nor does any client learn that it lasts until tomorrow.
    let end = WallClockInstant(Date(timeIntervalSinceReferenceDate: 60 - day))
    await store.send(.requested(.edit(1))) { $0.answer = .failure(.isEdited(until: end)) }
    await store.clock.advance(by: .seconds(59))
    await store.send(.requested(.edit(1)))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.items(.element(id: 1, action: .editor(.dismiss)))) { $0.items[id: 1]?.editor = nil }
    await store.finish()
  }

  func testALeaseOfTomorrowThatIsRestoredEndsAfterItsDuration() async {
    for (end, duration) in [(86_400, 5), (86_400, 60), (20, 60), (5, 5)] {
      let endsAt = WallClockInstant(Date(timeIntervalSinceReferenceDate: TimeInterval(end)))
      let lease = Lease(id: "a", endsAt: endsAt, duration: .seconds(duration))
      let store = makeStore(warehouse(editor: ItemEditor.State(lease: lease, draft: bolts)))
      let rest = Duration.seconds(min(end, duration))
      await store.clock.advance(by: rest - .seconds(1))
      let until = WallClockInstant(Date(timeIntervalSinceReferenceDate: 0)).advanced(
        by: rest - .seconds(1)
      )
      await store.send(.requested(.edit(1))) {
        $0.answer = .failure(.isEdited(until: lease.end(seenAt: until)))
      }
      await store.clock.advance(by: .seconds(1))
      await store.receive(.items(.element(id: 1, action: .editor(.dismiss)))) {
        $0.items[id: 1]?.editor = nil
      }
      await store.finish()
    }
  }

  func testALeaseThatIsOverWhenItIsRestoredEndsAtOnce() async {
    let store = makeStore(warehouse(editor: ItemEditor.State(lease: lease(endsAt: -1), draft: bolts)))
    await store.receive(.items(.element(id: 1, action: .editor(.dismiss)))) { $0.items[id: 1]?.editor = nil }
    await store.finish()
  }

  func testWhoDoesNotHaveTheLeaseChangesNothing() async {
    let (lease, bolts, nuts) = (lease(), bolts, nuts)
    let store = makeStore(warehouse(editor: ItemEditor.State(lease: lease, draft: bolts)))
    await store.send(.requested(.save(1, lease: "another", nuts))) { $0.answer = .failure(.leaseOfAnother) }
    await store.send(.requested(.cancel(1, lease: "another")))
    await store.clock.advance(by: .seconds(60))
    await store.receive(.items(.element(id: 1, action: .editor(.dismiss)))) { $0.items[id: 1]?.editor = nil }
    await store.send(.requested(.save(1, lease: lease.id, nuts))) { $0.answer = .failure(.leaseHasEnded) }
    await store.send(.requested(.cancel(1, lease: lease.id)))
    await store.send(.requested(.save(2, lease: lease.id, nuts))) { $0.answer = .failure(.noSuchItem) }
    await store.finish()
  }

  func testMistakesInADraftAreNamed() {
    for name in ["", " \u{3000} ", String(repeating: "x", count: 81), "a\nb", "\u{0}"] {
      XCTAssertNotNil(Draft(name: name, status: .inStock(quantity: 1)).mistake, name.debugDescription)
    }
    for quantity in [-1, 0, 1_000_001, .min, .max] {
      XCTAssertNotNil(Draft(name: "Bolts", status: .inStock(quantity: quantity)).mistake, "\(quantity)")
    }
    for draft in [bolts, nuts, Draft(name: "<b>é👩‍👩‍👧", status: .inStock(quantity: 1_000_000))] {
      XCTAssertNil(draft.mistake)
    }
  }
}

extension Warehouse.State {
  /// The traces of an accepted request that changed its item itself.
  fileprivate mutating func answer(_ id: Item.State.ID) {
    answer = .success(id)
    changedID = id
  }

  /// The traces of a rejected request.
  fileprivate mutating func refuse(_ refusal: Refusal) {
    answer = .failure(refusal)
    changedID = nil
  }
}
