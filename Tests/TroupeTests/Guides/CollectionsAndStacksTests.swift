import Foundation
import Troupe
import TroupeTesting
import XCTest

/// The samples of `CollectionsAndStacks.md`.
final class CollectionsAndStacksTests: TroupeTestCase {
  @Reducer
  struct Download {
    struct State: Equatable, Sendable, Identifiable {
      let id: Int
      var bytes = 0
      var isDone = false
    }

    enum Action: Equatable {
      case start
      case received(Int)
      case removeTapped
    }

    let load: @Sendable (Int) async throws -> Int
    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start:
          return .run { [id = state.id] send in await send(.received(try await load(id))) }
        case .received(let count):
          state.bytes += count
          state.isDone = true
          return .none
        case .removeTapped:
          return .run { _ in await dismiss() }
        }
      }
    }
  }

  @Reducer
  struct Downloads {
    struct State: Equatable, Sendable {
      var rows: IdentifiedArrayOf<Download.State> = []
    }

    enum Action: Equatable {
      case rows(IdentifiedActionOf<Download>)
      case clearTapped
    }

    let load: @Sendable (Int) async throws -> Int

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .clearTapped:
          state.rows.removeAll(where: \.isDone)
          return .none
        case .rows:
          return .none
        }
      }
      .forEach(\.rows, action: \.rows) { Download(load: load) }
    }
  }

  @Reducer
  struct Step {
    struct State: Equatable, Codable, Sendable { let title: String }
    enum Action: Equatable { case next, backTapped }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { _, action in
        switch action {
        case .next: .none
        case .backTapped: .run { _ in await dismiss() }
        }
      }
    }
  }

  @Reducer
  struct Wizard {
    struct State: Equatable, Sendable {
      var path = StackState<Step.State>()
    }

    enum Action: Equatable {
      case path(StackActionOf<Step>)
      case started
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .started:
          state.path.append(Step.State(title: "Step 1"))
          return .none
        case .path(.element(_, .next)):
          state.path.append(Step.State(title: "Step \(state.path.count + 1)"))
          return .none
        case .path:
          return .none
        }
      }
      .forEach(\.path, action: \.path) { Step() }
    }
  }

  func testRowsRemoveThemselves() async {
    let rows = IdentifiedArray(uniqueElements: [Download.State(id: 1), Download.State(id: 2)])
    let store = TestStore(initialState: Downloads.State(rows: rows)) {
      Downloads(load: { _ in 512 })
    }
    await store.send(.rows(.element(id: 2, action: .start)))
    await store.receive(.rows(.element(id: 2, action: .received(512)))) {
      $0.rows[id: 2]?.bytes = 512
      $0.rows[id: 2]?.isDone = true
    }
    await store.send(.rows(.element(id: 1, action: .removeTapped)))
    await store.receiveDismissal(of: "/rows[1]") { $0.rows.remove(id: 1) }
    await store.send(.clearTapped) { $0.rows = [] }
    await store.finish()
  }

  func testAStoreForEachRow() async {
    let rows = IdentifiedArray(uniqueElements: [Download.State(id: 1), Download.State(id: 2)])
    let store = Store(initialState: Downloads.State(rows: rows)) { Downloads(load: { _ in 512 }) }
    for id in await store.rows.ids {
      if let row = await store.scope(state: \.rows, id: id, action: \.rows) {
        await row.send(.start).finish()
        let bytes = await row.bytes
        XCTAssertEqual(bytes, 512)
      }
    }
  }

  func testIDsBeginAtZeroInATestStoreAndWhereTheGeneratorIsSet() async {
    for _ in 0..<2 {
      let test = TestStore(initialState: Wizard.State(path: StackState([Step.State(title: "a")]))) {
        Wizard()
      }
      XCTAssertEqual(test.state.path.ids, [0])
      await test.finish()

      let set = Store(initialState: Wizard.State(path: StackState([Step.State(title: "a")]))) {
        Wizard()
      } withDependencies: {
        $0.stackElementID = .counting
      }
      let ids = await set.state.path.ids
      XCTAssertEqual(ids, [0])
    }
    let first = Store(initialState: Wizard.State(path: StackState([Step.State(title: "a")]))) { Wizard() }
    let second = Store(initialState: Wizard.State(path: StackState([Step.State(title: "a")]))) { Wizard() }
    let ids = (await first.state.path.ids, await second.state.path.ids)
    XCTAssertNotEqual(ids.0, ids.1)
  }

  func testStepsArePushedAndPopped() async {
    let store = TestStore(initialState: Wizard.State()) { Wizard() }
    await store.send(.started) { $0.path.append(Step.State(title: "Step 1")) }
    await store.send(.path(.element(id: 0, action: .next))) { $0.path.append(Step.State(title: "Step 2")) }
    await store.send(.path(.element(id: 1, action: .backTapped)))
    await store.receive(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
    await store.finish()
  }

  func testAStackIsSaved() throws {
    try withDependencies {
      $0.stackElementID = .counting
    } operation: {
      let wizard = Wizard.State(path: StackState([Step.State(title: "Step 1")]))
      let saved = try JSONEncoder().encode(wizard.path)
      var restored = try JSONDecoder().decode(StackState<Step.State>.self, from: saved)
      restored.append(Step.State(title: "Step 2"))
      XCTAssertEqual(restored.ids, [0, 1])
      XCTAssertEqual(restored.map(\.title), ["Step 1", "Step 2"])
    }
  }
}
