import TroupeComposable
import TroupeTesting
import XCTest

/// What a program gets with the one import of the Composable Architecture's place.
@MainActor
final class ExportsTests: XCTestCase {
  @Reducer
  struct Note {
    @ObservableState
    struct State: Equatable, Sendable {
      var text = ""
      var created: Date?
    }

    enum Action {
      case created
      case textChanged(String)
    }

    @Dependency(\.date.now) var now

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .created: state.created = now
        case .textChanged(let text): state.text = text
        }
        return .none
      }
    }
  }

  // S820
  func testOneImportHasFeaturesFoundationsDependenciesAndViewStores() async {
    let date = Date(timeIntervalSince1970: 7)
    let store = ViewStore(initialState: Note.State()) {
      Note()
    } withDependencies: {
      $0.date = .constant(date)
    }
    store.send(.created)
    XCTAssertEqual(store.created, date)
  }

  // S820
  func testOneImportHasTheViewsOfStores() async {
    let store = ViewStore(initialState: Note.State(text: "A")) { Note() }
    let view = WithViewStore(store) { $0.text }
    XCTAssertEqual(view.content, "A")
    store.send(.textChanged("B"))
    XCTAssertEqual(view.content, "B")
  }
}
