import Synchronization

/// A reducer's instrument, which wraps the work of the reducer's effects.
struct ReducerInstrument: WorkWrapper {
  /// The number of reducers with instruments that have been resolved so far.
  private static let resolutions = Atomic<UInt64>(0)

  private let instrument: any Instrument
  /// The action whose reduction returned the effects; nil for effects that the state declares.
  private let action: ActionInfo?

  init(_ instrument: any Instrument, _ action: ActionInfo?) {
    self.instrument = instrument
    self.action = action
  }

  static func recordResolution() { resolutions.add(1, ordering: .relaxed) }

  /// The number of reducers with instruments that have been resolved. A new store compares the numbers before
  /// and after resolving its reducer to determine whether the reducer may have an instrument. If another
  /// thread resolves a reducer with an instrument at the same time, the store assigns ids to its actions
  /// unnecessarily.
  static var resolutionCount: UInt64 { resolutions.load(ordering: .relaxed) }

  /// Runs work inside the instrument.
  func run(_ work: @Sendable () async throws -> Void) async throws {
    guard let effect = TracedEffect.current else { return try await work() }
    try await instrument.runOnce(effect.info(context: action?.instrumentContext), work)
  }
}
