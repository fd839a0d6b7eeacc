import InMemoryTracing
import Tracing
import Troupe

/// An effect that receives a message, which has a separate trace.
struct Message: Reducer {
  enum Action: Sendable { case subscribed, received, noted }

  let tracer: InMemoryTracer

  var body: some Reducer<Int, Action> {
    Reduce { count, action in
      guard case .subscribed = action else {
        count += 1
        return .none
      }
      return .run(name: "listen") { send in
        let span = tracer.startSpan("message", context: .topLevel, ofKind: .consumer)
        await ServiceContext.withValue(span.context) { await send(.received) }
        span.end()
        await send(.noted)
      }
    }
  }
}
