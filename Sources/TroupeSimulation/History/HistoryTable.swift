import Troupe

/// The text of calls as a table.
package enum HistoryTable {
  /// The maximum number of rows; a longer table shows only its last rows.
  static let maximumRows = 40

  /// Returns a table with a row for each call.
  ///
  /// - Parameters:
  ///   - calls: The calls, in the order of their starts.
  ///   - lastOrder: The position of the last event to show. A call that ends later is shown as running.
  static func text<Input, Output>(
    of calls: [History<Input, Output>.Call],
    until lastOrder: Int? = nil
  ) -> String {
    guard !calls.isEmpty else { return "" }
    var rows = [["call", "client", "input", "outcome", "start", "end"]]
    for call in calls.suffix(maximumRows) {
      let isRunning = call.endOrder.map { $0 > lastOrder ?? .max } ?? true
      rows.append([
        "\(call.number)",
        call.client.map(IssueText.name) ?? "",
        value(call.input),
        isRunning ? "running" : outcome(of: call),
        time(call.startTime),
        isRunning ? "" : call.endTime.map(time) ?? "",
      ])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return trimmed(cells.joined(separator: "  "))
    }
    let omitted = calls.count - maximumRows
    if omitted > 0 { lines.insert("… (\(omitted) earlier calls)", at: 1) }
    return lines.joined(separator: "\n")
  }

  /// Returns a value's text on one line.
  ///
  /// The text of a case doesn't begin with the name of its enum, which all inputs of a history share. Such a
  /// name is also omitted in a list, so the value is shown as the element of a list, without the brackets.
  static func value(_ value: Any) -> String {
    let text = IssueText.value([value], showsPayloads: true).dropFirst()
    return String(text.last == "]" ? text.dropLast() : text)
  }

  /// Returns the text of an outcome, such as `returned 3`.
  package static func outcome<Input, Output>(of call: History<Input, Output>.Call) -> String {
    switch call.outcome {
    case .returned(let output): "returned \(value(output))"
    case .failed(let error): "failed: \(IssueText.error(error, showsPayloads: true))"
    case .unknown(let error?): "unknown: \(IssueText.error(error, showsPayloads: true))"
    case .unknown(nil): "unknown"
    }
  }

  /// Returns a time in seconds, rounded to microseconds.
  package static func time(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    var microseconds = (attoseconds + 500_000_000_000) / 1_000_000_000_000
    let whole = seconds + microseconds / 1_000_000
    microseconds %= 1_000_000
    guard microseconds > 0 else { return "\(whole) s" }
    var digits = String(microseconds + 1_000_000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits) s"
  }

  /// Returns items as a list, such as `1, 2 and 3`.
  static func list(_ items: [String], _ conjunction: String = "and") -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return "\(items.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }

  private static func trimmed(_ line: String) -> String {
    guard let last = line.lastIndex(where: { $0 != " " }) else { return "" }
    return String(line[...last])
  }
}
