import Troupe

/// A shop whose rows order goods and present an editor, for the tests of the inspector.
@Reducer
struct Shop {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var rows: IdentifiedArrayOf<Row.State> = []
    var sold = 0
    var secret = "hunter2"

    init(rows: [String] = []) {
      self.rows = IdentifiedArray(uniqueElements: rows.map { Row.State(id: $0) })
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case rowAdded(String)
    case sold(Int)
    case rows(IdentifiedActionOf<Row>)
  }

  init() {}

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rowAdded(let name):
        state.rows.append(Row.State(id: name))
        return .none
      case .sold(let count):
        state.sold += count
        return .none
      case .rows:
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) { Row() }
  }
}

/// A row.
@Reducer
struct Row {
  @ObservableState
  struct State: Codable, Equatable, Identifiable, Sendable {
    let id: String
    var stock = 10
    var ordered = 0
    @Presents var editor: Editor.State?

    init(id: String) { self.id = id }
  }

  enum Action: Codable, Equatable, Sendable {
    case ordered(Int)
    case arrived(Int)
    case waited
    case cancelTapped
    case editTapped
    case editor(PresentationAction<Editor.Action>)
  }

  private enum Waiting: Hashable { case id }

  init() {}

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ordered(let count):
        state.ordered += count
        return .run(name: "delivery") { send in await send(.arrived(count)) }
      case .arrived(let count):
        state.ordered -= count
        state.stock += count
        return .none
      case .waited:
        return .run(name: "wait for a ship") { _ in try await Task.never() }
          .cancellable(id: Waiting.id)
      case .cancelTapped:
        return .cancel(id: Waiting.id)
      case .editTapped:
        state.editor = Editor.State(text: state.id)
        return .none
      case .editor:
        return .none
      }
    }
    .ifLet(\.$editor, action: \.editor) { Editor() }
  }
}

/// The editor of a row, which closes itself.
@Reducer
struct Editor {
  @ObservableState
  struct State: Codable, Equatable, Sendable { var text: String }

  enum Action: Codable, Equatable, Sendable {
    case typed(String)
    case kept
    case closeTapped
  }

  @Dependency(\.dismiss) var dismiss

  init() {}

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .typed(let text):
        state.text = text
        return .none
      case .kept:
        return .run(name: "keep the draft") { _ in try await Task.never() }
      case .closeTapped:
        return .run { _ in await dismiss() }
      }
    }
  }
}
