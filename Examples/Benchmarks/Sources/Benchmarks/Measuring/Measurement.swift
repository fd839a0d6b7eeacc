/// The result of measuring a row: for each figure the best of all rounds, and the median.
struct Measurement: Codable {
  struct Figures: Codable {
    let best: Double
    let median: Double
    /// The best in processor time.
    let processor: Double
    let allocations: Double
  }

  let name: String
  let unit: Row.Unit
  let isWaiting: Bool
  let floor: Figures?
  let troupe: Figures

  /// The best of Troupe in units of the best of the floor.
  var ratio: Double? { floor.map { troupe.best / $0.best } }
  /// The same in processor time, which hardly depends on other activity of the machine; for waits it is the
  /// ratio of elapsed times.
  var limitedRatio: Double? { isWaiting ? ratio : floor.map { troupe.processor / $0.processor } }
}
