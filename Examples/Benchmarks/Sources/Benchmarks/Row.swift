/// A row of the table: an operation of Troupe beside the raw one.
struct Row {
  let name: String
  let floor: Measurement
  let troupe: Measurement

  var line: String {
    let ratio = troupe.nanoseconds / floor.nanoseconds
    let figures = [floor.nanoseconds, troupe.nanoseconds, ratio, floor.allocations, troupe.allocations]
    return "| \(name) | " + figures.map(Self.text).joined(separator: " | ") + " |"
  }

  /// A number with one decimal.
  static func text(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
