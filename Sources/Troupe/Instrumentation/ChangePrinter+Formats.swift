extension ChangePrinter {
  /// Writes each action and how the state differs after it, with a prefix before each action.
  ///
  /// - Parameters:
  ///   - prefix: What tells the feature from others that print: `Search: Received …`.
  ///   - write: Takes the text of one action; it prints to the standard output unless it is given.
  public static func difference(
    prefix: String,
    to write: @escaping @Sendable (_ text: String) -> Void = { Swift.print($0) }
  ) -> ChangePrinter {
    .difference { write("\(prefix): \($0)") }
  }

  /// Writes each action, and nothing of the state.
  ///
  /// - Parameters:
  ///   - prefix: What tells the feature from others that print; nil for nothing.
  ///   - write: Takes the text of one action; it prints to the standard output unless it is given.
  public static func actions(
    prefix: String? = nil,
    to write: @escaping @Sendable (_ text: String) -> Void = { Swift.print($0) }
  ) -> ChangePrinter {
    ChangePrinter { action, _, _ in
      write("\(prefix.map { "\($0): " } ?? "")Received: \(valueText(of: action))")
    }
  }

  /// Writes the type and the case of each action, without its payload, and nothing of the state.
  ///
  /// - Parameters:
  ///   - prefix: What tells the feature from others that print; nil for nothing.
  ///   - write: Takes the text of one action; it prints to the standard output unless it is given.
  public static func actionLabels(
    prefix: String? = nil,
    to write: @escaping @Sendable (_ text: String) -> Void = { Swift.print($0) }
  ) -> ChangePrinter {
    ChangePrinter { action, _, _ in
      write("\(prefix.map { "\($0): " } ?? "")Received: \(caseLabel(of: action))")
    }
  }

  /// The printer for a feature of which this one prints a part.
  ///
  /// - Parameters:
  ///   - state: Reads the part of the state.
  ///   - action: The action to print; nil for one that isn't printed.
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
  /// Prints some of the actions and how a part of the state changes with them, in debug builds.
  ///
  /// ```swift
  /// .printChanges(of: { $0.query }, action: { $0.search }, .difference(prefix: "Search"))
  /// ```
  ///
  /// Otherwise it is like ``printChanges(_:)``.
  ///
  /// - Parameters:
  ///   - state: Reads the part of the state.
  ///   - action: The action to print; nil for one that isn't printed.
  ///   - printer: What prints.
  @warn_unqualified_access
  public func printChanges<Part, PartAction>(
    of state: @escaping @Sendable (State) -> Part,
    action: @escaping @Sendable (Action) -> PartAction?,
    _ printer: ChangePrinter<Part, PartAction> = .difference
  ) -> some Reducer<State, Action> {
    self.printChanges(printer.part(state: state, action: action))
  }
}
