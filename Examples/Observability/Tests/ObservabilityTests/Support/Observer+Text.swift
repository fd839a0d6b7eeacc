import InMemoryLogging
import InMemoryTracing
import MetricsTestKit
import Tracing

extension Observer {
  /// The full text of the log.
  var logText: String {
    log.entries.map { "\($0.level) \($0.message) \($0.metadata) \($0.error.map { "\($0)" } ?? "")" }
      .joined(separator: "\n")
  }

  /// The full text of the spans, apart from the contexts that the tracer created.
  var traceText: String {
    tracer.finishedSpans.map { span in
      var texts = [span.operationName, span.status?.message ?? ""]
      span.attributes.forEach { texts.append("\($0)=\($1)") }
      texts += span.events.map { "\($0)" }
      texts += span.errors.map { "\($0.error)" }
      span.context.forEach { texts.append("\($0.name)=\($1)") }
      return texts.joined(separator: " ")
    }
    .joined(separator: "\n")
  }

  /// The names and dimensions of all metrics.
  var metricsText: String {
    let all =
      metrics.counters.map { "\($0.label) \($0.dimensions)" }
      + metrics.meters.map { "\($0.label) \($0.dimensions)" }
      + metrics.recorders.map { "\($0.label) \($0.dimensions)" }
      + metrics.timers.map { "\($0.label) \($0.dimensions)" }
    return all.joined(separator: "\n")
  }
}
