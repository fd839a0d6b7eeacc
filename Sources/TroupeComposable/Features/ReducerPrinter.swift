import TroupeStoreViews

/// The printer of a reducer's changes, `ChangePrinter`, under the name that it has in the Composable
/// Architecture.
public typealias _ReducerPrinter<State, Action> = ChangePrinter<State, Action>

extension ChangePrinter {
  /// Creates a printer from a closure.
  ///
  /// - Parameter printChange: Prints an action, given the action and the states before and after the action.
  @_disfavoredOverload
  public init(
    printChange: @escaping @Sendable (_ receivedAction: Action, _ oldState: State, _ newState: State) -> Void
  ) {
    self.init(printChange)
  }

  /// A printer that writes each action and the resulting state change to the standard output.
  public static var customDump: ChangePrinter { .difference }

  /// A printer that writes each action's type and case to the standard output, without the payload.
  public static var actionLabels: ChangePrinter { .actionLabels() }
}
