/// A row of the table: an operation of the store beside the raw one.
struct Row {
  let name: String
  let floor: Measurement
  let store: Measurement

  var line: String {
    let ratio = store.nanoseconds / floor.nanoseconds
    let figures = [floor.nanoseconds, store.nanoseconds, ratio, floor.allocations, store.allocations]
    return "| \(name) | " + figures.map(Self.text).joined(separator: " | ") + " |"
  }

  /// A number with one decimal.
  static func text(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
