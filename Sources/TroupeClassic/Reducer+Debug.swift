extension Reducer {
  /// In debug builds, prints all actions and the changes that they make to the state.
  ///
  /// In debug builds, this method keeps a copy of the state while each action is reduced. In release builds,
  /// it has no effect.
  ///
  /// - Parameters:
  ///   - prefix: The text at the start of each output.
  ///   - actionFormat: The format in which actions are printed.
  ///   - toDebugEnvironment: A closure that returns the destination. It is called for each action.
  public func debug(
    _ prefix: String = "",
    actionFormat: ActionFormat = .prettyPrint,
    environment toDebugEnvironment: @escaping @Sendable (Environment) -> DebugEnvironment = { _ in
      DebugEnvironment()
    }
  ) -> Reducer {
    debug(
      prefix,
      state: { $0 },
      action: \.self,
      actionFormat: actionFormat,
      environment: toDebugEnvironment
    )
  }

  /// In debug builds, prints all actions.
  ///
  /// - Parameters:
  ///   - prefix: The text at the start of each output.
  ///   - actionFormat: The format in which actions are printed.
  ///   - toDebugEnvironment: A closure that returns the destination. It is called for each action.
  public func debugActions(
    _ prefix: String = "",
    actionFormat: ActionFormat = .prettyPrint,
    environment toDebugEnvironment: @escaping @Sendable (Environment) -> DebugEnvironment = { _ in
      DebugEnvironment()
    }
  ) -> Reducer {
    debug(
      prefix,
      state: { _ in () },
      action: \.self,
      actionFormat: actionFormat,
      environment: toDebugEnvironment
    )
  }

  /// In debug builds, prints selected actions and the changes that they make to a part of the state.
  ///
  /// - Parameters:
  ///   - prefix: The text at the start of each output.
  ///   - toLocalState: A closure that returns the part of the state whose changes are printed. Pass `{ _ in
  ///     () }` to print only actions.
  ///   - toLocalAction: The path to the case that contains the actions to print.
  ///   - actionFormat: The format in which actions are printed.
  ///   - toDebugEnvironment: A closure that returns the destination. It is called for each printed action.
  public func debug<LocalState, LocalAction>(
    _ prefix: String = "",
    state toLocalState: @escaping @Sendable (State) -> LocalState,
    action toLocalAction: CasePath<Action, LocalAction>,
    actionFormat: ActionFormat = .prettyPrint,
    environment toDebugEnvironment: @escaping @Sendable (Environment) -> DebugEnvironment = { _ in
      DebugEnvironment()
    }
  ) -> Reducer {
    #if DEBUG
      Reducer(make: { place in
        let path = AnyCasePath(toLocalAction)
        return .erasing(
          AroundReducer(make(place)) { state, action, reduce in
            guard let localAction = path.extract(from: action) else { return reduce(&state) }
            let before = toLocalState(state)
            let effect = reduce(&state)
            let text = DebugText.of(localAction, actionFormat, prefix, before, toLocalState(state))
            toDebugEnvironment(place.environment).print(text)
            return effect
          }
        )
      })
    #else
      self
    #endif
  }
}

/// The text that a reducer's `debug` prints for an action.
enum DebugText {
  static func of<Action, State>(
    _ action: Action,
    _ format: ActionFormat,
    _ prefix: String,
    _ before: State,
    _ after: State
  ) -> String {
    let actionText =
      switch format {
      case .prettyPrint: valueText(of: action)
      case .labelsOnly: ActionLabels.text(of: action)
      }
    var lines = [(prefix.isEmpty ? "" : "\(prefix): ") + "received action:", indented(actionText)]
    if State.self != Void.self {
      lines.append(valueDifference(from: before, to: after) ?? "  (No state changes)")
    }
    return lines.joined(separator: "\n")
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
  }
}
