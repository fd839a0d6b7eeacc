/// The part of the state that caused a declared effect. All other effects are caused by an action.
package enum SubscriptionCause: Sendable {
  /// A value of the state. The effect runs while the value exists.
  case value(any Sendable)
  /// The appearance of the state.
  case start
  /// The removal of the state. The associated value is the value that was kept from the state.
  case end(any Sendable)

  /// Whether the effect runs as long as a value of the state exists.
  package var stands: Bool { if case .value = self { true } else { false } }

  /// Whether actions that the effect sends are refused because their feature has been removed.
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
