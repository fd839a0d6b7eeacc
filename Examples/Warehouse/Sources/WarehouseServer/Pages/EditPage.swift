import WarehouseFeature

/// An item that somebody edits, for who has the lease.
struct EditPage {
  let warehouse: String
  let item: Item.State.ID
  let editor: ItemEditor.State
  /// The items to come back to.
  let selection: Selection

  var page: Page {
    let (path, query) = ("/warehouses/\(warehouse)/items/\(item)", selection.query.html)
    let lease = "<input type=\"hidden\" name=\"lease\" value=\"\(editor.lease.id.html)\">"
    let end = editor.lease.endsAt
    let main = """
      <p>Nobody else can edit the item until <time datetime="\(end.text)">\(end.time)</time>. Save it by then.</p>
      <form method="post" action="\(path)/save\(query)">
      \(lease)
      \(DraftFields(editor.draft).html)
      <button>Save</button>
      </form>
      <form method="post" action="\(path)/cancel\(query)">
      \(lease)
      <button>Cancel</button>
      </form>
      """
    return Page(title: "Edit \(editor.draft.name)", main: main)
  }
}

/// The fields of a form for a draft.
struct DraftFields {
  private let draft: Draft

  init(_ draft: Draft) { self.draft = draft }

  var html: String {
    let (quantity, isInStock) = (draft.status.quantity, draft.status.quantity != nil)
    return """
      <label>Name <input name="name" required maxlength="80" value="\(draft.name.html)"></label>
      <fieldset>
      <legend>Status</legend>
      <label><input type="radio" name="status" value="inStock"\(isInStock ? " checked" : "")> In stock</label>
      <label>Quantity <input type="number" name="quantity" min="1" max="1000000" value="\(quantity ?? 1)"></label>
      <label><input type="radio" name="status" value="outOfStock"\(isInStock ? "" : " checked")> Out of stock</label>
      <label><input type="checkbox" name="isOnBackOrder" value="true"\
      \(draft.status.isOnBackOrder == true ? " checked" : "")> On back order</label>
      </fieldset>
      """
  }
}
