import Benchmark
import Foundation

/// A row as a benchmark of the package `benchmark`, which runs it and keeps the distributions.
///
/// The package's tool doesn't run it: the tool has no ratio of two metrics, can't repeat a measurement that
/// exceeded its threshold, and waits for a benchmark on a thread of Swift's pool, which on a machine with two
/// cores leaves one to measure on.
struct RowBenchmark {
  let row: Row
  private let benchmark: Benchmark?

  init(_ row: Row, _ effort: Effort) {
    self.row = row
    benchmark = Benchmark(
      // The package accepts a name once, and a row that exceeds a limit is measured again.
      "\(row.name), \(UUID())",
      configuration: .init(metrics: Metric.allCases.map(\.metric))
    ) {
      benchmark in
      await row.measure(effort) { floor, troupe in
        // If other parts of the process free more memory than the round takes, the round says nothing.
        if row.unit == .bytes, min(troupe.figure, floor?.figure ?? troupe.figure) <= 0 { return }
        if let floor {
          benchmark.measurement(Metric.floor.metric, Metric.thousandths(floor.figure))
          benchmark.measurement(Metric.floorProcessor.metric, Metric.thousandths(floor.processor))
          benchmark.measurement(Metric.floorAllocations.metric, Metric.thousandths(floor.allocations))
        }
        benchmark.measurement(Metric.troupe.metric, Metric.thousandths(troupe.figure))
        benchmark.measurement(Metric.troupeProcessor.metric, Metric.thousandths(troupe.processor))
        benchmark.measurement(Metric.troupeAllocations.metric, Metric.thousandths(troupe.allocations))
      }
    }
  }

  /// Measures the row. It blocks until the measurement is done, and must not be called on a thread of Swift's
  /// pool.
  func measure() -> Measurement {
    let statistics = Dictionary(
      uniqueKeysWithValues: Metric.allCases.map { ($0.metric, Statistics(numberOfSignificantDigits: .four)) }
    )
    func figures(_ figure: Metric, _ processor: Metric, _ allocations: Metric) -> Measurement.Figures {
      func percentiles(_ metric: Metric) -> [Double] {
        statistics[metric.metric]?.percentiles(for: [0, 50]).map { Double($0) / 1_000 } ?? [0, 0]
      }
      // Other activity can only add time, but it can also free memory.
      let best = row.unit == .bytes ? 1 : 0
      return Measurement.Figures(
        best: percentiles(figure)[best],
        median: percentiles(figure)[1],
        processor: percentiles(processor)[best],
        allocations: percentiles(allocations)[0]
      )
    }
    benchmark?.customMetricMeasurement = { statistics[$0]?.add($1) }
    benchmark?.run()
    return Measurement(
      name: row.name,
      unit: row.unit,
      isWaiting: row.isWaiting,
      floor: row.hasFloor ? figures(.floor, .floorProcessor, .floorAllocations) : nil,
      troupe: figures(.troupe, .troupeProcessor, .troupeAllocations)
    )
  }
}

/// What is recorded of each round. The package records whole numbers, so these are thousandths.
private enum Metric: String, CaseIterable {
  case floor, floorProcessor, floorAllocations, troupe, troupeProcessor, troupeAllocations

  var metric: BenchmarkMetric { .custom(rawValue, polarity: .prefersSmaller, useScalingFactor: false) }

  static func thousandths(_ figure: Double) -> Int { Int((figure * 1_000).rounded()) }
}
