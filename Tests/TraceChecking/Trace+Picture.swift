extension Trace {
  /// Draws the trace as an image in the format SVG: the tracks with their slices, the effects below them, and
  /// the arrows between actions.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - width: The width in pixels.
  package func picture(_ title: String, width: Int = 1_000) -> String {
    TracePicture(self, width: Double(width)).draw(title)
  }
}

/// Lays out slices and intervals in rows.
private struct TracePicture {
  private static let (rowHeight, gap, margin, top) = (18.0, 4.0, 10.0, 34.0)
  private static let colors = [
    "turn": "#d5dbe3", "action": "#4c78a8", "dismissal": "#b279a2", "effect": "#72b7b2", "scope": "#eeca3b",
    "save": "#f58518", "signpost": "#9d755d",
  ]

  private let trace: Trace
  private let width: Double
  private let first: Int
  private let last: Int

  init(_ trace: Trace, width: Double) {
    self.trace = trace
    self.width = width
    let times = trace.events.filter { $0.phase != "M" }.map(\.time)
    first = times.min() ?? 0
    last = max(times.max() ?? 1, first + 1)
  }

  private func x(_ time: Int) -> Double {
    Self.margin + (width - 2 * Self.margin) * Double(time - first) / Double(last - first)
  }

  private func y(_ row: Int) -> Double { Self.top + Double(row) * (Self.rowHeight + Self.gap) }

  func draw(_ title: String) -> String {
    var body: [String] = []
    var row = 0
    var tops: [Trace.Track: Int] = [:]
    let (slices, intervals) = (trace.slices, trace.intervals)
    for (process, name) in trace.trackNames.sorted(by: { $0.key < $1.key }) {
      let own = slices.filter { $0.track.process == process }
      let track = Trace.Track(process: process, thread: process)
      body.append(text(name, Self.margin, y(row) + 13, size: 12))
      row += 1
      tops[track] = row
      for slice in own {
        body.append(
          bar(slice.category, slice.name, slice.begin, slice.end, row + slice.depth, slice.arguments)
        )
      }
      row += (own.map(\.depth).max() ?? -1) + 1
      var ends: [Int] = []
      for interval in intervals where interval.process == process {
        let lane = ends.firstIndex { $0 <= interval.begin } ?? ends.count
        if lane == ends.count { ends.append(0) }
        ends[lane] = interval.end ?? last
        body.append(
          bar(interval.category, interval.name, interval.begin, interval.end, row + lane, interval.arguments)
        )
      }
      row += ends.count
    }
    body += arrows(tops)
    let height = Int(y(row) + Self.margin)
    let background = "<rect width=\"\(Int(width))\" height=\"\(height)\" fill=\"#ffffff\"/>"
    let head = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Int(width))" height="\(height)" font-family="sans-serif">
      <title>\(escaped(title))</title>
      """
    let scale = "\(title), \(tenths(Double(last - first) / 1e6)) ms"
    return ([head, background, text(scale, Self.margin, 20, size: 14)] + body + ["</svg>", ""])
      .joined(separator: "\n")
  }

  private func bar(
    _ category: String,
    _ name: String,
    _ begin: Int,
    _ end: Int?,
    _ row: Int,
    _ arguments: [String: String]
  ) -> String {
    let (from, to) = (x(begin), x(end ?? last))
    let length = max(to - from, 1)
    let color = Self.colors[category] ?? "#bab0ac"
    // A rough width of letters; text that doesn't fit is in the tooltip.
    let fits = Double(name.count) * 6.2 < length - 6
    let label =
      fits ? text(name, from + 3, y(row) + 13, size: 11, color: category == "action" ? "#fff" : "#222") : ""
    let tip = ([name] + arguments.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })
      .joined(separator: "\n")
    return """
      <rect x="\(tenths(from))" y="\(tenths(y(row)))" width="\(tenths(length))" height="\(tenths(Self.rowHeight))" \
      fill="\(color)"><title>\(escaped(tip))</title></rect>\(label)
      """
  }

  private func arrows(_ tops: [Trace.Track: Int]) -> [String] {
    var begins: [String: Trace.Event] = [:]
    var lines: [String] = []
    for event in trace.events {
      guard let id = event.id else { continue }
      if event.phase == "s" { begins[id] = event }
      guard event.phase == "f", let begin = begins.removeValue(forKey: id) else { continue }
      let (from, to) = (x(begin.time), x(event.time))
      let (start, end) = (tops[begin.track].map { y($0 + 1) } ?? 0, tops[event.track].map { y($0 + 1) } ?? 0)
      let bend = Self.rowHeight * 1.6
      lines.append(
        """
        <path d="M\(tenths(from)) \(tenths(start)) C\(tenths(from)) \(tenths(start - bend)) \
        \(tenths(to)) \(tenths(end - bend)) \(tenths(to)) \(tenths(end))" fill="none" stroke="#e45756" \
        stroke-width="0.7"/>
        """
      )
    }
    return lines
  }

  private func text(_ text: String, _ x: Double, _ y: Double, size: Int, color: String = "#222") -> String {
    "<text x=\"\(tenths(x))\" y=\"\(tenths(y))\" font-size=\"\(size)\" fill=\"\(color)\">\(escaped(text))</text>"
  }

  private func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
