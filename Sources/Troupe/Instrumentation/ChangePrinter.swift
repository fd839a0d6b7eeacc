/// A printer for the changes of a state; see ``Reducer/printChanges(_:)``.
public struct ChangePrinter<State, Action>: Sendable {
  let print: @Sendable (_ action: Action, _ old: State, _ new: State) -> Void

  /// Creates a printer from a closure.
  ///
  /// - Parameter print: Gets each action and the states before and after it. It runs during a turn, on the
  ///   store's executor.
  public init(_ print: @escaping @Sendable (_ action: Action, _ old: State, _ new: State) -> Void) {
    self.print = print
  }

  /// Prints each action and the difference that it makes to the state, to the standard output.
  public static var difference: ChangePrinter { .difference { Swift.print($0) } }

  /// Writes each action and the difference that it makes to the state.
  ///
  /// - Parameter write: Writes the text of one action: several lines, without a line break at the end.
  public static func difference(to write: @escaping @Sendable (_ text: String) -> Void) -> ChangePrinter {
    ChangePrinter { action, old, new in
      let difference = valueDifference(from: old, to: new) ?? "The state did not change."
      write("Received: \(valueText(of: action))\n\(difference)")
    }
  }
}
