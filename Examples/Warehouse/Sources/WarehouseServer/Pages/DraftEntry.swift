import WarehouseFeature

/// A user's input for an item.
struct DraftEntry {
  var name = ""
  var status: String? = StatusName.inStock.rawValue
  var quantity = "1"
  var isOnBackOrder = "false"

  init() {}

  init(_ draft: Draft) {
    name = draft.name
    status = StatusName(draft.status).rawValue
    quantity = "\(draft.status.quantity ?? 1)"
    isOnBackOrder = "\(draft.status.isOnBackOrder ?? false)"
  }

  /// Reads it from a form. An unchecked box has no field.
  init(_ form: Form) {
    name = form["name"] ?? ""
    status = form["status"]
    quantity = form["quantity"] ?? ""
    isOnBackOrder = form["isOnBackOrder"] ?? "false"
  }

  var nameMistake: String? { Draft.mistake(inName: name) }

  var statusMistake: String? {
    switch status.flatMap({ StatusName(rawValue: $0) }) {
    case .inStock: nil
    case .outOfStock: Bool(isOnBackOrder) == nil ? "On back order must be true or false." : nil
    case nil: "The status must be inStock or outOfStock."
    }
  }

  var quantityMistake: String? {
    status == StatusName.inStock.rawValue ? Draft.mistake(inQuantity: Int(quantity)) : nil
  }

  /// Whether it equals a draft.
  var isValid: Bool { nameMistake == nil && statusMistake == nil && quantityMistake == nil }

  func draft() throws(Problem) -> Draft {
    if let mistake = nameMistake ?? statusMistake ?? quantityMistake { throw .invalid(mistake) }
    if let quantity = Int(quantity), status == StatusName.inStock.rawValue {
      return Draft(name: name, status: .inStock(quantity: quantity))
    }
    return Draft(name: name, status: .outOfStock(isOnBackOrder: isOnBackOrder == "true"))
  }
}

/// The fields of a form for a draft.
struct DraftFields {
  private let entry: DraftEntry
  private let showsMistakes: Bool

  init(_ entry: DraftEntry, showsMistakes: Bool = false) {
    (self.entry, self.showsMistakes) = (entry, showsMistakes)
  }

  var html: String {
    let isInStock = entry.status != StatusName.outOfStock.rawValue
    let name = Field("name", label: "Name", mistake: showsMistakes ? entry.nameMistake : nil)
    let quantity = Field("quantity", label: "Quantity", mistake: showsMistakes ? entry.quantityMistake : nil)
    let mistake = showsMistakes ? entry.statusMistake.map { "<p class=\"mistake\">\($0.html)</p>" } : nil
    return """
      \(name.html("required maxlength=\"80\" autocomplete=\"off\" value=\"\(entry.name.html)\""))
      <fieldset>
      <legend>Status</legend>\(mistake ?? "")
      <div class="choice"><label><input type="radio" name="status" value="inStock"\(isInStock ? " checked" : "")>\
       In stock</label>
      \(quantity.html("type=\"number\" min=\"1\" max=\"1000000\" value=\"\(entry.quantity.html)\""))</div>
      <div class="choice"><label><input type="radio" name="status" value="outOfStock"\(isInStock ? "" : " checked")>\
       Out of stock</label>
      <label><input type="checkbox" name="isOnBackOrder" value="true"\
      \(entry.isOnBackOrder == "true" ? " checked" : "")> On back order</label></div>
      </fieldset>
      """
  }
}
