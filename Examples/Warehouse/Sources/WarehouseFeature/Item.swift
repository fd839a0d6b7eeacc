import Troupe

/// An item of a warehouse.
@Reducer
package struct Item: Sendable {
  package struct State: Equatable, Identifiable, Sendable {
    package let id: Int
    package var name: String
    package var status: ItemStatus
    /// How many have been ordered since the item was added.
    package var ordered = 0
    @Presents package var editor: ItemEditor.State?

    package init(id: Int, _ draft: Draft, ordered: Int = 0, editor: ItemEditor.State? = nil) {
      self.id = id
      name = draft.name
      status = draft.status
      self.ordered = ordered
      self.editor = editor
    }

    package var draft: Draft { Draft(name: name, status: status) }

    /// Takes an order from the stock.
    package mutating func take(_ quantity: Int) throws(Refusal) {
      guard case .inStock(let stock) = status else { throw .outOfStock }
      guard stock >= quantity else { throw .notEnough(inStock: stock) }
      status = stock > quantity ? .inStock(quantity: stock - quantity) : .outOfStock(isOnBackOrder: false)
      ordered += quantity
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case edit(Lease)
    case editor(PresentationAction<ItemEditor.Action>)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .edit(let lease):
        state.editor = ItemEditor.State(lease: lease, draft: state.draft)
      case .editor(.presented(.save(let draft))):
        // The editor dismisses itself when this is saved.
        state.name = draft.name
        state.status = draft.status
      case .editor:
        break
      }
      return .none
    }
    .ifLet(\.$editor, action: \.editor) { ItemEditor() }
  }
}
