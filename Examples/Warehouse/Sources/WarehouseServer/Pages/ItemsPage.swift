import Troupe
import WarehouseFeature

/// The items of a warehouse.
struct ItemsPage {
  /// A form of the page that was rejected.
  enum Failure {
    /// A form of an item, with the quantity of the order, if it was one.
    case item(Item.State.ID, quantity: String?, Problem)
    case draft(DraftEntry, Problem)
  }

  let warehouse: String
  let selection: Selection
  let items: [Item.State]
  /// The position that the page includes; later events arrive in the stream.
  let position: FeedPosition
  var failure: Failure?

  var page: Page {
    let events = "/api/warehouses/\(warehouse)/events?after=\(position)"
    return Page(
      title: "Warehouse \(warehouse)",
      heading: """
        <div class="heading"><h1>Warehouse \(warehouse)</h1>\
        <p class="live" id="live" hidden></p>\
        <a class="button primary jump" href="#field-name">Add an item</a></div>
        """,
      parents: [Page.top],
      attributes: """
         data-events="\(events)" data-page="\(path)\(selection.query.html)" data-low="\(Stock.lowQuantity)"
        """,
      hasMistakes: failure != nil,
      main: main
    )
  }

  private var path: String { "/warehouses/\(warehouse)" }

  private var main: String {
    """
    \(notice)
    <div class="columns wide">
    <section class="card" aria-label="Items">
    \(filter)
    <table role="table" id="table"\(items.isEmpty ? " hidden" : "")>
    <caption id="caption">\(caption)</caption>
    <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Name</th>\
    <th role="columnheader" scope="col">Status</th>\
    <th role="columnheader" scope="col" class="number">In stock</th>\
    <th role="columnheader" scope="col" class="number">Ordered</th>\
    <th role="columnheader" scope="col">Order</th><th role="columnheader" scope="col">Edit</th></tr></thead>
    <tbody role="rowgroup" id="items">
    \(items.map { row($0) }.joined(separator: "\n"))
    </tbody>
    </table>
    \(empty)
    <div id="next">\(next)</div>
    </section>
    \(form)
    </div>
    <div id="news" role="status" aria-live="polite"></div>
    <template id="row">\(ItemRow(warehouse: warehouse, selection).html)</template>
    """
  }

  private var caption: String {
    "\(items.count.grouped) \(items.count == 1 ? "item" : "items")\(hasNext || selection.after > 0 ? " on this page" : "")"
  }

  private func row(_ item: Item.State) -> String {
    guard case .item(item.id, let quantity?, let problem) = failure, isShownInRow else {
      return ItemRow(item, warehouse: warehouse, selection).html
    }
    let failure = ItemRow.Failure(quantity: quantity, message: problem.message)
    return ItemRow(item, warehouse: warehouse, selection, failure: failure).html
  }

  /// Whether the failure is shown beside the field of its item.
  private var isShownInRow: Bool {
    guard case .item(let id, .some, _) = failure else { return false }
    return items.contains { $0.id == id && $0.status.quantity != nil }
  }

  private var notice: String {
    switch failure {
    case .item(let id, _, let problem) where !isShownInRow:
      let name = items.first { $0.id == id }?.name
      return alert(name.map { "\($0):" } ?? "That can’t be done.", problem.message)
    case .draft(let entry, let problem) where entry.isValid:
      return alert("The item wasn’t added.", problem.message)
    case .item, .draft, nil: return ""
    }
  }

  private var filter: String {
    let options = [
      ("", "All"), ("inStock", "In stock"), ("outOfStock", "Out of stock"), ("onBackOrder", "On back order"),
    ]
    let list = options.map {
      "<option value=\"\($0)\"\($0 == selection.statusText ? " selected" : "")>\($1)</option>"
    }
    return """
      <form method="get" action="\(path)" role="search" aria-label="Items" class="filter">
      <div class="field"><label for="q">Name</label>\
      <input id="q" type="search" name="q" maxlength="80" value="\(selection.text.html)"></div>
      <div class="field"><label for="status">Status</label>\
      <select id="status" name="status">\(list.joined())</select></div>
      <p class="actions"><button>Filter</button>\(isFiltered ? " <a class=\"button quiet\" href=\"\(path)\">Clear</a>" : "")</p>
      </form>
      """
  }

  private var isFiltered: Bool { !selection.text.isEmpty || !selection.statusText.isEmpty }

  private var empty: String {
    let text =
      isFiltered
      ? "<h2>No items match</h2><p>Nothing here has this name and status.</p>"
        + "<p><a class=\"button\" href=\"\(path)\">Show all items</a></p>"
      : selection.after > 0
        ? "<h2>No more items</h2><p><a class=\"button\" href=\"\(path)\">To the first items</a></p>"
        : "<h2>No items yet</h2><p>Add the first one with the form.</p>"
    return "<div class=\"empty\" id=\"empty\"\(items.isEmpty ? "" : " hidden")>\(text)</div>"
  }

  private var hasNext: Bool { items.count == selection.limit }

  private var next: String {
    var links: [String] = []
    if selection.after > 0, !items.isEmpty {
      var first = selection
      first.after = 0
      links.append("<a class=\"button\" href=\"\(path)\(first.query.html)\">First items</a>")
    }
    if hasNext, let last = items.last {
      var next = selection
      next.after = last.id
      links.append("<a class=\"button\" href=\"\(path)\(next.query.html)\" rel=\"next\">More items</a>")
    }
    return links.isEmpty ? "" : "<p class=\"actions\">\(links.joined(separator: " "))</p>"
  }

  private var form: String {
    var (entry, showsMistakes) = (DraftEntry(), false)
    if case .draft(let entered, _) = failure { (entry, showsMistakes) = (entered, true) }
    return """
      <section class="card add" aria-labelledby="add">
      <h2 id="add">Add an item</h2>
      <form method="post" action="\(path)/items\(selection.query.html)" class="stack">
      \(DraftFields(entry, showsMistakes: showsMistakes).html)
      <p class="actions"><button class="primary">Add</button></p>
      </form>
      </section>
      """
  }
}
