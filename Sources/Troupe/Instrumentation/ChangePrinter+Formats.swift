extension ChangePrinter {
  /// Writes each action and the difference that it makes to the state, with a prefix before each action.
  ///
  /// - Parameters:
  ///   - prefix: Distinguishes the feature from other features that print: `Search: Received …`.
  ///   - write: Writes the text of one action. By default, it prints to the standard output.
  public static func difference(
    prefix: String,
    to write: @escaping @Sendable (_ text: String) -> Void = { Swift.print($0) }
  ) -> ChangePrinter {
    .difference { write("\(prefix): \($0)") }
  }

  /// Writes each action, without the state.
  ///
  /// - Parameters:
  ///   - prefix: Distinguishes the feature from other features that print; nil for no prefix.
  ///   - write: Writes the text of one action. By default, it prints to the standard output.
  public static func actions(
    prefix: String? = nil,
    to write: @escaping @Sendable (_ text: String) -> Void = { Swift.print($0) }
  ) -> ChangePrinter {
    ChangePrinter { action, _, _ in
      write("\(prefix.map { "\($0): " } ?? "")Received: \(valueText(of: action))")
    }
  }

  /// Writes the type and the case of each action, without its payload and without the state.
  ///
  /// - Parameters:
  ///   - prefix: Distinguishes the feature from other features that print; nil for no prefix.
  ///   - write: Writes the text of one action. By default, it prints to the standard output.
  public static func actionLabels(
    prefix: String? = nil,
    to write: @escaping @Sendable (_ text: String) -> Void = { Swift.print($0) }
  ) -> ChangePrinter {
    ChangePrinter { action, _, _ in
      write("\(prefix.map { "\($0): " } ?? "")Received: \(caseLabel(of: action))")
    }
  }

  /// Returns a printer for a feature that uses this printer for a part of the feature.
  ///
  /// - Parameters:
  ///   - state: Reads the part of the state.
  ///   - action: Returns the action to print, or nil to print nothing.
  public func part<Whole, WholeAction>(
    state: @escaping @Sendable (Whole) -> State,
    action: @escaping @Sendable (WholeAction) -> Action?
  ) -> ChangePrinter<Whole, WholeAction> {
    ChangePrinter<Whole, WholeAction> { wholeAction, old, new in
      guard let action = action(wholeAction) else { return }
      print(action, state(old), state(new))
    }
  }
}

extension Reducer {
  /// Prints selected actions and the changes that they make to a part of the state, in debug builds.
  ///
  /// ```swift
  /// .printChanges(of: { $0.query }, action: { $0.search }, .difference(prefix: "Search"))
  /// ```
  ///
  /// Otherwise, it behaves like ``printChanges(_:)``.
  ///
  /// - Parameters:
  ///   - state: Reads the part of the state.
  ///   - action: Returns the action to print, or nil to print nothing.
  ///   - printer: Prints a change.
  @warn_unqualified_access
  public func printChanges<Part, PartAction>(
    of state: @escaping @Sendable (State) -> Part,
    action: @escaping @Sendable (Action) -> PartAction?,
    _ printer: ChangePrinter<Part, PartAction> = .difference
  ) -> some Reducer<State, Action> {
    self.printChanges(printer.part(state: state, action: action))
  }
}
