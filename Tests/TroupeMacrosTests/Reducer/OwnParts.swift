import Troupe

// Enums with `@Reducer`, some of whose parts the user writes.

/// A body that the user has written, which changes from one feature to the other.
@Reducer
enum OwnBody {
  case detail(Detail)
  case settings(Settings)

  static var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .detail(.reset) = action { state = .settings(Settings.State()) }
      return .none
    }
    .ifCaseLet(\.detail, action: \.detail) { Detail() }
    .ifCaseLet(\.settings, action: \.settings) { Settings() }
  }
}

/// Actions that the user has written, with some for a case that holds plain state.
@Reducer
enum OwnAction {
  @ReducerCaseIgnored case alert(AlertState<Alert>)
  @ReducerCaseIgnored case item(Int)
  case detail(Detail)

  enum Action {
    case alert(Alert)
    case detail(Detail.Action)
    case item(Change)
    case more

    enum Change { case doubled }
  }
  enum Alert { case confirmed }
}

/// A state that the user has written, with an additional case and an additional member.
@Reducer
enum OwnState {
  case detail(Detail)
  case home

  enum State: Equatable {
    case detail(Detail.State)
    case home
    case extra

    var isExtra: Bool { self == .extra }
  }
}

/// Cases that are named like the cases of `Optional`, and another choice without its reducer.
@Reducer
enum Named {
  case none
  case some(Detail = .init(step: 2))
  case other(OwnBody)
  case labelled(feature: Detail = .stepping { 5 })
  case generic(Box<Int>)
}
extension Named.State {
  /// Has the name of a case, which isn't found through it.
  var labelled: Int { -1 }
}

extension Detail {
  static func stepping(_ step: () -> Int) -> Detail { Detail(step: step()) }
}

/// A reducer around another one.
@Reducer
struct Counting<Base: Reducer> {
  let base: Base
  let onAction: @Sendable () -> Void

  var body: some ReducerOf<Base> {
    base
    Reduce { _, _ in
      onAction()
      return .none
    }
  }
}

/// A choice between choices.
@Reducer
enum OuterChoice {
  case inner(OwnBody)
  case settings(Settings)
}
