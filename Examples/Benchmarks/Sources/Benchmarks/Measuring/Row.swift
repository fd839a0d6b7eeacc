import Benchmark

/// A row of the table: an operation of Troupe beside the raw operation that does the same minimum.
struct Row {
  enum Unit: String, Codable { case nanoseconds = "ns", bytes }

  /// The aim of a row.
  enum Aim {
    /// At most this many times the floor.
    case ratio(Double)
    /// At most this many nanoseconds for each of a number of levels, above the floor.
    case perLevel(Double, levels: Double)
    /// At most this many bytes.
    case bytes(Double)
  }

  let name: String
  let unit: Unit
  let aim: Aim?
  let hasFloor: Bool
  /// Whether the allocations depend on which task is faster.
  let isConcurrent: Bool
  /// Whether most of the elapsed time is a wait. Then the limit applies to the elapsed time, as the processor
  /// has little to do.
  let isWaiting: Bool
  /// Measures in rounds, and passes on each round's result.
  let measure: (Effort, (_ floor: Sample?, _ troupe: Sample) -> Void) async -> Void

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - name: What is measured. It begins with the number of the workload.
  ///   - unit: The unit of the measurement.
  ///   - aim: The aim.
  ///   - isConcurrent: Whether the allocations depend on which task is faster.
  ///   - isWaiting: Whether most of the elapsed time is a wait.
  ///   - count: How many operations a round makes.
  ///   - shortCount: The number of operations when there is little time; nil for the same number.
  ///   - prepare: Creates what all rounds use.
  ///   - floor: The raw operations; nil if no raw operation does the same.
  ///   - troupe: The operations of Troupe.
  ///   - finish: Ends what is still running after the rounds.
  init<Context>(
    _ name: String,
    unit: Unit = .nanoseconds,
    aim: Aim? = nil,
    isConcurrent: Bool = false,
    isWaiting: Bool = false,
    count: Int,
    shortCount: Int? = nil,
    prepare: @escaping () async -> Context,
    floor: Operations<Context>?,
    troupe: @escaping Operations<Context>,
    finish: @escaping (Context) async -> Void = { _ in }
  ) {
    self.name = name
    self.unit = unit
    self.aim = aim
    self.hasFloor = floor != nil
    self.isConcurrent = isConcurrent
    self.isWaiting = isWaiting
    measure = { effort, report in
      let count = effort.isShort ? shortCount ?? count : count
      let context = await prepare()
      // To warm up.
      _ = await floor?(context, count)
      _ = await troupe(context, count)
      let start = ContinuousClock.now
      var round = 0
      while round < effort.fewestRounds
        || (round < effort.mostRounds && ContinuousClock.now - start < effort.duration)
      {
        // One after the other, so that other activity of the machine affects both.
        report(await floor?(context, count), await troupe(context, count))
        round += 1
      }
      await finish(context)
    }
  }

  /// Makes a row that keeps nothing between rounds.
  init(
    _ name: String,
    unit: Unit = .nanoseconds,
    aim: Aim? = nil,
    isConcurrent: Bool = false,
    isWaiting: Bool = false,
    count: Int,
    shortCount: Int? = nil,
    floor: ((_ count: Int) async -> Sample)?,
    troupe: @escaping (_ count: Int) async -> Sample
  ) {
    self.init(
      name,
      unit: unit,
      aim: aim,
      isConcurrent: isConcurrent,
      isWaiting: isWaiting,
      count: count,
      shortCount: shortCount,
      prepare: {},
      floor: floor.map { floor in { await floor($1) } },
      troupe: { await troupe($1) }
    )
  }
}

/// The duration of the measurement.
struct Effort {
  let isShort: Bool
  let duration: Duration
  let fewestRounds: Int
  let mostRounds: Int

  static let full = Effort(isShort: false, duration: .seconds(2), fewestRounds: 3, mostRounds: 401)
  static let short = Effort(isShort: true, duration: .milliseconds(300), fewestRounds: 3, mostRounds: 51)
}
