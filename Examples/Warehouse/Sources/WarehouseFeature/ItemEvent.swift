import Synchronization

/// The event of an item that has changed. Its text is made for the first who looks, and for nobody else.
package final class ItemEvent: Sendable {
  private enum State {
    case item(Item.State, text: @Sendable (Item.State) -> String)
    case text(String)
  }

  private let state: Mutex<State>

  init(_ item: Item.State, text: @escaping @Sendable (Item.State) -> String) {
    state = Mutex(.item(item, text: text))
  }

  package var text: String {
    state.withLock { state in
      switch state {
      case .text(let text): return text
      case .item(let item, let text):
        let text = text(item)
        state = .text(text)
        return text
      }
    }
  }
}
