import WarehouseFeature

/// A row of the table. Without an item it is the template for rows that a script adds.
struct ItemRow {
  /// An order that was rejected.
  struct Failure {
    let quantity: String
    let message: String
  }

  private let warehouse: String
  /// Where the forms return to.
  private let query: String
  private let item: Item.State?
  private let failure: Failure?

  init(
    _ item: Item.State? = nil,
    warehouse: String,
    _ selection: Selection,
    failure: Failure? = nil
  ) {
    (self.item, self.warehouse, self.failure) = (item, warehouse, failure)
    query = selection.query.html
  }

  // Roles, because some browsers don't treat a table that is shown as a list of cards as a table.
  var html: String {
    // No item has the id 0.
    let id = item?.id ?? 0
    let stock = Stock(item?.status ?? .outOfStock(isOnBackOrder: false))
    return """
      <tr role="row" tabindex="-1" id="item-\(id)" data-id="\(id)">\
      <th role="rowheader" scope="row"><span id="name-\(id)" data-field="name">\(item?.name.html ?? "")</span></th>\
      <td role="cell" class="states"><span class="badge \(stock.style)" data-field="status">\(stock.rawValue)</span>\
      <span class="badge editing" data-field="edited" id="edited-\(id)">\(isEdited ? "Being edited" : "")</span></td>\
      <td role="cell" class="number" data-label="In stock"><span data-field="quantity">\
      \(item?.status.quantity?.grouped ?? "0")</span></td>\
      <td role="cell" class="number" data-label="Ordered"><span data-field="ordered">\(item?.ordered.grouped ?? "0")</span></td>\
      <td role="cell" class="order">\(order(id))</td><td role="cell" class="edit">\(edit(id))</td></tr>
      """
  }

  private var isEdited: Bool { item?.editor != nil }

  private func order(_ id: Int) -> String {
    let stock = item?.status.quantity
    let isOff = stock == nil ? " disabled" : ""
    let mistake = failure.map { "<p class=\"mistake\" id=\"mistake-\(id)\">\($0.message.html)</p>" } ?? ""
    let state = failure == nil ? "" : " aria-invalid=\"true\" autofocus"
    return """
      <form method="post" action="/warehouses/\(warehouse)/items/\(id)/order\(query)">\
      <input type="number" name="quantity" min="1" max="\(stock ?? 1)" required aria-label="Quantity" \
      aria-describedby="name-\(id)\(failure == nil ? "" : " mistake-\(id)")"\(state) data-field="amount" \
      value="\(failure?.quantity.html ?? "1")"\(isOff)>\
      <span class="reason" id="reason-\(id)" data-field="reason">\(stock == nil ? "None in stock" : "")</span>\
      <button aria-describedby="name-\(id) reason-\(id)" data-field="order"\(isOff)>Order</button>\(mistake)</form>
      """
  }

  private func edit(_ id: Int) -> String {
    """
    <form method="post" action="/warehouses/\(warehouse)/items/\(id)/edit\(query)">\
    <button class="quiet" aria-describedby="name-\(id) edited-\(id)" data-field="edit"\(isEdited ? " disabled" : "")>Edit\
    </button></form>
    """
  }
}
