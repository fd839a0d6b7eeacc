import Foundation

/// Measures Troupe and, in the same run, raw operations of Swift concurrency that do the same minimum.
///
/// Without arguments, the program measures all rows, prints the tables in Markdown, and writes the tables,
/// the chart, and the figures as JSON. `check` measures the rows and compares them with the committed limits.
/// With `--short`, `check` takes less time and is less precise. `limits` measures the rows and rewrites their
/// limits, with a margin on the ratios and on the allocations of concurrent rows. `render` rewrites the table
/// and the chart of all rows from the JSON after a change of aims. With a further argument, the program
/// measures only the rows whose names contain the argument.
@main
struct Benchmarks {
  static func main() async throws {
    if CommandLine.arguments.last == Simulating.hashesArgument {
      for hash in await Simulating.hashes() { Text.tell(hash) }
      return
    }
    // A benchmark blocks the thread that waits for the benchmark. This thread must be neither a measured
    // thread nor the main thread, on which some rows run.
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread { continuation.resume(with: Result { try run() }) }
    }
  }

  private static func run() throws {
    var arguments = CommandLine.arguments.dropFirst()
    let command = ["check", "limits", "render"].first { $0 == arguments.first }
    if command != nil { arguments.removeFirst() }
    let effort = arguments.first == "--short" ? Effort.short : .full
    if effort.isShort { arguments.removeFirst() }
    let rows = rows.filter { row in arguments.allSatisfy { row.name.localizedCaseInsensitiveContains($0) } }

    switch command {
    case "check": try Limits.read().check(rows, effort)
    case "limits":
      // A run of all rows replaces the file, so that rows that no longer exist are removed.
      var limits = arguments.isEmpty ? Limits(rows: [:]) : try Limits.read()
      limits.renew(rows)
      try limits.write()
    case "render": try render()
    default: try report(rows, effort, isComplete: arguments.isEmpty)
    }
  }

  private static var rows: [Row] {
    Sending.rows + Effects.rows + Cancelling.rows + Depth.rows + ManyRows.rows + Memory.rows
      + Dependencies.rows + CasePaths.rows + Inbox.rows + Observing.rows + TestTools.rows + Growth.rows
      + Saving.rows + ManyKeys.rows + OnMainActor.rows + Declaring.rows + Instrumented.rows
      + RecordingStores.rows + Feeding.rows + Requests.rows + Bursts.rows + Sharing.rows + Simulating.rows
  }

  private static func report(_ rows: [Row], _ effort: Effort, isComplete: Bool) throws {
    Text.tell(Table.head)
    var measured: [Measurement] = []
    for row in rows {
      let measurement = RowBenchmark(row, effort).measure()
      Text.tell(Table.line(row, measurement))
      measured.append(measurement)
    }
    guard isComplete else { return }
    let collections = Collections.table(effort)
    Text.tell("\n" + collections)
    try Results(machine: Machine.description, rows: measured).write()
    try render()
    try Readme.replace("machine", with: Machine.description + (effort.isShort ? "; a short run." : "."))
    try Readme.replace("collections", with: collections)
  }

  /// Writes the table and the chart of the last measurement of all rows.
  private static func render() throws {
    let results = try Results.read().rows
    let measured = try rows.map { row in
      guard let result = results.first(where: { $0.name == row.name }) else {
        throw MissingResult(row: row.name)
      }
      return (row, result)
    }
    try Chart(measured).text.write(to: Files.chart, atomically: true, encoding: .utf8)
    try Readme.replace("ratios", with: ([Table.head] + measured.map(Table.line)).joined(separator: "\n"))
  }
}

/// The error for a row of the table that was never measured.
private struct MissingResult: Error, CustomStringConvertible {
  let row: String

  var description: String {
    "There is no result of the row \"\(row)\" in \(Files.results.lastPathComponent). Measure all rows."
  }
}
