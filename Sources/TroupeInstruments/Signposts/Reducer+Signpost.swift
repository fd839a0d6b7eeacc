import Synchronization
import Troupe

extension Reducer {
  /// Records signposts for the durations of the reducer's reductions and effects.
  ///
  /// ```swift
  /// Player()
  ///   .signpost("player")
  /// ```
  ///
  /// The dependency `DependencyValues.signpostRecorder` records the signposts. A store looks up the
  /// dependency when the store is created. If the dependency isn't set, the signposts are recorded for
  /// Instruments on Apple's platforms, and not recorded on other platforms.
  ///
  /// - Parameters:
  ///   - prefix: The text at the start of each message, in brackets.
  ///   - log: The log to which the signposts belong; `.disabled` to record nothing.
  @warn_unqualified_access
  public func signpost(
    _ prefix: String = "",
    log: OSLog = OSLog(subsystem: "troupe", category: "Reducer Instrumentation")
  ) -> some Reducer<State, Action> {
    SignpostReducer(base: self, prefix: prefix.isEmpty ? "" : "[\(prefix)] ", log: log)
  }
}

/// A reducer that records signposts.
private struct SignpostReducer<Base: Reducer>: Reducer {
  typealias Body = Never

  let base: Base
  let prefix: String
  let log: OSLog
  @Dependency(\.signpostRecorder) var recorder

  /// Records a signpost; nil if nothing is recorded.
  private var record: (@Sendable (Signpost) -> Void)? { log == .disabled ? nil : recorder.record }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let record else { return base.reduce(into: &state, action: action) }
    return marking(action, with: record) { base.reduce(into: &state, action: action) }
  }

  func _resolve() -> _ResolvedReducer<Base.State, Base.Action> {
    let resolved = base._resolve()
    guard let record else { return resolved }
    return _ResolvedReducer(subscriptions: resolved.subscriptions) {
      let reduce = resolved.makeReduction()
      return { state, action in marking(action, with: record) { reduce(&state, action) } }
    }
  }

  private func marking(
    _ action: Base.Action,
    with record: @escaping @Sendable (Signpost) -> Void,
    _ reduce: () -> Effect<Base.Action>
  ) -> Effect<Base.Action> {
    let label = ActionLabels.text(of: action)
    let mark = {
      @Sendable [prefix, log] (name: Signpost.Name, phase: Signpost.Phase, id: UInt64, text: String) in
      record(Signpost(name: name, phase: phase, id: id, message: prefix + text, log: log))
    }
    let id = SignpostID.next()
    mark(.action, .begin, id, label)
    let effect = reduce()
    mark(.action, .end, id, label)
    return effect.watched {
      let id = SignpostID.next()
      mark(.effect, .begin, id, "Started from \(label)")
      return WorkWatch(
        sent: { mark(.output, .event, id, "\(ActionLabels.text(of: $0)) from \(label)") },
        ended: { mark(.effect, .end, id, $0 ? "Cancelled" : "Finished") }
      )
    }
  }
}

private enum SignpostID {
  private static let last = Atomic<UInt64>(0)

  static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
