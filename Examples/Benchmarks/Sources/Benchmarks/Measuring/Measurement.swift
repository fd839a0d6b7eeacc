/// What came of measuring a row: of each figure the best of all rounds, and the median.
struct Measurement: Codable {
  struct Figures: Codable {
    let best: Double
    let median: Double
    /// The best in time of the processor.
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
  /// The same in time of the processor, which hardly depends on what else the machine does; of waits it is
  /// the ratio as it is.
  var limitedRatio: Double? { isWaiting ? ratio : floor.map { troupe.processor / $0.processor } }
}
