import Foundation

/// The rows with an aim as bars: the share of the aim that is used.
struct Chart {
  private let bars: [(name: String, outcome: Outcome)]

  init(_ measured: [(row: Row, measurement: Measurement)]) {
    bars = measured.compactMap { row, measurement in
      Outcome(row, measurement).map { (row.name.replacing("`", with: ""), $0) }
    }
  }

  private let left = 600.0
  private let unit = 220.0
  private let height = 22.0
  /// Bars end at this many aims.
  private let longest = 2.0

  /// The chart, as SVG. Its colours are readable on white and on black.
  var text: String {
    let bottom = 40 + Double(bars.count) * height
    let width = left + longest * unit + 200
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(bottom + 16))" \
      font-family="system-ui, sans-serif" font-size="12">
      <title>Troupe beside the raw operations: each row in units of its aim</title>
      <style>
      text { fill: #77808a } .aim { stroke: #77808a } .reached { fill: #2da44e } .missed { fill: #bf8700 }
      </style>
      <text x="\(left)" y="20">each row in units of its aim; shorter is better</text>
      \(bars.enumerated().map { bar(at: 36 + Double($0) * height, $1.name, $1.outcome) }.joined(separator: "\n"))
      <line class="aim" x1="\(left + unit)" x2="\(left + unit)" y1="28" y2="\(bottom)" stroke-dasharray="4 3"/>
      <text x="\(left + unit)" y="\(bottom + 12)" text-anchor="middle">aim</text>
      </svg>

      """
  }

  private func bar(at y: Double, _ name: String, _ outcome: Outcome) -> String {
    let share = outcome.figure / outcome.aim
    let length = String(format: "%.1f", min(share, longest) * unit)
    let end = String(format: "%.1f", left + min(share, longest) * unit + 6)
    let mark = share > longest ? " …" : ""
    let row = name.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return """
      <text x="\(left - 10)" y="\(y + 12)" text-anchor="end">\(row)</text>
      <rect class="\(outcome.isReached ? "reached" : "missed")" x="\(left)" y="\(y + 2)" width="\(length)" height="13" rx="2"/>
      <text x="\(end)" y="\(y + 12)">\(mark)\(outcome.figureText) of \(outcome.aimText)</text>
      """
  }
}
