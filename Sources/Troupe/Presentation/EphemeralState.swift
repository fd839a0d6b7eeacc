/// State of a prompt, such as an alert, that goes away as soon as one of its actions was sent.
///
/// `ifLet` takes it without a reducer.
public protocol EphemeralState<Action> {
  /// What can be chosen in the prompt.
  associatedtype Action: Sendable
}

/// Tells which states of a type are prompts: all, none, or those in certain cases of an enum.
struct EphemeralityReader<State> {
  private let layout: EnumLayout<State>?
  private let tags: Set<Int>
  private let isAlways: Bool

  init() {
    isAlways = State.self is any EphemeralState.Type
    let layout = isAlways ? nil : EnumLayout<State>()
    tags = Set(
      (layout?.cases() ?? []).enumerated().filter { $1.payload is any EphemeralState.Type }.map(\.offset)
    )
    self.layout = tags.isEmpty ? nil : layout
  }

  /// Whether there are any.
  var isPossible: Bool { isAlways || layout != nil }

  func callAsFunction(_ state: State) -> Bool {
    isAlways || layout.map { tags.contains($0.tag(of: state)) } == true
  }
}
