extension ChangePrinter {
  /// Creates a printer that writes each action and the resulting state change, with a prefix before each
  /// action.
  ///
  /// - Parameters:
  ///   - prefix: A text that identifies the feature in the output, as in `Search: Received …`.
  ///   - write: Writes the text of one action. By default, the text is printed to the standard output.
  public static func difference(
    prefix: String,
    to write: @escaping @Sendable (_ text: String) -> Void = { Swift.print($0) }
  ) -> ChangePrinter {
    .difference { write("\(prefix): \($0)") }
  }

  /// Creates a printer that writes each action without the state.
  ///
  /// - Parameters:
  ///   - prefix: A text that identifies the feature in the output; nil for no prefix.
  ///   - write: Writes the text of one action. By default, the text is printed to the standard output.
  public static func actions(
    prefix: String? = nil,
    to write: @escaping @Sendable (_ text: String) -> Void = { Swift.print($0) }
  ) -> ChangePrinter {
    ChangePrinter { action, _, _ in
      write("\(prefix.map { "\($0): " } ?? "")Received: \(valueText(of: action))")
    }
  }

  /// Creates a printer that writes each action's type and case, without the payload and without the state.
  ///
  /// - Parameters:
  ///   - prefix: A text that identifies the feature in the output; nil for no prefix.
  ///   - write: Writes the text of one action. By default, the text is printed to the standard output.
  public static func actionLabels(
    prefix: String? = nil,
    to write: @escaping @Sendable (_ text: String) -> Void = { Swift.print($0) }
  ) -> ChangePrinter {
    ChangePrinter { action, _, _ in
      write("\(prefix.map { "\($0): " } ?? "")Received: \(caseLabel(of: action))")
    }
  }

  /// Returns a printer for a larger feature that applies this printer to a part of the feature.
  ///
  /// - Parameters:
  ///   - state: Returns the part of the state to print.
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
