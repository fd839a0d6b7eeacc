/// A function that stops the program in the debugger, used by a reducer with `breakpointOnNil`.
public struct DebuggerStop: Sendable {
  private let stop: @Sendable () -> Void

  /// Creates a value from a closure that stops the program.
  ///
  /// - Parameter stop: A closure that stops the program, or records that it would stop. It runs inside a
  ///   turn, on the store's executor.
  public init(_ stop: @escaping @Sendable () -> Void) {
    self.stop = stop
  }

  /// A function that stops the program if a debugger is attached, and does nothing otherwise.
  public static var trap: DebuggerStop {
    DebuggerStop { Debugger.stop() }
  }

  /// Stops the program.
  public func callAsFunction() { stop() }
}

extension DependencyValues {
  /// The function that the deprecated parameter `breakpointOnNil` calls in debug builds. By default, it stops
  /// the program in the debugger if a debugger is attached.
  public var debuggerStop: DebuggerStop {
    get { self[DebuggerStopKey.self] }
    set { self[DebuggerStopKey.self] = newValue }
  }
}

private enum DebuggerStopKey: DependencyKey {
  static var liveValue: DebuggerStop { .trap }
  static var testValue: DebuggerStop { .trap }
}
