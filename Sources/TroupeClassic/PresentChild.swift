/// The reducer of a child that may be absent. The reducer runs while the child exists, and reports an issue
/// otherwise.
struct PresentChild<Base: Troupe.Reducer>: Troupe.Reducer {
  typealias Body = Never

  let base: Base
  let absence: Absence
  /// Whether an action for an absent child also stops the program in the debugger.
  let stopsDebugger: Bool
  let location: CallSite
  /// Returns whether the reducer should run, because the child exists or the action is for another reducer.
  let runs: @Sendable (Base.State, Base.Action) -> Bool

  init(
    _ base: Base,
    absence: Absence,
    stopsDebugger: Bool,
    at location: CallSite,
    runs: @escaping @Sendable (Base.State, Base.Action) -> Bool
  ) {
    self.base = base
    self.absence = absence
    self.stopsDebugger = stopsDebugger
    self.location = location
    self.runs = runs
  }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action, Never> {
    guard isThere(state, action) else { return .none }
    return base.reduce(into: &state, action: action)
  }

  func _resolve() -> _ResolvedReducer<Base.State, Base.Action> {
    let resolved = base._resolve()
    return _ResolvedReducer(subscriptions: resolved.subscriptions) {
      let reduce = resolved.makeReduction()
      return { state, action in isThere(state, action) ? reduce(&state, action) : .none }
    }
  }

  private func isThere(_ state: Base.State, _ action: Base.Action) -> Bool {
    if runs(state, action) { return true }
    reportIssue(absence.message(action), at: location)
    #if DEBUG
      if stopsDebugger { Dependency(\.debuggerStop).wrappedValue() }
    #endif
    return false
  }
}

/// The reason why an action's child was absent, with its text in issues.
struct Absence: Sendable {
  private let what: String
  private let gone: String
  private let presence: String
  private let view: String
  private let child: String

  /// The child was nil.
  static func optional(_ child: Any.Type) -> Absence {
    Absence(
      what: "`optional()` got an action for a child whose state was nil",
      gone: "set the state to nil",
      presence: "while the state exists",
      view: "`IfLetStore`",
      child: TypeName(child).full
    )
  }

  /// The state was in another case.
  static func otherCase(_ child: Any.Type) -> Absence {
    Absence(
      what: "`pullback` got an action for a case while the state was in another case",
      gone: "set the state to another case",
      presence: "while the state is in that case",
      view: "`SwitchStore`",
      child: TypeName(child).full
    )
  }

  /// The collection had no element with the id.
  static func element(_ child: Any.Type) -> Absence {
    Absence(
      what: "`forEach` got an action for an element that doesn't exist",
      gone: "removed the element",
      presence: "for an existing element",
      view: "`ForEachStore`",
      child: TypeName(child).full
    )
  }

  func message(_ action: some Sendable) -> String {
    """
    \(what). The action is \(IssueText.value(action)), and the child's state is \(child). The child's reducer didn't run.

    The likely causes:
    - A parent's reducer \(gone) before the child's reducer ran. Child reducers have to run first: combine the child's reducer before the \
    parent's reducer.
    - The action was sent by work that outlived the child: by a task outside the store, or by an effect of another \
    feature. Return the work as an effect of the child's reducer: it then ends with the child.
    - The action was sent from outside, usually by a view, after the child had disappeared. Send it only \
    \(presence): \(view) ensures that.
    """
  }
}
