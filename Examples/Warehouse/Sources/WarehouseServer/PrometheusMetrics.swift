import CoreMetrics
import Synchronization

/// Metrics in memory, and their text for Prometheus.
///
/// Counters and meters are written as they are; timers and recorders as summaries without quantiles, which
/// have a count and a sum. Times are in seconds.
package final class PrometheusMetrics: MetricsFactory {
  private struct Key: Hashable {
    let name: String
    let labels: String
  }

  /// A number that is read on demand.
  struct Sample {
    let name: String
    let isCounter: Bool
    let value: Int
  }

  private let values = Mutex<[Key: Value]>([:])
  private let sources = Mutex<[@Sendable () -> [Sample]]>([])

  package init() {}

  package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    value(label, dimensions, .counter)
  }

  package func makeFloatingPointCounter(
    label: String,
    dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    value(label, dimensions, .counter)
  }

  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    value(label, dimensions, .gauge)
  }

  package func makeRecorder(
    label: String,
    dimensions: [(String, String)],
    aggregate: Bool
  ) -> any RecorderHandler {
    value(label, dimensions, aggregate ? .summary : .gauge)
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    value(label + ".seconds", dimensions, .summary)
  }

  // There are few of them, and they are kept for the callers that ask.
  package func destroyCounter(_ handler: any CounterHandler) {}
  package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
  package func destroyMeter(_ handler: any MeterHandler) {}
  package func destroyRecorder(_ handler: any RecorderHandler) {}
  package func destroyTimer(_ handler: any TimerHandler) {}

  /// All metrics, sorted by their names.
  package var text: String {
    let values = values.withLock { $0 }.sorted { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }
    var (text, last) = ("", "")
    for (key, value) in values {
      if key.name != last { text += "# TYPE \(key.name) \(value.kind)\n" }
      last = key.name
      let (sum, count) = value.numbers
      let labels = key.labels.isEmpty ? "" : "{\(key.labels)}"
      text +=
        value.kind == .summary
        ? "\(key.name)_sum\(labels) \(sum)\n\(key.name)_count\(labels) \(count)\n"
        : "\(key.name)\(labels) \(sum)\n"
    }
    for sample in sources.withLock({ $0 }).flatMap({ $0() }) {
      let kind = sample.isCounter ? "counter" : "gauge"
      text += "# TYPE \(sample.name) \(kind)\n\(sample.name) \(sample.value)\n"
    }
    return text
  }

  /// Adds numbers that are read on demand.
  func add(_ source: @escaping @Sendable () -> [Sample]) { sources.withLock { $0.append(source) } }

  private func value(_ label: String, _ dimensions: [(String, String)], _ kind: Value.Kind) -> Value {
    let name = Self.name(label) + (kind == .counter ? "_total" : "")
    let labels = dimensions.map { "\(Self.name($0.0))=\(Self.quoted($0.1))" }.joined(separator: ",")
    return values.withLock { values in
      let key = Key(name: name, labels: labels)
      let value = values[key] ?? Value(kind)
      values[key] = value
      return value
    }
  }

  private static func name(_ text: String) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.map { character in
      switch character {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      default: String(character)
      }
    }
    return "\"\(escaped.joined())\""
  }
}

/// A metric.
private final class Value: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler,
  TimerHandler
{
  enum Kind: String { case counter, gauge, summary }

  let kind: Kind
  private let state = Mutex((sum: 0.0, count: 0))

  init(_ kind: Kind) { self.kind = kind }

  var numbers: (sum: Double, count: Int) { state.withLock { $0 } }

  func increment(by amount: Int64) { add(Double(amount)) }
  func increment(by amount: Double) { add(amount) }
  func decrement(by amount: Double) { add(-amount) }
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { state.withLock { $0.sum = value } }
  func record(_ value: Int64) { record(Double(value)) }
  func record(_ value: Double) { kind == .gauge ? set(value) : add(value) }
  func recordNanoseconds(_ duration: Int64) { add(Double(duration) / 1e9) }
  func reset() { state.withLock { $0 = (0, 0) } }

  private func add(_ amount: Double) {
    state.withLock {
      $0.sum += amount
      $0.count += 1
    }
  }
}
