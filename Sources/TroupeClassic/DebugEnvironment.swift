/// The destination to which a reducer's `debug` prints.
public struct DebugEnvironment: Sendable {
  /// A closure that prints a text of several lines, without a line break at the end.
  public var printer: @Sendable (String) -> Void

  /// The serial executor on which the printer runs; nil to print inside the turn, on the store's executor.
  ///
  /// If the printer runs inside the turn, the store waits for the printer, and no text is lost when the
  /// program ends. If it runs on a separate executor, the store doesn't wait. In both cases, the texts are
  /// printed in the order of the actions.
  public var queue: (any SerialExecutor)?

  /// Creates an environment.
  ///
  /// - Parameters:
  ///   - printer: A closure that prints a text. The default prints to standard output.
  ///   - queue: The serial executor on which the printer runs; nil to print inside the turn.
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
