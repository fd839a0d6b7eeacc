/// Determines which states of a type are prompts, and which actions belong to the prompts. Either all states
/// of the type are prompts, or only the states in certain cases of an enum.
///
/// - Note: The reader is a class, so that each action of a child that isn't a prompt checks only one pointer.
///   Checking a generic value would need the metadata of the value's type.
final class PromptReader<State, Action> {
  private enum Actions {
    case all
    case cases(Set<Int>)
  }

  private enum Prompts {
    case all
    /// The prompts' actions, keyed by the tags of the prompts' cases.
    case cases([Int: Actions])
  }

  private let prompts: Prompts
  private let state: EnumLayout<State>?
  private let action: EnumLayout<Action>?

  /// Creates a reader, or returns nil if no state is a prompt.
  init?() {
    (state, action) = (EnumLayout<State>(), EnumLayout<Action>())
    if State.self is any EphemeralState.Type {
      prompts = .all
    } else if let state {
      let choices = action?.cases() ?? []
      var cases: [Int: Actions] = [:]
      for (tag, declared) in state.cases().enumerated() {
        guard let prompt = declared.payload as? any EphemeralState.Type else { continue }
        cases[tag] = Self.actions(of: prompt, named: declared.name, among: choices)
      }
      if cases.isEmpty { return nil }
      prompts = .cases(cases)
    } else {
      return nil
    }
  }

  /// Returns whether a state is a prompt and an action belongs to that prompt.
  func isPrompt(_ state: State, of action: Action) -> Bool {
    switch prompts {
    case .all: true
    case .cases(let cases):
      switch self.state.flatMap({ cases[$0.tag(of: state)] }) {
      case nil: false
      case .all: true
      case .cases(let tags): self.action.map { tags.contains($0.tag(of: action)) } ?? false
      }
    }
  }

  private static func actions<Prompt: EphemeralState>(
    of prompt: Prompt.Type,
    named name: String,
    among choices: [EnumLayout<Action>.DeclaredCase]
  ) -> Actions {
    if Action.self == Prompt.Action.self { return .all }
    let named = choices.indices.filter { choices[$0].name == name }
    let fitting = choices.indices.filter { choices[$0].payload == Prompt.Action.self }
    return .cases(Set(named.isEmpty ? fitting : named))
  }
}
