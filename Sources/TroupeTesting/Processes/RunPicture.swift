/// A picture of a simulated run: a lane for each part of the system, with its events from left to right.
struct RunPicture {
  private static let (width, margin, laneHeight, textHeight) = (1_200, 160, 46, 18)

  private let events: [RunEvent]
  /// The failures of the run.
  private let failures: [String]
  private let lanes: [String]

  init(_ events: [RunEvent], failures: [String]) {
    self.events = events
    self.failures = failures
    var lanes: [String] = []
    for event in events where !lanes.contains(event.lane) { lanes.append(event.lane) }
    self.lanes = lanes
  }

  /// The picture as an SVG document.
  var svg: String {
    let listed = events.filter(\.isReported)
    let top = 30 + lanes.count * Self.laneHeight
    let height = top + (listed.count + failures.count + 2) * Self.textHeight
    let body =
      lanes.indices.map(lane) + events.map(mark) + listed.enumerated().map { label($1, $0 + 1) }
      + listed.enumerated().map { row("\($0 + 1)  \($1.line)", at: top + ($0 + 1) * Self.textHeight, "#222") }
      + failures.enumerated().map {
        row($1, at: top + (listed.count + $0 + 2) * Self.textHeight, "#b00020")
      }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(height)" \
      viewBox="0 0 \(Self.width) \(height)" font-family="sans-serif" font-size="12">
      <rect width="100%" height="100%" fill="white"/>
      \(body.joined(separator: "\n"))
      </svg>

      """
  }

  /// The time that the right edge shows.
  private var end: Duration { max(events.map(\.time).max() ?? .zero, .milliseconds(1)) }

  private func x(_ time: Duration) -> Int {
    Self.margin + Int(Double(Self.width - Self.margin - 30) * (time / end))
  }

  private func y(_ lane: String) -> Int { 30 + (lanes.firstIndex(of: lane) ?? 0) * Self.laneHeight }

  private func lane(_ index: Int) -> String {
    let y = 30 + index * Self.laneHeight
    return """
      <text x="8" y="\(y + 4)">\(Self.escaped(lanes[index]))</text>\
      <line x1="\(Self.margin)" y1="\(y)" x2="\(Self.width - 30)" y2="\(y)" stroke="#bbb"/>
      """
  }

  private func mark(_ event: RunEvent) -> String {
    let (radius, color) = event.isReported ? (5, "#b00020") : (2, "#5577aa")
    return """
      <circle cx="\(x(event.time))" cy="\(y(event.lane))" r="\(radius)" fill="\(color)">\
      <title>\(Self.escaped(event.line))</title></circle>
      """
  }

  private func label(_ event: RunEvent, _ number: Int) -> String {
    "<text x=\"\(x(event.time) - 3)\" y=\"\(y(event.lane) - 8)\">\(number)</text>"
  }

  private func row(_ text: String, at y: Int, _ color: String) -> String {
    "<text x=\"8\" y=\"\(y)\" fill=\"\(color)\">\(Self.escaped(text))</text>"
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n": escaped += " "
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
