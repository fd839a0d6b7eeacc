import SwiftUI
import TroupeClassic

// The views of a program with an environment.

struct Todo: Identifiable, Equatable, Sendable {
  var id: Int
  var title: String
}

enum Screen: Equatable, Sendable {
  case list(IdentifiedArrayOf<Todo>)
  case detail(Todo?)
  case empty
}

enum ListAction: Sendable { case todo(Int, TodoAction) }
enum TodoAction: Sendable { case renamed(String) }
enum ScreenAction: Sendable {
  case list(ListAction)
  case detail(TodoAction)
}

struct TodoView: View {
  let store: ViewStore<Todo, TodoAction>

  var body: some View {
    WithViewStore(store) { viewStore in
      Text(viewStore.title)
      Button("Clear") { viewStore.send(.renamed("")) }
    }
  }
}

struct ListView: View {
  let store: ViewStore<IdentifiedArrayOf<Todo>, ListAction>

  var body: some View {
    ForEachStore(
      store.scope(state: { $0 }, action: { (id: Int, action: TodoAction) in ListAction.todo(id, action) })
    ) { todoStore in
      TodoView(store: todoStore)
    }
  }
}

struct DetailView: View {
  let store: ViewStore<Todo?, TodoAction>

  var body: some View {
    IfLetStore(store) { todoStore in
      TodoView(store: todoStore)
    } else: {
      Text("Nothing is selected.")
    }
  }
}

struct ScreenView: View {
  let store: ViewStore<Screen, ScreenAction>

  var body: some View {
    SwitchStore(store) { state in
      switch state {
      case .list: CaseLet(/Screen.list, action: ScreenAction.list) { ListView(store: $0) }
      case .detail: CaseLet(/Screen.detail, action: ScreenAction.detail) { DetailView(store: $0) }
      case .empty: Text("Nothing")
      }
    }
    SwitchStore(store) {
      CaseLet(state: /Screen.list, action: ScreenAction.list) { ListView(store: $0) }
      Default { Text("Nothing") }
    }
  }
}
