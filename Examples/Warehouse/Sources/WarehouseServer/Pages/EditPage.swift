import WarehouseFeature

/// An item that is being edited, for the browser that has the lease.
struct EditPage {
  /// The state of the edit.
  enum Phase {
    /// The lease is valid.
    case editing(Lease)
    /// Nothing was saved, for a reason.
    case conflict(String)
  }

  let warehouse: String
  let item: Item.State
  let phase: Phase
  let entry: DraftEntry
  var showsMistakes = false
  /// The items to return to.
  let selection: Selection

  var page: Page {
    Page(
      title: "Edit \(item.name)",
      parents: [Page.top, Page.warehouse(warehouse)],
      hasMistakes: showsMistakes || isConflict,
      main: "<section class=\"card narrow\">\n\(contents)\n</section>"
    )
  }

  private var isConflict: Bool { if case .conflict = phase { true } else { false } }
  private var path: String { "/warehouses/\(warehouse)/items/\(item.id)" }
  private var query: String { selection.query.html }

  private var contents: String {
    switch phase {
    case .editing(let lease):
      return """
        <p class="lease">Nobody else can edit this item until <time datetime="\(lease.endsAt.text)" data-end>\
        \(lease.endsAt.time)</time>. Save it by then.</p>
        <form method="post" action="\(path)/save\(query)" class="stack">
        \(hidden(lease.id))
        \(DraftFields(entry, showsMistakes: showsMistakes).html)
        <p class="actions"><button class="primary">Save</button>
        <button form="cancel">Cancel</button></p>
        </form>
        <form method="post" action="\(path)/cancel\(query)" id="cancel">\(hidden(lease.id))</form>
        """
    case .conflict(let message):
      return """
        \(alert("Nothing was saved.", message))
        <h2>The item now</h2>
        <p class="now"><span>\(item.name.html)</span> \(Stock(item.status).badge) <span>\(item.status.text)</span></p>
        <h2>Your changes</h2>
        <form method="post" action="\(path)/save\(query)" class="stack">
        \(hidden(""))
        \(DraftFields(entry, showsMistakes: showsMistakes).html)
        <p class="actions"><button class="primary">Save anyway</button>
        <a class="button" href="/warehouses/\(warehouse)\(query)#item-\(item.id)">Discard changes</a></p>
        </form>
        """
    }
  }

  private func hidden(_ lease: String) -> String {
    "<input type=\"hidden\" name=\"lease\" value=\"\(lease.html)\">"
  }
}
