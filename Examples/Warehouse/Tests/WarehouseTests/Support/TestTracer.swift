import InMemoryTracing
import Tracing

/// A tracer that keeps its spans, and passes them to other programs in `traceparent`, as in the W3C's Trace
/// Context.
struct TestTracer: Tracer {
  /// The library can be bootstrapped once in a process.
  static let shared = {
    let tracer = TestTracer()
    InstrumentationSystem.bootstrap(tracer)
    return tracer
  }()

  private let base = InMemoryTracer(
    idGenerator: InMemoryTracer.IDGenerator(
      nextTraceID: { digits(of: .random(in: 0 ... .max)) + digits(of: .random(in: 0 ... .max)) },
      nextSpanID: { digits(of: .random(in: 0 ... .max)) }
    )
  )

  var finishedSpans: [FinishedInMemorySpan] { base.finishedSpans }

  func clear() { base.clearAll() }

  func startSpan<Instant: TracerInstant>(
    _ operationName: String,
    context: @autoclosure () -> ServiceContext,
    ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant,
    function: String,
    file fileID: String,
    line: UInt
  ) -> InMemorySpan {
    base.startSpan(
      operationName,
      context: context(),
      ofKind: kind,
      at: instant(),
      function: function,
      file: fileID,
      line: line
    )
  }

  func forceFlush() {}

  func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier,
    into context: inout ServiceContext,
    using extractor: Extract
  ) where Extract.Carrier == Carrier {
    let parent = extractor.extract(key: "traceparent", from: carrier)
    guard let match = parent?.wholeMatch(of: /00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}/) else { return }
    context.inMemorySpanContext = InMemorySpanContext(
      traceID: String(match.1),
      spanID: String(match.2),
      parentSpanID: nil
    )
  }

  func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext,
    into carrier: inout Carrier,
    using injector: Inject
  ) where Inject.Carrier == Carrier {
    guard let span = context.inMemorySpanContext else { return }
    injector.inject("00-\(span.traceID)-\(span.spanID)-01", forKey: "traceparent", into: &carrier)
  }

  private static func digits(of number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
