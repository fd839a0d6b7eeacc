import Synchronization

/// The event of an item that has changed. Its text is created for the first reader, and only if there is one.
package final class ItemEvent: Sendable {
  private enum State {
    case item(Item.State)
    case text(String)
  }

  private let state: Mutex<State>

  init(_ item: Item.State) {
    state = Mutex(.item(item))
  }

  /// The text.
  ///
  /// - Parameter make: Makes it from the item. All readers have to make the same text.
  package func text(_ make: (Item.State) -> String) -> String {
    state.withLock { state in
      switch state {
      case .text(let text): return text
      case .item(let item):
        let text = make(item)
        state = .text(text)
        return text
      }
    }
  }
}
