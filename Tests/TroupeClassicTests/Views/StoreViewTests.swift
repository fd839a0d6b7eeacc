import TroupeClassic
import TroupeTesting
import XCTest

/// The views over view stores, on the toy toolkit.
@MainActor
final class StoreViewTests: XCTestCase {
  typealias KidStore = ViewStore<Family.Kid, FamilyAction.KidAction>
  typealias PlaceStore = ViewStore<Family.Place, FamilyAction.PlaceAction>
  typealias Place = Family.Place
  typealias PlaceAction = FamilyAction.PlaceAction

  struct KidView: View {
    let store: KidStore
    var body: some View {
      WithViewStore(store) { viewStore in
        Text("\(viewStore[\.id]): \(viewStore.count)")
        Button("Count \(viewStore[\.id])") { viewStore.send(.counted) }
      }
    }
  }

  private final class Screens {
    var all: [String] = []
  }

  /// Shows a view again whenever what it read has changed, and records its output.
  private func track(_ view: @escaping @MainActor () -> some View) -> (Tracker, @MainActor () -> [String]) {
    let screens = Screens()
    return (Tracker { screens.all.append(User(view: view()).screen) }, { screens.all })
  }

  // MARK: IfLetStore

  struct OptionalView: View {
    let store: ViewStore<Family.Kid?, FamilyAction.KidAction>
    var body: some View {
      IfLetStore(store) { kidStore in
        KidView(store: kidStore)
      } else: {
        Text("Nobody")
      }
    }
  }

  func testAnOptionalIsShownWhileItIsThere() async {
    let family = makeFamily()
    let (tracker, screens) = track {
      OptionalView(store: family.scope(state: { $0.kid }, action: FamilyAction.kid))
    }
    User(view: OptionalView(store: family.scope(state: { $0.kid }, action: FamilyAction.kid))).tap("Count 1")
    family.send(.set { $0.year += 1 })
    family.send(.set { $0.kid = nil })
    family.send(.set { $0.kid = Family.Kid(id: 4) })
    family.send(.kid(.counted))
    XCTAssertEqual(
      screens(),
      ["1: 0\n<Count 1>", "1: 1\n<Count 1>", "Nobody", "4: 0\n<Count 4>", "4: 1\n<Count 4>"]
    )
    XCTAssertEqual(tracker.runs, 5)
  }

  func testAnOptionalWithoutElseShowsNothing() async {
    let family = makeFamily()
    let part = family.scope(state: { $0.kid }, action: FamilyAction.kid)
    let view = IfLetStore(part) { KidView(store: $0) }
    XCTAssertEqual(User(view: view).screen, "1: 0\n<Count 1>")
    family.send(.set { $0.kid = nil })
    XCTAssertEqual(User(view: view).screen, "")
    guard case .second = view.content else { return XCTFail("Something is there.") }
  }

  /// The view store is the same as long as the child is, if the optional's view store is.
  func testTheViewStoreOfAnOptionalStaysTheSame() async {
    let family = makeFamily()
    let part = family.scope(state: { $0.kid }, action: FamilyAction.kid)
    var stores: [KidStore] = []
    func show() -> KidStore? {
      guard case .first = IfLetStore(part, then: { stores.append($0) }).content else { return nil }
      return stores.last
    }
    let first = show()
    family.send(.kid(.counted))
    XCTAssertEqual(show(), first)
    family.send(.set { $0.kid = nil })
    XCTAssertNil(show())
    family.send(.set { $0.kid = Family.Kid(id: 1) })
    XCTAssertNotEqual(show(), first)
    XCTAssertEqual(first?.isAlive, false)
  }

  // MARK: ForEachStore

  func testElementsAreShownInTheirOrder() async {
    let family = makeFamily()
    let (tracker, screens) = track {
      ForEachStore(family.scope(state: { $0.kids }, action: { .kids(id: $0.0, action: $0.1) })) {
        KidView(store: $0)
      }
    }
    family.send(.kids(id: 2, action: .counted))
    family.send(.set { $0.kids.reverse() })
    family.send(.set { $0.kids.remove(id: 2) })
    family.send(.set { $0.year += 1 })
    XCTAssertEqual(
      screens(),
      [
        "1: 0\n<Count 1>\n2: 0\n<Count 2>", "1: 0\n<Count 1>\n2: 1\n<Count 2>",
        "2: 1\n<Count 2>\n1: 0\n<Count 1>", "1: 0\n<Count 1>",
      ]
    )
    XCTAssertEqual(tracker.runs, 4)
  }

  func testAnElementSendsWithItsID() async {
    let family = makeFamily()
    let view = ForEachStore(
      family.scope(state: { $0.kids }, action: FamilyAction.kids(id:action:))
    ) { KidView(store: $0) }
    XCTAssertEqual(view.rows.map(\.id), [1, 2])
    User(view: view).tap("Count 2")
    XCTAssertEqual(family.state.kids.map(\.count), [0, 1])
  }

  /// As for a store of today's form.
  func testElementsWithTodaysActions() async {
    let family = makeFamily()
    let kids = family.scope(
      state: { $0.kids },
      action: { (action: IdentifiedAction<Int, FamilyAction.KidAction>) in
        switch action {
        case .element(let id, let action): .kids(id: id, action: action)
        }
      }
    )
    let view = ForEachStore(kids) { KidView(store: $0) }
    User(view: view).tap("Count 1")
    XCTAssertEqual(User(view: view).screen, "1: 1\n<Count 1>\n2: 0\n<Count 2>")
  }

  // MARK: SwitchStore

  struct PlaceView: View {
    let store: PlaceStore
    var body: some View {
      SwitchStore(store) {
        CaseLet(state: /Place.home, action: PlaceAction.home) { KidView(store: $0) }
        CaseLet(/Place.school, action: PlaceAction.school) { kidStore in
          Text("At school")
          KidView(store: kidStore)
        }
        Default { Text("Elsewhere") }
      }
    }
  }

  private func place(of family: ViewStore<Family, FamilyAction>) -> PlaceStore {
    family.scope(state: { $0.place }, action: FamilyAction.place)
  }

  func testTheBranchOfTheCaseIsShown() async {
    let family = makeFamily()
    let (tracker, screens) = track { [self] in PlaceView(store: place(of: family)) }
    User(view: PlaceView(store: place(of: family))).tap("Count 5")
    family.send(.set { $0.place = .school(Family.Kid(id: 6)) })
    family.send(.place(.school(.counted)))
    family.send(.set { $0.place = .away(from: "home") })
    family.send(.set { $0.place = .away(from: "school") })
    family.send(.set { $0.place = .lost })
    XCTAssertEqual(
      screens(),
      [
        "5: 0\n<Count 5>", "5: 1\n<Count 5>", "At school\n6: 0\n<Count 6>", "At school\n6: 1\n<Count 6>",
        "Elsewhere",
      ]
    )
    XCTAssertEqual(tracker.runs, 5)
  }

  func testTheFirstMatchingBranchIsShown() async {
    let family = makeFamily()
    let view = SwitchStore(place(of: family)) {
      CaseLet(/Place.home, action: PlaceAction.home) { _ in Text("First") }
      CaseLet(/Place.home, action: PlaceAction.home) { _ in Text("Second") }
      Default { Text("Third") }
    }
    XCTAssertEqual(User(view: view).screen, "First")
  }

  // S477
  func testACaseWithoutABranchIsAnIssueThatNamesIt() async {
    for (place, name) in [(Place.away(from: "school"), "away"), (.lost, "lost")] {
      let family = makeFamily(Family(place: place))
      let view = SwitchStore(self.place(of: family)) {
        CaseLet(/Place.home, action: PlaceAction.home) { KidView(store: $0) }
      }
      let line = #line - 3
      let screen = withExpectedIssue(
        matching: {
          $0.message.hasPrefix("A `SwitchStore` has no branch for the case \"\(name)\" of Place.")
            && $0.message.contains("Add a `CaseLet`") && !$0.message.contains("school")
            && $0.location.line == line
        }
      ) {
        User(view: view).screen
      }
      XCTAssertEqual(screen, "! A `SwitchStore` has no branch for the case \"\(name)\" of Place.")
    }
  }

  struct PlaceSwitchView: View {
    let store: PlaceStore
    var body: some View {
      SwitchStore(store) { state in
        switch state {
        case .home:
          Text("At home")
          CaseLet(/Place.home, action: PlaceAction.home) { KidView(store: $0) }
        case .school:
          CaseLet(/Place.school, action: PlaceAction.school) { KidView(store: $0) }
        case .away(let from):
          Text("Away from \(from)")
        case .lost:
          if from == nil { Text("Lost") }
        }
      }
    }
    var from: String?
  }

  /// It is shown again for another case, and not for another payload: the `CaseLet` handles that.
  func testTheCaseOfASwitchStatementIsShown() async {
    let family = makeFamily()
    let (tracker, screens) = track { [self] in PlaceSwitchView(store: place(of: family)) }
    family.send(.place(.home(.counted)))
    family.send(.place(.home(.named("not read"))))
    family.send(.set { $0.place = .school(Family.Kid(id: 6)) })
    family.send(.set { $0.place = .away(from: "home") })
    family.send(.set { $0.place = .away(from: "not told") })
    family.send(.set { $0.place = .lost })
    XCTAssertEqual(
      screens(),
      [
        "At home\n5: 0\n<Count 5>", "At home\n5: 1\n<Count 5>", "6: 0\n<Count 6>", "Away from home", "Lost",
      ]
    )
    XCTAssertEqual(tracker.runs, 5)
    XCTAssertEqual(User(view: PlaceSwitchView(store: place(of: family), from: "x")).screen, "")
  }

  func testACaseLetInAnotherCaseIsAnIssue() async {
    let family = makeFamily()
    let view = SwitchStore(place(of: family)) { state in
      switch state {
      case .home, .school: CaseLet(/Place.school, action: PlaceAction.school) { KidView(store: $0) }
      case .away, .lost: Text("Elsewhere")
      }
    }
    let line = #line - 4
    let screen = withExpectedIssue(
      matching: {
        $0.message.contains("`CaseLet` in a `SwitchStore` is for a case other") && $0.location.line == line
      }
    ) {
      User(view: view).screen
    }
    XCTAssertTrue(screen.hasPrefix("! A `CaseLet` in a `SwitchStore`"), screen)
    family.send(.set { $0.place = .school(Family.Kid(id: 6)) })
    XCTAssertEqual(User(view: view).screen, "6: 0\n<Count 6>")
  }

  // MARK: WithViewStore

  func testWhatAViewReadsOfItsViewStoreIsTracked() async {
    let family = makeFamily()
    let (tracker, screens) = track {
      WithViewStore(family) { viewStore in
        Text("\(viewStore.year)")
        Button("Next") { viewStore.send(.set { $0.year += 1 }) }
      }
    }
    User(view: WithViewStore(family) { viewStore in Button("Name") { viewStore.send(.pet(.counted)) } })
      .tap("Name")
    family.send(.set { $0.year = 7 })
    XCTAssertEqual(screens(), ["0\n<Next>", "7\n<Next>"])
    XCTAssertEqual(tracker.runs, 2)
  }
}
