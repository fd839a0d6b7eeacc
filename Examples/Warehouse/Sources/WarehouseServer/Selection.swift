import Hummingbird
import WarehouseFeature

/// The items that a client has selected.
struct Selection: Sendable {
  static let limits = 1...1_000
  private static let standardLimit = 100
  /// The range in which every JSON parser reads numbers exactly.
  static let ids = 0...((1 << 53) - 1)

  var text = ""
  var status: StatusName?
  var isOnBackOrder: Bool?
  /// The id before the first item.
  var after = 0
  var limit = Self.standardLimit

  /// The items up to one, as many as are shown.
  init(showing last: Item.State.ID) { after = max(0, last - limit) }

  /// Reads it from a query.
  init(_ query: Parameters) throws(Problem) {
    text = query["q"].map { String($0) } ?? ""
    guard text.unicodeScalars.count <= Draft.nameLength.upperBound else {
      throw .invalid("The text in q is too long.")
    }
    switch query["status"] ?? "" {
    case "": break
    case "inStock": status = .inStock
    case "outOfStock": status = .outOfStock
    case "onBackOrder": (status, isOnBackOrder) = (.outOfStock, true)
    default: throw .invalid("The status is inStock, outOfStock or onBackOrder.")
    }
    if let after = query["after"] {
      guard let after = Int(after), Self.ids.contains(after) else {
        throw .invalid("The number in after is the id of an item.")
      }
      self.after = after
    }
    if let limit = query["limit"] {
      guard let limit = Int(limit), Self.limits.contains(limit) else {
        throw .invalid("The limit is from 1 to 1000.")
      }
      self.limit = limit
    }
  }

  /// The items, in the order of their ids.
  func items(of state: borrowing Warehouse.State) -> [Item.State] {
    let search = NameSearch(text)
    // Ids only grow.
    return Array(state.items.lazy.filter { $0.id > after && contains($0, search) }.prefix(limit))
  }

  /// As the query of a page, with its question mark; empty for the first items of all.
  var query: String {
    let fields = [
      ("q", text.query), ("status", statusText), ("after", after > 0 ? "\(after)" : ""),
      ("limit", limit == Self.standardLimit ? "" : "\(limit)"),
    ]
    let query = fields.filter { !$0.1.isEmpty }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    return query.isEmpty ? "" : "?" + query
  }

  /// The status as it is chosen.
  var statusText: String { isOnBackOrder == true ? "onBackOrder" : status?.rawValue ?? "" }

  private func contains(_ item: borrowing Item.State, _ search: NameSearch) -> Bool {
    if let status, status != StatusName(item.status) { return false }
    if let isOnBackOrder, item.status.isOnBackOrder != isOnBackOrder { return false }
    return search.finds(item.name)
  }
}
