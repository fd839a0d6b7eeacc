import TroupeClassic

/// A feature with children of each kind, and a change of any kind.
struct Family: Equatable {
  var year = 0
  var pet = Kid(id: 9)
  var kid: Kid? = Kid(id: 1)
  var kids: IdentifiedArrayOf<Kid> = [Kid(id: 1), Kid(id: 2)]
  var place = Place.home(Kid(id: 5))

  enum Place: Equatable { case home(Kid), school(Kid), away(from: String), lost }

  struct Kid: Equatable, Identifiable {
    let id: Int
    var count = 0
    var name = ""
  }
}

@CasePathable
enum FamilyAction {
  case pet(KidAction)
  case kid(KidAction)
  case kids(id: Int, action: KidAction)
  case place(PlaceAction)
  case set(@Sendable (inout Family) -> Void)

  enum PlaceAction { case home(KidAction), school(KidAction) }
  enum KidAction { case counted, named(String) }
}

@MainActor
func makeFamily(_ state: Family = Family()) -> ViewStore<Family, FamilyAction> {
  ViewStore(
    Store(initialState: state, reducer: familyReducer, environment: (), configuration: .mainActor)
  )
}

let familyReducer: Reducer<Family, FamilyAction, Void> = .combine(
  kidReducer.pullback(state: \.pet, action: /FamilyAction.pet, environment: { $0 }),
  kidReducer.optional().pullback(state: \.kid, action: /FamilyAction.kid, environment: { $0 }),
  kidReducer.forEach(state: \.kids, action: /FamilyAction.kids(id:action:), environment: { $0 }),
  placeReducer.pullback(state: \.place, action: /FamilyAction.place, environment: { $0 }),
  Reducer { state, action, _ in
    if case .set(let change) = action { change(&state) }
    return .none
  }
)

private let placeReducer: Reducer<Family.Place, FamilyAction.PlaceAction, Void> = .combine(
  kidReducer.pullback(
    state: /Family.Place.home,
    action: /FamilyAction.PlaceAction.home,
    environment: { $0 }
  ),
  kidReducer.pullback(
    state: /Family.Place.school,
    action: /FamilyAction.PlaceAction.school,
    environment: { $0 }
  )
)

private let kidReducer = Reducer<Family.Kid, FamilyAction.KidAction, Void> { state, action, _ in
  switch action {
  case .counted: state.count += 1
  case .named(let name): state.name = name
  }
  return .none
}
