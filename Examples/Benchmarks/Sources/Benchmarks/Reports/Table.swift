/// The table of ratios, in Markdown.
enum Table {
  static let head = """
    | operation | floor | Troupe | ratio | aim | | allocations: floor | Troupe |
    |---|---:|---:|---:|---:|---|---:|---:|
    """

  static func line(_ row: Row, _ measurement: Measurement) -> String {
    let outcome = Outcome(row, measurement)
    let unit = " " + row.unit.rawValue
    let floor = measurement.floor.map { Text.figure($0.best) + unit } ?? ""
    let troupe = Text.figure(measurement.troupe.best) + unit
    let ratio = measurement.ratio.map { Text.figure($0) + "×" } ?? ""
    let aim = outcome.map { "\($0.figureText) ≤ \($0.aimText)" } ?? ""
    let mark = outcome.map { $0.isReached ? "✓" : "✗" } ?? ""
    let floorAllocations = measurement.floor.map { Text.figure($0.allocations) } ?? ""
    let allocations = Text.figure(measurement.troupe.allocations)
    let cells: [String] = [row.name, floor, troupe, ratio, aim, mark, floorAllocations, allocations]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}

/// Whether an aim was reached.
struct Outcome {
  let figure: Double
  let aim: Double
  private let unit: String

  /// Makes the outcome of a row; nil if it has no aim.
  init?(_ row: Row, _ measurement: Measurement) {
    guard let floor = measurement.floor?.best, let wanted = row.aim else { return nil }
    let troupe = measurement.troupe.best
    switch wanted {
    case .ratio(let most): (figure, aim, unit) = (troupe / floor, most, "×")
    case .perLevel(let most, let levels):
      (figure, aim, unit) = (max(troupe - floor, 0) / levels, most, " ns a level")
    case .bytes(let most): (figure, aim, unit) = (troupe, most, " bytes")
    }
  }

  var isReached: Bool { figure <= aim }
  var figureText: String { Text.figure(figure) }
  var aimText: String { Text.figure(aim) + unit }
}
