import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import Troupe
import TroupeLogging
import TroupeMetrics
import TroupeTesting
import TroupeTracing

/// Collects what the three instruments report to the real libraries.
struct Observer: Sendable {
  let log = InMemoryLogHandler()
  let tracer = InMemoryTracer()
  let metrics = TestMetrics()
  var showsPayloads = false

  var logger: Logger {
    var logger = Logger(label: "shop") { _ in log }
    logger.logLevel = .trace
    return logger
  }

  var tracing: TracingInstrument {
    var tracing = TracingInstrument(tracer: tracer)
    tracing.showsPayloads = showsPayloads
    return tracing
  }

  var logging: LoggingInstrument {
    var logging = LoggingInstrument(logger: logger)
    logging.showsPayloads = showsPayloads
    return logging
  }

  /// The configuration of a store that runs on a scheduler and is observed.
  func configuration<Action>(on scheduler: Scheduler, name: String? = "shop") -> StoreConfiguration<Action> {
    var configuration = scheduler.configuration(for: Action.self)
    configuration.name = name
    configuration.instruments = [tracing, logging, MetricsInstrument(factory: metrics)]
    return configuration
  }
}
