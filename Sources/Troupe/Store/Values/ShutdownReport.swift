/// The result of shutting down a store.
public struct ShutdownReport: Sendable, CustomStringConvertible {
  /// The effects with ``OnShutdown/cancel`` that were cancelled when the shutdown started.
  public let cancelledAtOnce: [EffectSnapshot]

  /// The number of effects and actions with ``OnShutdown/cancel`` that were waiting when the shutdown
  /// started, or that were added later. These effects and actions never started.
  public let skippedCount: Int

  /// The effects that were cancelled because they hadn't ended by the deadline.
  public let cancelled: [EffectSnapshot]
  /// The cancelled effects that were still running at the end of the grace period.
  public let stillRunning: [EffectSnapshot]

  /// The number of effects and actions that never started because they were still waiting at the deadline, in
  /// sequences, under limits or in throttles.
  public let forgottenCount: Int

  /// The number of turns that were still unsaved when the shutdown ended, because the storage failed or
  /// didn't answer in time; zero in a store without a storage.
  public let unsavedTurnCount: Int

  /// Whether all effects without ``OnShutdown/cancel`` ended by themselves, and all turns that have to be
  /// saved are saved.
  public var isComplete: Bool {
    cancelled.isEmpty && stillRunning.isEmpty && forgottenCount == 0 && unsavedTurnCount == 0
  }

  /// A list of the effects that were cancelled and of the effects that are still running, one per line.
  public var description: String {
    var lines: [String] = []
    if !cancelledAtOnce.isEmpty {
      lines.append(
        "Effects with `onShutdown(.cancel)` that were cancelled immediately: \(cancelledAtOnce.count)"
      )
      lines += cancelledAtOnce.map { "  \($0)" }
    }
    if skippedCount > 0 {
      lines.append("Effects and actions with `onShutdown(.cancel)` that never started: \(skippedCount)")
    }
    if isComplete {
      lines.append("All \(lines.isEmpty ? "" : "other ")effects ended by themselves.")
      return lines.joined(separator: "\n")
    }
    if unsavedTurnCount > 0 { lines.append("Unsaved turns: \(unsavedTurnCount)") }
    lines += ["Effects cancelled: \(cancelled.count)"] + cancelled.map { "  \($0)" }
    if forgottenCount > 0 {
      lines.append("Waiting effects and actions that never started: \(forgottenCount)")
    }
    if !stillRunning.isEmpty {
      lines.append("Effects that ignored their cancellation and are still running: \(stillRunning.count)")
      lines += stillRunning.map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }
}
