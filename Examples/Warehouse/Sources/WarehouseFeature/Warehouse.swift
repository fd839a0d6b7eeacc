import Foundation
import Troupe
import TroupeDurable
import TroupeFoundation

/// A warehouse, which answers requests and has items.
@Reducer
package struct Warehouse: Sendable {
  package struct State: Codable, Equatable, Sendable {
    package static let itemLimit = 10_000

    package var items: IdentifiedArrayOf<Item.State> = []
    package var lastID = 0
    package var orderKeys: OrderKeys = []
    /// The answer to the last request: the id of its item. It isn't saved.
    package var answer: Result<Item.State.ID, Refusal>?
    /// The item that the last request has changed itself, without an action of the item; nil if there is
    /// none. It isn't saved.
    package var changedID: Item.State.ID?

    private enum CodingKeys: CodingKey { case items, lastID, orderKeys }

    package init() {}

    /// The item that the last request was about.
    package var answeredItem: Result<Item.State, Refusal> {
      guard let answer else { return .failure(.noSuchItem) }
      return answer.flatMap { id in items[id: id].map { .success($0) } ?? .failure(.noSuchItem) }
    }

    /// The item that an action has just changed; nil if there is none.
    func item(changedBy action: Warehouse.Action) -> Item.State? {
      switch action {
      case .requested: changedID.flatMap { items[id: $0] }
      case .items(.element(let id, _)): items[id: id]
      }
    }

    /// When the first lease ends; the store asks to be opened for it.
    package var wake: WallClockInstant? {
      var first: WallClockInstant?
      for index in items.indices {
        guard let end = items[index].editor?.lease.endsAt else { continue }
        first = min(first ?? end, end)
      }
      return first
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case requested(Request)
    case items(IdentifiedActionOf<Item>)
  }

  @Dependency(\.date) var date
  @Dependency(\.uuid) var uuid

  private let editTime: Duration

  /// - Parameter editTime: The maximum time for which an item can be edited.
  package init(editTime: Duration = Lease.duration) { self.editTime = editTime }

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .requested(let request) = action else { return .none }
      state.changedID = nil
      do throws(Refusal) {
        let (id, action) = try answer(request, &state)
        state.answer = .success(id)
        // Reduced in the same turn.
        return action.map { .send(.items(.element(id: id, action: $0))) } ?? .none
      } catch {
        state.answer = .failure(error)
        return .none
      }
    }
    .forEach(\.items, action: \.items) { Item() }
  }

  /// Decides whether a request is carried out, and what its item has to do for it.
  private func answer(
    _ request: Request,
    _ state: inout State
  ) throws(Refusal) -> (Item.State.ID, Item.Action?) {
    switch request {
    case .add(let draft):
      guard state.items.count < State.itemLimit else { throw .warehouseIsFull }
      state.lastID += 1
      state.items.append(Item.State(id: state.lastID, draft))
      state.changedID = state.lastID
      return (state.lastID, nil)
    case .order(let id, let quantity, let key):
      guard state.items.contains(id: id) else { throw .noSuchItem }
      if let key {
        switch state.orderKeys.find(key, of: id, quantity: quantity) {
        case .new: break
        case .done: return (id, nil)
        case .ofAnotherOrder: throw .keyOfAnotherOrder
        }
      }
      // Not as an action of the item: then the turn of an order, which is the most frequent request, would
      // reduce two actions.
      try state.items[id: id]?.take(quantity)
      state.changedID = id
      if let key { state.orderKeys.append(OrderKey(key, of: id, quantity: quantity)) }
      return (id, nil)
    case .edit(let id):
      let now = WallClockInstant(date.now)
      if let lease = try state.item(id).editor?.lease { throw .isEdited(until: lease.end(seenAt: now)) }
      let lease = Lease(id: uuid().uuidString, endsAt: now.advanced(by: editTime), duration: editTime)
      return (id, .edit(lease))
    case .save(let id, let lease, let draft):
      try state.checkLease(lease, of: id)
      return (id, .editor(.presented(.save(draft))))
    case .cancel(let id, let lease):
      try state.checkLease(lease, of: id)
      return (id, .editor(.presented(.cancel)))
    }
  }
}

extension Warehouse.State {
  fileprivate func item(_ id: Item.State.ID) throws(Refusal) -> Item.State {
    guard let item = items[id: id] else { throw .noSuchItem }
    return item
  }

  fileprivate func checkLease(_ lease: String, of id: Item.State.ID) throws(Refusal) {
    guard let editor = try item(id).editor else { throw .leaseHasEnded }
    guard editor.lease.id == lease else { throw .leaseOfAnother }
  }
}
