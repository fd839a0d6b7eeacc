/// What stops the program in the debugger where a reducer says `breakpointOnNil`.
public struct DebuggerStop: Sendable {
  private let stop: @Sendable () -> Void

  /// Makes one from a closure.
  ///
  /// - Parameter stop: Stops the program, or notes that it would have been stopped. It runs inside of a turn
  ///   of the store, on the store's executor.
  public init(_ stop: @escaping @Sendable () -> Void) {
    self.stop = stop
  }

  /// Stops the program where a debugger is attached, and does nothing where none is.
  public static var trap: DebuggerStop {
    DebuggerStop { Debugger.stop() }
  }

  /// Stops the program.
  public func callAsFunction() { stop() }
}

extension DependencyValues {
  /// What the deprecated `breakpointOnNil` does in debug builds: it stops in the debugger, if one is
  /// attached.
  public var debuggerStop: DebuggerStop {
    get { self[DebuggerStopKey.self] }
    set { self[DebuggerStopKey.self] = newValue }
  }
}

private enum DebuggerStopKey: DependencyKey {
  static var liveValue: DebuggerStop { .trap }
  static var testValue: DebuggerStop { .trap }
}
