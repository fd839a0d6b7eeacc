import Troupe
import WarehouseFeature

/// The items of a warehouse.
struct ItemsPage {
  let warehouse: String
  let selection: Selection
  let items: [Item.State]
  /// What the page has; what comes after it comes as events.
  let position: FeedPosition

  var page: Page {
    let events = "/api/warehouses/\(warehouse)/events?after=\(position)"
    return Page(title: "Warehouse \(warehouse)", attributes: " data-events=\"\(events)\"", main: main)
  }

  private var main: String {
    """
    <p id="news" role="status" aria-live="polite"></p>
    \(filter)
    <table>
    <caption>\(items.isEmpty ? "No items" : "Items")</caption>
    <thead><tr><th scope="col">Name</th><th scope="col">Status</th><th scope="col">Ordered</th>\
    <th scope="col">Order</th><th scope="col">Edit</th></tr></thead>
    <tbody id="items">
    \(items.map { ItemRow($0, warehouse: warehouse, selection).html }.joined(separator: "\n"))
    </tbody>
    </table>
    <div id="next">\(next)</div>
    <template id="row">\(ItemRow(warehouse: warehouse, selection).html)</template>
    <h2>Add an item</h2>
    <form method="post" action="/warehouses/\(warehouse)/items">
    \(DraftFields(Draft(name: "", status: .inStock(quantity: 1))).html)
    <button>Add</button>
    </form>
    """
  }

  private var filter: String {
    let options = [
      ("", "All"), ("inStock", "In stock"), ("outOfStock", "Out of stock"), ("onBackOrder", "On back order"),
    ]
    let list = options.map {
      "<option value=\"\($0)\"\($0 == selection.statusText ? " selected" : "")>\($1)</option>"
    }
    return """
      <form method="get" role="search" aria-label="Items">
      <label>Name <input type="search" name="q" maxlength="80" value="\(selection.text.html)"></label>
      <label>Status <select name="status">\(list.joined())</select></label>
      <button>Filter</button>
      </form>
      """
  }

  private var next: String {
    guard items.count == selection.limit, let last = items.last else { return "" }
    var next = selection
    next.after = last.id
    return "<p><a href=\"\(next.query.html)\" rel=\"next\">More items</a></p>"
  }
}

/// A row of the table. Without an item it is the model for rows that a script adds.
struct ItemRow {
  private let warehouse: String
  /// Where the forms come back to.
  private let query: String
  private let id: String
  private let name: String
  private let status: String
  private let ordered: String
  private let edited: String

  init(_ item: Item.State? = nil, warehouse: String, _ selection: Selection) {
    self.warehouse = warehouse
    query = selection.query.html
    id = item.map { "\($0.id)" } ?? "ID"
    name = item?.name ?? ""
    status = item?.status.text ?? ""
    ordered = item.map { "\($0.ordered)" } ?? ""
    edited = item?.editor == nil ? "" : "Being edited"
  }

  var html: String {
    let path = "/warehouses/\(warehouse)/items/\(id)"
    return """
      <tr id="item-\(id)" data-id="\(id)"><th scope="row" id="name-\(id)" data-field="name">\(name.html)</th>\
      <td data-field="status">\(status)</td><td data-field="ordered">\(ordered)</td>\
      <td><form method="post" action="\(path)/order\(query)"><input type="number" name="quantity" min="1" max="1000000" value="1" \
      required aria-label="Quantity" aria-describedby="name-\(id)">\
      <button aria-describedby="name-\(id)">Order</button></form></td>\
      <td><form method="post" action="\(path)/edit\(query)"><button aria-describedby="name-\(id)">Edit</button> \
      <span data-field="edited">\(edited)</span></form></td></tr>
      """
  }
}

extension ItemStatus {
  /// As it is shown; `page.js` has the same texts.
  var text: String {
    switch self {
    case .inStock(let quantity): "\(quantity) in stock"
    case .outOfStock(true): "Out of stock, on back order"
    case .outOfStock(false): "Out of stock"
    }
  }
}
