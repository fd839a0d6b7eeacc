import Troupe
import TroupeTesting

/// A feature in which everything happens that instruments can receive, with a secret wherever one may be.
@Reducer
struct Shop {
  static let secret = "hunter2"

  struct Failure: Error, CustomStringConvertible {
    let description = "the error says \(Shop.secret)"
  }

  @Reducer
  struct Row {
    struct State: Equatable, Identifiable, Sendable {
      var id: String
      var note = Shop.secret
    }
    enum Action: Equatable, Sendable {
      case load(String)
      case loaded(String)
      case leave
    }
    @Dependency(\.dismiss) var dismiss
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .leave: return .run(name: "leave") { _ in await dismiss() }
        case .load(let text):
          return .run(name: "load") { send in await send(.loaded(text)) }.cancellable(id: Shop.secret)
        case .loaded(let text):
          state.note = text
          return .none
        }
      }
    }
  }

  @Reducer
  struct Detail {
    struct State: Equatable, Sendable { var text = Shop.secret }
    enum Action: Equatable, Sendable { case wait, close }
    @Dependency(\.dismiss) var dismiss
    var body: some ReducerOf<Self> {
      Reduce { _, action in
        switch action {
        case .wait: .run(name: "wait") { _ in try await waitForCancellation() }
        case .close: .run(name: "close") { _ in await dismiss() }
        }
      }
    }
  }

  struct State: Sendable {
    var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: Shop.secret)]
    @Presents var detail: Detail.State?
  }

  enum Action: Sendable {
    case rows(IdentifiedActionOf<Row>)
    case detail(PresentationAction<Detail.Action>)
    case open
    case fail(String)
    case wait(String)
    case cancel(String)
    case chain(String, Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rows, .detail: return .none
      case .open:
        state.detail = Detail.State()
        return .none
      case .fail: return .run(name: "fail") { _ in throw Failure() }
      case .wait(let id):
        return .run(name: "wait") { _ in try await waitForCancellation() }.cancellable(id: id)
      case .cancel(let id): return .cancel(id: id)
      case .chain(let text, let count):
        guard count > 0 else { return .none }
        return count.isMultiple(of: 2)
          ? .send(.chain(text, count - 1)) : .run { send in await send(.chain(text, count - 1)) }
      }
    }
    .ifLet(\.$detail, action: \.detail) { Detail() }
    .forEach(\.rows, action: \.rows) { Row() }
  }

  /// Sends an action of each kind to a store, and shuts it down.
  static func visit(_ store: StoreOf<Shop>, _ scheduler: Scheduler) async {
    await store.send(.rows(.element(id: secret, action: .load(secret)))).finish()
    await store.send(.chain(secret, 4)).finish()
    await store.send(.wait(secret))
    await scheduler.settle()
    await store.send(.cancel(secret))
    await scheduler.settle()
    await store.send(.fail(secret)).finish()
    await store.send(.open)
    await store.send(.detail(.presented(.wait)))
    await scheduler.settle()
    await store.send(.detail(.presented(.close)))
    await scheduler.settle()
    await store.send(.rows(.element(id: secret, action: .leave)))
    await scheduler.settle()
    await store.shutdown(within: .zero)
  }
}
