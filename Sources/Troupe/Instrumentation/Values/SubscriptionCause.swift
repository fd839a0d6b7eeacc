/// The part of the state that caused a declared effect. Other effects are caused by an action instead.
package enum SubscriptionCause: Sendable {
  /// A value, for an effect that runs while the value is there.
  case value(any Sendable)
  /// That the state appeared.
  case start
  /// That the state went away. The value is the one that was kept of it.
  case end(any Sendable)

  /// Whether the effect runs as long as the value is there.
  package var stands: Bool { if case .value = self { true } else { false } }

  /// Whether actions that the effect sends are refused, because the feature that they are for has gone.
  var isRefused: Bool { if case .end = self { true } else { false } }

  func text(showsPayloads: Bool) -> String {
    func text(_ value: any Sendable) -> String { IssueText.value(value, showsPayloads: showsPayloads) }
    switch self {
    case .value(let value): return "task(id: \(text(value)))"
    case .start: return "onStart"
    case .end(let value): return "onEnd(of: \(text(value)))"
    }
  }
}
