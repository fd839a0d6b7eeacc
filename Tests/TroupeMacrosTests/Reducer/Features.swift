import Troupe

@Reducer
struct Detail {
  struct State: Equatable, Sendable {
    var count = 0
  }
  enum Action {
    case incremented
    case reset(to: Int)
  }

  var step = 1

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incremented: state.count += step
      case .reset(let count): state.count = count
      }
      return .none
    }
  }
}

/// Created without a body.
@Reducer
public struct Settings {
  /// The state.
  public struct State: Equatable, Sendable {
    /// Whether it is on.
    public var isOn = false
  }
  /// The actions.
  public enum Action: Sendable { case toggled }
  /// Makes it.
  public init() {}
  /// Toggles.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.isOn.toggle()
    return .none
  }
}

struct Question: EphemeralState, Equatable, Sendable {
  enum Action: Sendable { case yes, no }
  var text = "?"
}

@Reducer
enum Destination {
  case detail(Detail)
  case fast(Detail = Detail(step: 10))
  case settings(Settings)
  @ReducerCaseEphemeral case question(Question)
  @ReducerCaseIgnored case item(id: Int, name: String)
  case home
  #if os(Windows)
    case missing(Missing)
  #elseif os(Linux) || os(macOS)
    case nested(Nested.CaseBody = Nested.body)
  #endif
}
extension Destination.State: Equatable {}

/// A choice of one.
@Reducer
public enum Nested {
  case settings(Settings)
}
extension Nested.State: Equatable, Sendable {}

@Reducer
struct Root {
  struct State: Equatable {
    @Presents var destination: Destination.State? = nil
    var log: [String] = []
  }
  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case show(Destination.State)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .show(let destination): state.destination = destination
      case .destination(.presented(.question(.yes))): state.log.append("yes")
      case .destination: break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

@Reducer
struct EnumState {
  enum State { case detail(Detail.State), none }
  @CasePathable enum Action { case detail(Detail.Action) }
  var body: some Reducer<State, Action> {
    EmptyReducer().ifCaseLet(\.detail, action: \.detail) { Detail() }
  }
}

@Reducer
struct Box<Value: Sendable> {
  struct State { var value: Value }
  enum Action: Sendable { case set(Value), detail(Detail.Action) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .set(let value) = action { state.value = value }
      return .none
    }
  }
}

@Reducer
struct OfOthers {
  var body: some Reducer<Detail.State, Detail.Action> {
    Detail()
    Detail()
  }
}

extension Root {
  @Reducer struct Inner {
    typealias State = Int
    typealias Action = Never
    func reduce(into state: inout Int, action: Never) -> Effect<Never> {}
  }
}

@Reducer struct Placeholder {}

/// A feature of another module, as far as its access matters.
@Reducer public struct PublicPlaceholder<Value: Sendable> {}

@Reducer struct Silent {
  struct State: Equatable { var count = 0 }
}

@Reducer struct House {
  struct State: Equatable {
    var placeholder: Placeholder.State?
    var silent = Silent.State(count: 3)
  }
  enum Action { case placeholder(Placeholder.Action), silent(Silent.Action), shown }
  var body: some ReducerOf<Self> {
    Scope(state: \.silent, action: \.silent) { Silent() }
    Reduce { state, action in
      if case .shown = action { state.placeholder = Placeholder.State() }
      return .none
    }
    .ifLet(\.placeholder, action: \.placeholder) { Placeholder() }
  }
}
