import Foundation

/// What no row may exceed: the ratio to the floor, and the allocations of an operation.
///
/// Ratios are of processor time, except for waits, and have a margin for other activity of the machine.
/// Allocations have next to no margin, except where they depend on which task is faster.
struct Limits: Codable {
  struct Limit: Codable {
    let ratio: Double?
    let allocations: Double
  }

  var rows: [String: Limit]

  static func read() throws -> Limits {
    try JSONDecoder().decode(Limits.self, from: Data(contentsOf: Files.limits))
  }

  func write() throws { try write(asJSONTo: Files.limits) }

  /// Measures rows, and gives them limits with a margin.
  mutating func renew(_ rows: [Row]) {
    for row in rows {
      // What is created once for a round weighs more if the rounds are short.
      let measured = [Effort.full, .short].map { RowBenchmark(row, $0).measure() }
      let ratio = measured.compactMap(\.limitedRatio).max()
      let allocations = measured.map(\.troupe.allocations).max() ?? 0
      let room = row.unit == .bytes ? 1.15 : row.isConcurrent ? 2.5 : 1.8
      self.rows[row.name] = Limit(
        ratio: ratio.map { Self.rounded($0 * room) },
        allocations: Self.rounded(row.isConcurrent ? allocations * 1.25 + 0.5 : allocations + 0.02)
      )
      Text.tell(
        "\(row.name): \(ratio.map { Text.figure($0) + "×, " } ?? "")\(Text.figure(allocations)) allocations"
      )
    }
  }

  private static func rounded(_ number: Double) -> Double { (number * 100).rounded(.up) / 100 }

  /// Measures rows, and ends the program with an error if a row exceeds a limit.
  func check(_ rows: [Row], _ effort: Effort) {
    var count = 0
    for row in rows {
      guard let limit = self.rows[row.name] else {
        count += 1
        Text.tell("NO LIMIT  \(row.name): there is none for it in \(Files.limits.lastPathComponent)")
        continue
      }
      let measurement = measured(row, effort, against: limit)
      let complaints = limit.complaints(about: measurement)
      count += complaints.count
      if complaints.isEmpty { Text.tell("ok        \(row.name): \(limit.room(for: measurement))") }
      for complaint in complaints { Text.tell("EXCEEDED  \(row.name): \(complaint)") }
    }
    guard count > 0 else { return }
    FileHandle.standardError.write(Data("\(count) limits are exceeded.\n".utf8))
    exit(1)
  }

  /// A row that exceeds a limit is measured again, twice, for as long as for the table: only a row that
  /// always exceeds it has become slower. Short measurements of tasks on several threads vary more.
  private func measured(_ row: Row, _ effort: Effort, against limit: Limit) -> Measurement {
    var measurement = RowBenchmark(row, effort).measure()
    for _ in 0..<2 where !limit.complaints(about: measurement).isEmpty {
      measurement = RowBenchmark(row, .full).measure()
    }
    return measurement
  }
}

extension Limits.Limit {
  /// The result of a measurement within the limits, and the limits.
  fileprivate func room(for measurement: Measurement) -> String {
    var figures: [String] = []
    if let ratio, let measured = measurement.limitedRatio {
      figures.append("\(Text.figure(measured)) of \(Text.figure(ratio)) times the floor")
    }
    figures.append(
      "\(Text.figure(measurement.troupe.allocations)) of \(Text.figure(allocations)) allocations"
    )
    return figures.joined(separator: ", ")
  }

  fileprivate func complaints(about measurement: Measurement) -> [String] {
    var complaints: [String] = []
    if let ratio, let measured = measurement.limitedRatio, measured > ratio {
      let time = measurement.isWaiting ? "" : " in time of the processor"
      complaints.append(
        "\(Text.figure(measured)) times the floor\(time); the limit is \(Text.figure(ratio))"
      )
    }
    if measurement.troupe.allocations > allocations {
      let measured = Text.figure(measurement.troupe.allocations)
      complaints.append(
        "\(measured) allocations for one operation; the limit is \(Text.figure(allocations))"
      )
    }
    return complaints
  }
}
