/// Where the `debug` of a reducer prints.
public struct DebugEnvironment: Sendable {
  /// Prints a text of some lines, without a line break at the end.
  public var printer: @Sendable (String) -> Void

  /// The serial executor on which it prints; nil to print inside of the turn, on the store's executor.
  ///
  /// Inside of the turn nothing is lost when the program ends, and the store waits for the printer. On an
  /// executor of its own the store doesn't wait. The texts are printed in the order of the actions in both.
  public var queue: (any SerialExecutor)?

  /// Makes an environment.
  ///
  /// - Parameters:
  ///   - printer: Prints a text; to the standard output where nothing else is said.
  ///   - queue: The serial executor on which it prints; nil to print inside of the turn.
  public init(
    printer: @escaping @Sendable (String) -> Void = { Swift.print($0) },
    queue: (any SerialExecutor)? = nil
  ) {
    self.printer = printer
    self.queue = queue
  }

  func print(_ text: String) {
    guard let queue else { return printer(text) }
    PrintQueue.on(queue).print(text, with: printer)
  }
}
