import Troupe
import TroupeTesting

/// A feature whose effects a test determines.
struct Lab: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var text = ""
    var names: [String] = []
  }

  enum Action: Equatable, Sendable, CasePathable {
    case start, stop, up
    case set(Int)
    case say(String)
    case inner(Inner)

    enum Inner: Equatable, Sendable, CasePathable {
      case reset
      case rename(String)

      static let allCasePaths = AllCasePaths()
      struct AllCasePaths: Sendable {
        let reset = AnyCasePath(embed: Inner.reset) { if case .reset = $0 { () } else { nil } }
        let rename = AnyCasePath(embed: Inner.rename) { if case .rename(let it) = $0 { it } else { nil } }
      }
    }

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let start = AnyCasePath(embed: Action.start) { if case .start = $0 { () } else { nil } }
      let stop = AnyCasePath(embed: Action.stop) { if case .stop = $0 { () } else { nil } }
      let up = AnyCasePath(embed: Action.up) { if case .up = $0 { () } else { nil } }
      let set = AnyCasePath(embed: Action.set) { if case .set(let it) = $0 { it } else { nil } }
      let say = AnyCasePath(embed: Action.say) { if case .say(let it) = $0 { it } else { nil } }
      let inner = AnyCasePath(embed: Action.inner) { if case .inner(let it) = $0 { it } else { nil } }
    }
  }

  let effect: @Sendable (Action) -> Effect<Action>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start, .stop: break
      case .up: state.count += 1
      case .set(let count): state.count = count
      case .say(let text): state.text = text
      case .inner(.reset): state = State()
      case .inner(.rename(let name)): state.names.append(name)
      }
      return effect(action)
    }
  }

  /// A test store whose reducer answers actions with given effects.
  static func store(
    dismissible: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    effect: @escaping @Sendable (Action) -> Effect<Action> = { _ in .none }
  ) -> TestStoreOf<Lab> {
    TestStore(
      initialState: State(),
      dismissible: dismissible,
      reducer: { Lab(effect: effect) },
      fileID: fileID,
      filePath: filePath,
      line: line
    )
  }
}
