/// State of a prompt, such as an alert, that goes away as soon as one of its actions was sent.
///
/// `ifLet` takes it without a reducer.
public protocol EphemeralState<Action> {
  /// What can be chosen in the prompt.
  associatedtype Action: Sendable
}

/// Tells which states of a type are prompts: all, none, or those in certain cases of an enum.
struct EphemeralityReader<State> {
  /// Nil where there are none.
  private let isPrompt: ((State) -> Bool)?

  init() {
    if State.self is any EphemeralState.Type {
      isPrompt = { _ in true }
    } else if let layout = EnumLayout<State>() {
      let tags = Set(
        layout.cases().enumerated().filter { $1.payload is any EphemeralState.Type }.map(\.offset)
      )
      isPrompt = tags.isEmpty ? nil : { tags.contains(layout.tag(of: $0)) }
    } else {
      isPrompt = nil
    }
  }

  /// Whether there are any.
  var isPossible: Bool { isPrompt != nil }

  func callAsFunction(_ state: State) -> Bool { isPrompt?(state) == true }
}
