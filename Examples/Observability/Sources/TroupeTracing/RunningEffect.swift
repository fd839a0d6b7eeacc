import Tracing
import Troupe

/// The effect that runs in the current task, and its span.
struct RunningEffect: Sendable {
  /// Identifies an effect among the effects of all stores.
  struct ID: Hashable, Sendable {
    let run: UInt64
    let number: EffectID
  }

  private enum Key: ServiceContextKey {
    typealias Value = ID
    static var nameOverride: String? { "troupe.effect" }
  }

  @TaskLocal static var current: RunningEffect?

  let id: ID
  /// The span's context. It identifies the effect, as do all contexts that are derived from it.
  let context: ServiceContext

  init(_ effect: EffectInfo, _ span: any Span) {
    id = ID(run: effect.store.run, number: effect.id)
    var context = span.context
    context[Key.self] = id
    self.context = context
  }

  /// Whether a context is derived from the context of the effect's span.
  func isAbove(_ context: ServiceContext) -> Bool { context[Key.self] == id }

  /// Runs work of the effect.
  func whileCurrent(_ work: @Sendable () async throws -> Void) async rethrows {
    try await Self.$current.withValue(self) {
      try await ServiceContext.withValue(context) { try await work() }
    }
  }
}
