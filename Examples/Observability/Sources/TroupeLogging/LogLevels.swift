import Logging

/// The levels of the lines that a ``LoggingInstrument`` writes.
public struct LogLevels: Sendable {
  /// The level of a line for each action and each dismissal.
  public var actions = Logger.Level.debug
  /// The level of the lines for the beginning, the cancellation and the end of each effect.
  public var effects = Logger.Level.debug
  /// The level of a line for an effect that threw an error which it didn't catch.
  public var failures = Logger.Level.error
  /// The level of a line for an action of an effect that wasn't reduced, because the effect or its scope had
  /// ended.
  public var drops = Logger.Level.debug
  /// The level of a line for an inbox that was full.
  public var overflows = Logger.Level.warning
  /// The level of the lines for the beginnings and the ends of scopes.
  public var scopes = Logger.Level.trace
  /// The level of a line for each save.
  public var saves = Logger.Level.trace

  /// Creates the default levels.
  public init() {}
}
