import SwiftUI
import Troupe
import TroupeUI

// Uses without a sample on the page: closures that only read, branches without others, and bindings of
// stores.

struct ReadingView: View {
  @State var title: String?
  @State var status: SwitchSample.ItemStatus

  var body: some View {
    IfLet($title) { $title in Text(title) }
    IfCaseLet($status, pattern: /SwitchSample.ItemStatus.inStock) { $quantity in Text("\(quantity)") }
    Switch($status) {
      CaseLet(/SwitchSample.ItemStatus.inStock) { $quantity in
        Text("Quantity: \(quantity)")
        Text("Once more: \(quantity)")
      }
      Default {
        Text("Sold out")
        Button("In stock") { status = .inStock(quantity: 1) }
      }
    }
  }
}

struct Draft: Reducer {
  struct State: Equatable {
    var title = ""
    var editedTitle: String?
    @Presents var editor: Editor.State?
  }
  enum Action: BindableAction, CasePathable {
    case binding(BindingAction<State>)
    case editor(PresentationAction<Editor.Action>)
  }

  var body: some ReducerOf<Self> { BindingReducer().ifLet(\.$editor, action: \.editor) { Editor() } }

  struct Editor: Reducer {
    struct State: Equatable {}
    enum Action { case done }

    var body: some ReducerOf<Self> { EmptyReducer() }
  }
}

extension Draft.Action {
  static let allCasePaths = AllCasePaths()
  struct AllCasePaths: Sendable {
    let binding = AnyCasePath(embed: Draft.Action.binding) {
      if case .binding(let it) = $0 { it } else { nil }
    }
    let editor = AnyCasePath(embed: Draft.Action.editor) { if case .editor(let it) = $0 { it } else { nil } }
  }
}

struct DraftView: View {
  @StoreBindable var viewStore: ViewStore<Draft.State, Draft.Action>

  var body: some View {
    TextField("Title", text: Binding($viewStore.title))
    IfLet($viewStore.editedTitle) { $title in
      TextField("Title", text: Binding($title))
      Text(title)
      if title.isEmpty { Text("It is empty.") }
    } else: {
      Text("Nothing is edited.")
    }
    .sheet(item: Binding($viewStore.scope(state: \.$editor, action: \.editor))) { editor in
      Button("Done") { editor.send(.done) }
    }
  }
}

@MainActor
func converted(_ binding: Binding<String>) -> StoreBinding<Character?> {
  StoreBinding(binding).map {
    $0.last
  } set: {
    $0.map { String($0) } ?? ""
  }
}
