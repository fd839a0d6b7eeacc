import Troupe

/// A step that a test expects.
struct Expectation<Action: Sendable> {
  /// A closure that returns the description of the expected step. The closure is called only for a failure.
  private let describe: () -> String
  let matches: (RecordedStep<Action>) -> Bool
  /// A closure that returns the difference between an action and the expected action; nil if the difference
  /// is unknown.
  let difference: (Action) -> String?

  /// The description of the expected step.
  var text: String { describe() }

  /// Creates an expectation of any kind of step.
  init(_ text: @autoclosure @escaping () -> String, step matches: @escaping (RecordedStep<Action>) -> Bool) {
    describe = text
    self.matches = matches
    difference = { _ in nil }
  }

  /// Creates an expectation of an action.
  init(
    _ text: @autoclosure @escaping () -> String,
    matches: @escaping (Action) -> Bool,
    difference: @escaping (Action) -> String? = { _ in nil }
  ) {
    describe = text
    self.matches = { $0.action.map(matches) ?? false }
    self.difference = difference
  }
}

extension RecordedStep {
  /// The step's action; nil for a step without an action.
  var action: Action? {
    switch self {
    case .sent(let action), .received(let action): action
    case .dismissed, .sharedChange: nil
    }
  }

  /// Whether the step is the dismissal of the feature under test.
  var isDismissalOfTheFeature: Bool {
    if case .dismissed(let path) = self { path.components.isEmpty } else { false }
  }

  /// A description of the step, for messages.
  var text: String {
    switch self {
    case .sent(let action), .received(let action): excerpt(action)
    case .dismissed(let path):
      path.components.isEmpty ? "the dismissal of the feature" : "the dismissal of \(path)"
    case .sharedChange(let names):
      "a change of the shared value \(names.joined(separator: ", "))"
    }
  }
}
