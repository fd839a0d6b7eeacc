import Troupe
import TroupeTesting
import XCTest

/// Scoped stores of rows in a presented child, compared with a model.
final class PresentedRowsTests: TroupeTestCase {
  private struct Row: Reducer {
    struct State: Identifiable, Sendable {
      let id: Int
      var count = 0
    }

    enum Action { case add(Int) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .add(let number): state.count += number
      }
      return .none
    }
  }

  private struct Rows: Reducer {
    struct State: Sendable {
      var rows: IdentifiedArrayOf<Row.State> = []
    }

    enum Action {
      case add(Int)
      case remove(Int)
      case row(IdentifiedActionOf<Row>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add(let id): state.rows.updateOrAppend(Row.State(id: id))
        case .remove(let id): state.rows.remove(id: id)
        case .row: break
        }
        return .none
      }
      .forEach(\.rows, action: /Action.row) { Row() }
    }
  }

  private struct Parent: Reducer {
    struct State: PresentingState, Sendable {
      @Presents var sheet: Rows.State? = nil

      static func _$presented(by path: AnyKeyPath) -> String? {
        path == \Self.$sheet || path == \Self.sheet ? "sheet" : nil
      }
    }

    enum Action {
      case present
      case sheet(PresentationAction<Rows.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .present = action { state.sheet = Rows.State() }
        return .none
      }
      .ifLet(\.$sheet, action: /Action.sheet) { Rows() }
    }
  }

  private func check(seed: UInt64, isProjection: Bool) async {
    var random = SeededGenerator(seed: seed)
    let store = Store(initialState: Parent.State()) { Parent() }
    /// The counts of the rows; nil if nothing is presented.
    var model: [Int: Int]?
    var sheet: Store<Rows.State, Rows.Action>?
    var rows: [(id: Int, store: StoreOf<Row>)] = []
    var copies: [(state: Parent.State, model: [Int: Int]?)] = []
    for step in 0..<500 {
      let id = Int.random(in: 0..<6, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        if model == nil {
          await store.send(.present)
          model = [:]
        } else {
          await store.send(.sheet(.dismiss))
          model = nil
          for row in rows {
            let isAlive = await row.store.isAlive
            XCTAssertFalse(isAlive, "seed \(seed), step \(step)")
          }
          rows = []
        }
      case 1: copies.append((await store.state, model))
      case 2: copies = []
      case 3..<8:
        guard model?[id] == nil, model != nil else { continue }
        await store.send(.sheet(.presented(.add(id))))
        model?[id] = 0
      case 8..<10:
        guard model?[id] != nil else { continue }
        await store.send(.sheet(.presented(.remove(id))))
        model?[id] = nil
        for row in rows where row.id == id {
          let isAlive = await row.store.isAlive
          XCTAssertFalse(isAlive, "seed \(seed), step \(step)")
        }
        rows.removeAll { $0.id == id }
      case 10..<14:
        sheet =
          isProjection
          ? await store.scope(state: \.$sheet, action: /Parent.Action.sheet)
          : await store.scope(state: \.sheet, action: /Parent.Action.sheet)
        guard let row = await sheet?.scope(state: \.rows, id: id, action: /Rows.Action.row) else { continue }
        rows.append((id, row))
      default:
        guard let row = rows.randomElement(using: &random) else { continue }
        await row.store.send(.add(step))
        model?[row.id]? += step
      }
      for row in rows {
        let (isAlive, count) = (await row.store.isAlive, await row.store.count)
        XCTAssertTrue(isAlive, "seed \(seed), step \(step)")
        XCTAssertEqual(count, model?[row.id], "seed \(seed), step \(step)")
      }
      for copy in copies {
        let counts = copy.state.sheet.map { sheet in
          Dictionary(uniqueKeysWithValues: sheet.rows.map { ($0.id, $0.count) })
        }
        XCTAssertEqual(counts, copy.model, "seed \(seed), step \(step)")
      }
    }
  }

  // S942
  func testStoresOfRowsEndAsInTheModel() async {
    for seed in 0..<10 as Range<UInt64> {
      await check(seed: seed, isProjection: false)
      await check(seed: seed, isProjection: true)
    }
  }
}
