/// An element for tests.
struct Item: Identifiable, Hashable, Codable, Comparable, CustomStringConvertible {
  var id: Int
  var value: Int

  init(_ id: Int, _ value: Int = 0) {
    self.id = id
    self.value = value
  }

  var description: String { "\(id):\(value)" }

  static func < (lhs: Item, rhs: Item) -> Bool { (lhs.value, lhs.id) < (rhs.value, rhs.id) }
}
