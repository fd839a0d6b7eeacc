#if DEBUG
  import Troupe
  import TroupeTesting
  import XCTest

  /// The samples of the operators that find the child's reducer themselves, or have another label for it.
  final class ClosureFreeSamplesTests: TroupeTestCase {
    @Reducer
    struct Page: Sendable {
      struct State: Equatable, Sendable, Identifiable {
        let id: Int
        var isRead = false
      }
      enum Action: Sendable { case read }

      var body: some ReducerOf<Self> {
        Reduce { state, _ in
          state.isRead = true
          return .none
        }
      }
    }

    @Reducer
    enum Path {
      case page(Page)
    }

    @Reducer
    struct Book: Sendable {
      struct State: Sendable {
        var path = StackState<Path.State>()
        @Presents var cover: Page.State?
        var pages = 0
        var log: [Int] = []
      }
      @CasePathable
      enum Action: Sendable {
        case path(StackActionOf<Path>)
        case cover(PresentationAction<Page.Action>)
        case opened(Int)
      }

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          if case .opened(let pages) = action { state.pages = pages }
          return .none
        }
        .onChange(of: { $0.pages }, removeDuplicates: { $0 / 10 == $1 / 10 }) { state, _, pages in
          state.log.append(pages)
          return .none
        }
        .ifLet(\.$cover, action: \.cover, destination: { Page() })
        .forEach(\.path, action: \.path)
      }
    }

    func testABook() async {
      var state = Book.State()
      state.cover = Page.State(id: 0)
      state.path.append(.page(Page.State(id: 1)))
      let id = state.path.ids[0]
      let store = Store(initialState: state) { Book() }
      await store.send(.cover(.presented(.read)))
      await store.send(.path(.element(id: id, action: .page(.read))))
      for pages in [3, 7, 12] { await store.send(.opened(pages)) }
      let book = await store.state
      XCTAssertEqual(book.cover?.isRead, true)
      XCTAssertEqual(book.path[id: id]?.page?.isRead, true)
      XCTAssertEqual(book.log, [12])
    }
  }
#endif
