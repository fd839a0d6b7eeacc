/// What can be edited of an item.
package struct Draft: Codable, Hashable, Sendable {
  package static let nameLength = 1...80

  package var name: String
  package var status: ItemStatus

  package init(name: String, status: ItemStatus) {
    self.name = name
    self.status = status
  }

  /// What is wrong with it; nil if nothing is.
  package var mistake: String? {
    if !Self.nameLength.contains(name.unicodeScalars.count) || name.allSatisfy(\.isWhitespace) {
      return "The name has to have \(Self.nameLength.lowerBound) to \(Self.nameLength.upperBound) characters."
    }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "The name can't have control characters."
    }
    if case .inStock(let quantity) = status, !ItemStatus.quantities.contains(quantity) {
      return
        "The quantity has to be from \(ItemStatus.quantities.lowerBound) to \(ItemStatus.quantities.upperBound)."
    }
    return nil
  }
}
