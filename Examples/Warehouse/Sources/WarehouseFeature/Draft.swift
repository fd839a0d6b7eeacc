/// The editable part of an item.
package struct Draft: Codable, Hashable, Sendable {
  package static let nameLength = 1...80

  package var name: String
  package var status: ItemStatus

  package init(name: String, status: ItemStatus) {
    self.name = name
    self.status = status
  }

  /// What is wrong with it; nil if it is valid.
  package var mistake: String? {
    if let mistake = Self.mistake(inName: name) { return mistake }
    if case .inStock(let quantity) = status { return Self.mistake(inQuantity: quantity) }
    return nil
  }

  /// What is wrong with a name; nil if it is valid.
  package static func mistake(inName name: String) -> String? {
    if !nameLength.contains(name.unicodeScalars.count) || name.allSatisfy(\.isWhitespace) {
      return "The name must have \(nameLength.lowerBound) to \(nameLength.upperBound) characters."
    }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "The name can't have control characters."
    }
    return nil
  }

  /// What is wrong with a quantity; nil if it is valid.
  ///
  /// - Parameter quantity: The quantity; nil for a text that is no whole number.
  package static func mistake(inQuantity quantity: Int?) -> String? {
    if let quantity, ItemStatus.quantities.contains(quantity) { return nil }
    return "The quantity must be a whole number from 1 to 1,000,000."
  }
}
