import Logging
import Troupe

/// Logs what stores do with swift-log, and gives the code of features a logger that carries the ids.
///
/// ```swift
/// configuration.instruments = [LoggingInstrument(logger: Logger(label: "shop"))]
/// ```
///
/// Reducers and effects log with `Logger.current`. It is the sender's logger, such as a request's logger with
/// the id of the request, or else ``logger``. Its metadata say which store, scope, action and effect wrote a
/// line, and what caused them; see ``LogKey``.
public struct LoggingInstrument: Instrument {
  /// The logger for events that aren't caused by a caller with a logger.
  public var logger: Logger
  /// The levels of the instrument's own lines.
  public var levels = LogLevels()
  /// Whether lines show payloads: the values in actions, the ids of elements in paths, and the texts of
  /// errors.
  public var showsPayloads = false

  /// Creates an instrument.
  ///
  /// - Parameter logger: The logger for events that aren't caused by a caller with a logger.
  public init(logger: Logger) {
    self.logger = logger
  }

  /// Keeps the caller's logger.
  public func captureContext() -> ActionContext? {
    let logger = Logger.bound ?? logger
    return ActionContext { work in withLogger(logger) { _ in work() } }
  }

  /// Logs the action, and reduces it with its logger as the current one.
  public func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    let logger = logger(of: action)
    action.instrumentContext = logger
    logger.log(level: levels.actions, "Action")
    withLogger(logger) { _ in body(&state) }
  }

  /// Logs the beginning and the end of the work, which has its logger as the current one.
  public func run(_ effect: EffectInfo, operation: @Sendable () async throws -> Void) async rethrows {
    let logger = logger(of: effect)
    logger.log(level: levels.effects, "Effect began")
    do {
      try await withLogger(logger) { _ in try await operation() }
    } catch {
      logEnd(with: error, logger)
      throw error
    }
    logger.log(level: levels.effects, "Effect ended")
  }

  private func logEnd(with error: any Error, _ logger: Logger) {
    if error is CancellationError || Task.isCancelled {
      logger.log(level: levels.effects, "Effect ended, cancelled")
    } else {
      let text = EffectInfo.text(of: error, showsPayloads: showsPayloads)
      logger.log(level: levels.failures, "Effect failed", metadata: [LogKey.error: "\(text)"])
    }
  }
}
