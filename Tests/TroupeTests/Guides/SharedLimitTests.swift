import Troupe
import TroupeTesting
import XCTest

/// The sample of limits that count in another scope, and their behavior in a store.
final class SharedLimitTests: TroupeTestCase {
  struct UploadID: Hashable {}

  struct Attachment: Reducer {
    struct State: Identifiable, Equatable, Sendable {
      let id: Int
      var isUploaded = false
    }

    enum Action: Sendable { case uploadTapped, cancelTapped, uploaded }

    let upload: @Sendable (Int) async throws -> Void

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .uploadTapped:
          let id = state.id
          return .run { send in
            try await upload(id)
            await send(.uploaded)
          }
          .limited(id: UploadID(), to: 3, in: .parent)
        case .cancelTapped: return .cancel(id: UploadID())
        case .uploaded:
          state.isUploaded = true
          return .none
        }
      }
    }
  }

  struct Attachments: Reducer {
    struct State: Equatable, Sendable {
      var rows = IdentifiedArrayOf<Attachment.State>(uniqueElements: (1...6).map { Attachment.State(id: $0) })
    }

    enum Action: Sendable, CasePathable {
      case rows(IdentifiedAction<Int, Attachment.Action>)
      case removed(Int)
      case cancelTapped

      static let allCasePaths = AllCasePaths()
      struct AllCasePaths: Sendable {
        let rows = AnyCasePath(embed: Action.rows) { if case .rows(let it) = $0 { it } else { nil } }
      }
    }

    let upload: @Sendable (Int) async throws -> Void

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .rows: return .none
        case .removed(let id):
          state.rows.remove(id: id)
          return .none
        case .cancelTapped: return .cancel(id: UploadID())
        }
      }
      .forEach(\.rows, action: \.rows) { Attachment(upload: upload) }
    }
  }

  // limited(id:to:in:overflow:), S498
  func testRowsShareALimitAndTheirEffectsEndWithThem() async throws {
    try await underSeeds { scheduler, clock in
      let begun = Collector<Int>()
      let store = Store(initialState: Attachments.State(), configuration: scheduler.configuration()) {
        Attachments { id in
          begun.append(id)
          try await clock.sleep(for: .seconds(id))
        }
      }
      func tap(_ id: Int, _ action: Attachment.Action = .uploadTapped) async {
        await store.send(.rows(.element(id: id, action: action)))
        await scheduler.settle()
      }
      for id in 1...6 { await tap(id) }
      XCTAssertEqual(begun.all, [1, 2, 3])

      // A waiting one and a running one end with their rows.
      await store.send(.removed(4))
      await store.send(.removed(2))
      await scheduler.settle()
      XCTAssertEqual(begun.all, [1, 2, 3, 5])

      // A row cancels its own, wherever the limit counts.
      await tap(3, .cancelTapped)
      XCTAssertEqual(begun.all, [1, 2, 3, 5, 6])
      await clock.advance(by: .seconds(1))
      var uploaded = await store.state.rows.filter(\.isUploaded).map(\.id)
      XCTAssertEqual(uploaded, [1])

      // The embedding feature cancels all.
      await store.send(.cancelTapped)
      await clock.advance(by: .seconds(9))
      uploaded = await store.state.rows.filter(\.isUploaded).map(\.id)
      XCTAssertEqual(uploaded, [1])
      let running = await store.runningEffects
      XCTAssertTrue(running.isEmpty)
      await tap(1)
      XCTAssertEqual(begun.all.last, 1, "the permits are free again")
      await clock.advance(by: .seconds(9))
    }
  }
}
