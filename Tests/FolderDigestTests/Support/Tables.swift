/// The tables of a report: the rows below each title, as "number name".
func tables(of report: String) -> [String: [String]] {
  var tables: [String: [String]] = [:]
  var title = ""
  for line in report.split(separator: "\n") {
    if line.hasPrefix("  ") {
      tables[title, default: []].append(
        line.split(separator: " ", maxSplits: 1).map { $0.drop { $0 == " " } }.joined(separator: " ")
      )
    } else {
      title = String(line)
    }
  }
  return tables
}
