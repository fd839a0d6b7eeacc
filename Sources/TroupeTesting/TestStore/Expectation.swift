import Troupe

/// A step that a test expects.
struct Expectation<Action: Sendable> {
  /// The description of the expected step.
  let text: String
  let matches: (RecordedStep<Action>) -> Bool
  /// Returns how another action differs from the expected one, or nil if this isn't known.
  let difference: (Action) -> String?

  /// A step of any kind.
  init(_ text: String, step matches: @escaping (RecordedStep<Action>) -> Bool) {
    self.text = text
    self.matches = matches
    difference = { _ in nil }
  }

  /// An action of an effect.
  init(
    _ text: String,
    matches: @escaping (Action) -> Bool,
    difference: @escaping (Action) -> String? = { _ in nil }
  ) {
    self.text = text
    self.matches = { $0.action.map(matches) ?? false }
    self.difference = difference
  }
}

extension RecordedStep {
  /// The action; nil for a step without one.
  var action: Action? {
    switch self {
    case .sent(let action), .received(let action): action
    case .dismissed: nil
    }
  }

  /// Whether it is the feature under test that has dismissed itself.
  var isDismissalOfTheFeature: Bool {
    if case .dismissed(let path) = self { path.components.isEmpty } else { false }
  }

  /// The step, as a part of a message.
  var text: String {
    switch self {
    case .sent(let action), .received(let action): excerpt(action)
    case .dismissed(let path):
      path.components.isEmpty ? "the dismissal of the feature" : "the dismissal of \(path)"
    }
  }
}
