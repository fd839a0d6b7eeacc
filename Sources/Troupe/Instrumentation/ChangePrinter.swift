/// A printer for state changes; see ``Reducer/printChanges(_:)``.
public struct ChangePrinter<State, Action>: Sendable {
  let print: @Sendable (_ action: Action, _ old: State, _ new: State) -> Void

  /// Creates a printer from a closure.
  ///
  /// - Parameter print: Prints an action, given the action and the states before and after the action. The
  ///   closure runs during a turn, on the store's executor.
  public init(_ print: @escaping @Sendable (_ action: Action, _ old: State, _ new: State) -> Void) {
    self.print = print
  }

  /// A printer that writes each action and the resulting state change to the standard output.
  public static var difference: ChangePrinter { .difference { Swift.print($0) } }

  /// Creates a printer that writes each action and the resulting state change.
  ///
  /// - Parameter write: Writes the text of one action. The text has several lines, without a line break at
  ///   the end.
  public static func difference(to write: @escaping @Sendable (_ text: String) -> Void) -> ChangePrinter {
    ChangePrinter { action, old, new in
      let differences = [valueDifference(from: old, to: new), SharedWrites.printed?.text].compactMap { $0 }
      let text = differences.isEmpty ? "The state did not change." : differences.joined(separator: "\n")
      write("Received: \(valueText(of: action))\n\(text)")
    }
  }
}
