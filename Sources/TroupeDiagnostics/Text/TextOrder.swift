/// An order of texts in which numbers come first, sorted by value.
enum TextOrder {
  struct Key: Comparable {
    let text: String
    private let number: Double

    init(_ text: String) {
      self.text = text
      let number = Double(text) ?? .infinity
      self.number = number.isNaN ? .infinity : number
    }

    static func < (lhs: Key, rhs: Key) -> Bool {
      lhs.number != rhs.number ? lhs.number < rhs.number : lhs.text < rhs.text
    }

    static func == (lhs: Key, rhs: Key) -> Bool { lhs.text == rhs.text }
  }
}
