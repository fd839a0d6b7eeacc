import Logging
import Troupe

/// Boxes with secrets everywhere: in state, actions, row ids, paths, ids of effects, and errors.
struct Vault: Reducer {
  struct Box: Reducer {
    struct State: Identifiable, Sendable {
      let id: String
      var contents = "hush: the state"
      var guarded: String?
    }

    enum Action: Sendable {
      case guarded(String?)
      case opened(String)
      case emptied(String)
      case sealed(String)
      case thrownAway
    }

    @Dependency(\.dismiss) var dismiss

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .guarded(let watchword):
          state.guarded = watchword
          return .none
        case .opened(let code):
          return .run(name: "open") { send in
            Logger.current.info("Opening")
            await send(.emptied(code))
            throw Jammed(code: "hush: the error")
          }
          .cancellable(id: "hush: the id")
        case .emptied(let code):
          state.contents = code
          // It continues after its cancellation, so that its action is dropped.
          return .run(name: "empty") { send in
            try? await Task.never()
            await send(.emptied(code))
          }
        case .sealed:
          return .cancel(id: "hush: the id")
        case .thrownAway:
          return .run(name: "throw away") { _ in await dismiss() }
        }
      }
      .task(id: { $0.guarded }) { _ in .run(name: "guard") { _ in try await Task.never() } }
    }
  }

  struct Jammed: Error, CustomStringConvertible {
    let code: String
    var description: String { "It is jammed at \(code)." }
  }

  struct State: Sendable {
    var boxes: IdentifiedArrayOf<Box.State> = []
  }

  @CasePathable
  enum Action: Sendable {
    case boxes(IdentifiedAction<String, Box.Action>)
    case jammed(String)
  }

  var body: some Reducer<State, Action> {
    EmptyReducer().forEach(\.boxes, action: \.boxes) { Box() }
  }
}
