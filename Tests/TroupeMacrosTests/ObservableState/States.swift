import Troupe

// Every kind of property.
@ObservableState
struct Properties: Equatable {
  let constant: Int
  var plain = 1
  var typed: String
  var optional: Int?
  var third = 3, fourth: Int
  var observed = 0 { didSet { history.append(oldValue) } }
  var watched = 0 { willSet { history.append(newValue) } }
  private(set) var history: [Int] = []
  lazy var late = 1
  var computed: Int { plain + 1 }
  var settable: Int {
    get { plain }
    set { plain = newValue }
  }
  static let shared = 1
  static var `default`: Self { Self(constant: 1, typed: "a", fourth: 4) }
  @Presents var presented: Kid? = nil
  #if os(Linux) || os(macOS)
    var conditional = 1
  #else
    var other = 1
  #endif
  @ObservationStateIgnored var ignored = 0
  #if os(Linux) || os(macOS)
    @ObservationStateIgnored var ignoredHere = 0
  #else
    @ObservationStateIgnored var ignoredElsewhere = 0
  #endif

  @ObservableState
  struct Kid: Hashable {
    var name = ""
  }
}

/// Public, with a member of a kind.
@ObservableState
public struct Valued<Value: Sendable>: Sendable {
  /// The value.
  public var value: Value
  @ObservationStateIgnored fileprivate var cache: Value?

  /// Makes it.
  public init(value: Value) { self.value = value }
}
extension Valued: Equatable where Value: Equatable {}

@ObservableState
struct Saved: Codable, Hashable {
  var name = "a"
  var count = 1
}

@ObservableState
struct SavedUnderOtherNames: Codable, Equatable {
  var name = "a"
  var count = 1

  enum CodingKeys: String, CodingKey { case name = "n" }
}

@ObservableState
struct WithItsOwnIdentity {
  var name = ""
  let _$id = StateIdentity()
}

struct ByHand: ObservableState {
  var name = ""
  let _$id = StateIdentity()
}

@ObservableState
struct Shown {
  static let shared = 1
  var `default` = 1
  var computed: Int { 1 }
  @Presents var presented: Properties.Kid? = nil
  #if os(Linux) || os(macOS)
    var conditional = 1
  #else
    var other = 1
  #endif
}

@ObservableState
struct Mirrored {
  var secret: Int
}
extension Mirrored: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: ["shown": 2], displayStyle: .struct) }
}

@ObservableState
struct MirroredByAMember {
  var secret: Int
  var customMirror: Int { 3 }
}

@ObservableState
private struct Hidden {
  var name = ""
}

@ObservableState
@CasePathable
indirect enum Choice<Value> {
  case none
  case kid(Properties.Kid)
  case value(Value)
}

enum Observability {
  static func ofHidden() -> any ObservableState.Type { Hidden.self }
}

/// Its state is made observable by the other macro.
@Reducer
struct Replaceable {
  struct State: Equatable, Sendable {
    var count = 0
  }
  enum Action { case wait }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { _ in for await _ in AsyncStream<Never>(Never.self, { _ in }) {} }
  }
}

@Reducer
struct Replacing {
  @ObservableState
  struct State: Equatable {
    var child: Replaceable.State? = Replaceable.State()
    @Presents var choice: Choices.State? = nil
  }
  enum Action {
    case child(Replaceable.Action)
    case choice(PresentationAction<Choices.Action>)
    case change(@Sendable (inout State) -> Void)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
    .ifLet(\.child, action: \.child) { Replaceable() }
    .ifLet(\.$choice, action: \.choice) { Choices.body }
  }
}

@Reducer
enum Choices {
  case one(Replaceable)
  case other(Replaceable)
}
extension Choices.State: Equatable {}

/// A struct whose properties with `Presents` are written in several ways.
@ObservableState
public struct Presenting<Payload: Sendable> {
  @Presents var kid: Properties.Kid? = nil
  /// A property whose name is a keyword.
  @Presents public private(set) var `default`: Payload? = nil
  @Presents private var hidden: Properties.Kid? = nil
  @ObservationStateIgnored @Presents var ignored: Properties.Kid? = nil
  /// Properties whose names refer to types in key paths.
  @Presents var `Type`: Properties.Kid? = nil
  @Presents var `Protocol`: Properties.Kid? = nil
  @Presents var `raw name`: Properties.Kid? = nil
  @Troupe.Presents var qualified: Properties.Kid? = nil
  #if os(Linux) || os(macOS)
    @Presents var conditional: Properties.Kid? = nil
  #else
    @Presents var other: Properties.Kid? = nil
  #endif
  var chosen: Presents<Properties.Kid> {
    get { $kid }
    set { $kid = newValue }
  }

  static func nameOfHidden() -> String? { _$presented(by: \Self.$hidden) }
}
