import Tracing
import Troupe

/// Creates a span for each effect, and for each action that was sent under a span, with
/// swift-distributed-tracing.
///
/// ```swift
/// configuration.instruments = [TracingInstrument()]
/// ```
///
/// An effect's span is a child of the span of the action that started it. The span of an action that an
/// effect sends is a child of the effect's span. The sender's service context, including its baggage, is
/// available in reducers and effects. It also reaches places that task-local values don't: across
/// ``Store/enqueue(_:)``, and in effects that wait for a time, a limit or a save.
///
/// An effect that a restored state declares begins a trace. Its attributes have the ids of the actions that
/// caused it; see ``SpanKey``.
public struct TracingInstrument: Troupe.Instrument {
  /// The tracer that creates the spans.
  public var tracer: any Tracer {
    didSet { makesSpans = !(tracer is NoOpTracer) }
  }
  /// Whether actions that weren't sent under a span also have a span, which begins a trace.
  public var tracesAllActions = false
  /// Whether spans show payloads: the values in actions, the ids of elements in paths, and the texts of
  /// errors.
  public var showsPayloads = false
  private var makesSpans: Bool

  /// Creates an instrument.
  ///
  /// - Parameter tracer: Creates the spans; by default, the current tracer of the `InstrumentationSystem`.
  public init(tracer: any Tracer = InstrumentationSystem.tracer) {
    self.tracer = tracer
    makesSpans = !(tracer is NoOpTracer)
  }

  /// Keeps the caller's service context.
  public func captureContext() -> ActionContext? {
    let context = ServiceContext.current
    return ActionContext { work in ServiceContext.withValue(context) { work() } }
  }

  /// Reduces the action in a span, if it was sent under one.
  public func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    let sender = Sender(of: action)
    guard let parent = sender.parent ?? (tracesAllActions ? .topLevel : nil) else { return body(&state) }
    guard makesSpans else {
      // There is no span that needs a name.
      action.instrumentContext = parent
      return sender.isUnderParent ? body(&state) : ServiceContext.withValue(parent) { body(&state) }
    }
    let span = start(action.label, in: parent)
    defer { span.end() }
    if let link = sender.link { span.addLink(SpanLink(context: link, attributes: [:])) }
    describe(action, in: span)
    action.instrumentContext = span.context
    ServiceContext.withValue(span.context) { body(&state) }
  }

  /// Runs the work in a span.
  public func run(_ effect: EffectInfo, operation: @Sendable () async throws -> Void) async rethrows {
    let span = start(effect.label, in: effect.instrumentContext as? ServiceContext ?? .topLevel)
    defer { span.end() }
    describe(effect, in: span)
    do {
      try await RunningEffect(effect, span).whileCurrent { try await operation() }
    } catch {
      describe(error, in: span)
      throw error
    }
    if Task.isCancelled { span.attributes[SpanKey.isCancelled] = true }
  }

  /// Removes the child's state in a span, if its effect has one.
  public func dismiss<State>(
    _ dismissal: inout DismissalInfo,
    state: inout State,
    body: (inout State) -> Void
  ) {
    guard let parent = ServiceContext.current ?? dismissal.instrumentContext as? ServiceContext else {
      return body(&state)
    }
    let span = start("Dismissal", in: parent)
    defer { span.end() }
    describe(dismissal, in: span)
    dismissal.instrumentContext = span.context
    ServiceContext.withValue(span.context) { body(&state) }
  }

  private func start(_ name: String, in context: ServiceContext) -> any Span {
    tracer.startSpan(name, context: context)
  }
}
