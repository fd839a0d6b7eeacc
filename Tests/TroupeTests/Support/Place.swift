import Troupe
import TroupeTesting

/// A feature that has itself as a child in every possible way.
struct Place: Reducer {
  struct State: Equatable, Sendable, Identifiable {
    var id = 0
    var log: [String] = []
    var isPresented: Bool?
    @Presents var sheet: State? = nil
    var rows: IdentifiedArrayOf<State> = []
    var values: [String: State] = [:]
    var path: StackState<State> = []
    var mode = Mode.off
    // A struct can't contain itself except in a collection.
    private var plains: [State] = []
    private var parts: [State] = []

    init(id: Int = 0) { self.id = id }

    var plain: State? {
      get { plains.first }
      set { plains = newValue.map { [$0] } ?? [] }
    }

    /// Always there.
    var part: State {
      get { parts.first ?? State(id: -1) }
      set { parts = [newValue] }
    }
  }

  indirect enum Mode: Equatable, Sendable, CasePathable {
    case off
    case on(State)

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let on = AnyCasePath(embed: Mode.on) { if case .on(let it) = $0 { it } else { nil } }
    }
  }

  indirect enum Action: Sendable, CasePathable {
    /// Returns an effect, made from the effect that dismisses this place.
    case effect(@Sendable (DismissEffect) -> Effect<Action>)
    /// Changes the state.
    case change(@Sendable (inout State) -> Void)
    case note(String)
    case askIsPresented
    case sheet(PresentationAction<Action>)
    case plain(Action)
    case rows(IdentifiedActionOf<Place>)
    case values(IdentifiedAction<String, Action>)
    case path(StackActionOf<Place>)
    case mode(Action)
    case part(Action)

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let sheet = AnyCasePath(embed: Action.sheet) { if case .sheet(let it) = $0 { it } else { nil } }
      let plain = AnyCasePath(embed: Action.plain) { if case .plain(let it) = $0 { it } else { nil } }
      let rows = AnyCasePath(embed: Action.rows) { if case .rows(let it) = $0 { it } else { nil } }
      let values = AnyCasePath(embed: Action.values) { if case .values(let it) = $0 { it } else { nil } }
      let path = AnyCasePath(embed: Action.path) { if case .path(let it) = $0 { it } else { nil } }
      let mode = AnyCasePath(embed: Action.mode) { if case .mode(let it) = $0 { it } else { nil } }
      let part = AnyCasePath(embed: Action.part) { if case .part(let it) = $0 { it } else { nil } }
    }
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Scope(state: \.part, action: \.part) { Place() }
    Scope(state: \.mode, action: \.mode) {
      EmptyReducer<Mode, Action>().ifCaseLet(\.on, action: \.self) { Place() }
    }
    Reduce { state, action in
      switch action {
      case .effect(let make):
        return make(dismiss)
      case .change(let change):
        change(&state)
      case .note(let note):
        state.log.append(note)
      case .askIsPresented:
        state.isPresented = isPresented
      case .sheet(.dismiss):
        state.log.append("dismiss, \(state.sheet.map { "sheet \($0.id)" } ?? "no sheet")")
      case .path(.popFrom(let id)):
        state.log.append("pop \(id), \(state.path[id: id].map { "screen \($0.id)" } ?? "no screen")")
      case .path(.push(let id, _)):
        state.log.append("push \(id), \(state.path[id: id].map { "screen \($0.id)" } ?? "no screen")")
      case .sheet(.presented(.note(let note))):
        state.log.append("saw \(note) of \(state.sheet?.log ?? [])")
      case .path(.element(let id, .note(let note))):
        state.log.append("saw \(note) of \(state.path[id: id]?.log ?? [])")
      case .sheet, .plain, .rows, .values, .path, .mode, .part:
        break
      }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet) { Place() }
    .ifLet(\.plain, action: \.plain) { Place() }
    .forEach(\.rows, action: \.rows) { Place() }
    .forEach(\.values, action: \.values) { Place() }
    .forEach(\.path, action: \.path) { Place() }
  }
}

extension Place.Action {
  /// Runs work in an effect.
  static func run(
    _ work: @escaping @Sendable (DismissEffect, Send<Place.Action>) async throws -> Void
  ) -> Place.Action {
    .effect { dismiss in .run { send in try await work(dismiss, send) } }
  }

  /// Dismisses the place.
  static var dismissSelf: Place.Action { .run { dismiss, _ in await dismiss() } }

  /// Runs until it is cancelled, and records each second.
  static func tick(_ clock: TestClock) -> Place.Action {
    .run { _, send in
      while true {
        try await clock.sleep(for: .seconds(1))
        await send(.note("tick"))
      }
    }
  }
}
