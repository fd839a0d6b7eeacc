import Troupe

/// An instrument that writes a line for each action.
///
/// ```swift
/// var configuration = StoreConfiguration<Player.Action>()
/// configuration.name = "player"
/// configuration.instruments = [ActionLog()]
/// let store = Store(initialState: Player.State(), configuration: configuration) { Player() }
/// await store.send(.played("song.mp3")).finish()
/// ```
///
/// prints the following, with shorter ids:
///
/// ```text
/// 0.000162 "player" Player.Action.played(…) id=5f2c.1 sent took=0.000021
/// 0.000390 "player" Player.Action.ended id=5f2c.2 effect=#1 cause=5f2c.1 root=5f2c.1 took=0.000005
/// ```
///
/// A line contains the seconds since the log was created, the store, the action's type, case and id, its
/// origin and cause, and the seconds that its reduction took. If payloads are shown, the line ends with the
/// whole action, truncated after 200 characters. Special characters are escaped, so that no payload can look
/// like another line.
public struct ActionLog: Instrument {
  private let showsPayloads: Bool
  private let start = ContinuousClock.now
  private let write: @Sendable (_ line: String) -> Void

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - showsPayloads: Whether the actions are shown with their payloads.
  ///   - write: A closure that writes a line, which has no line break at the end. It is called during the
  ///     turn, on the store's executor, and by several stores concurrently. By default, it prints the line to
  ///     the standard output.
  public init(
    showsPayloads: Bool = false,
    write: @escaping @Sendable (_ line: String) -> Void = { print($0) }
  ) {
    self.showsPayloads = showsPayloads
    self.write = write
  }

  /// Reduces an action and writes its line.
  public func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    let begin = ContinuousClock.now
    body(&state)
    write(line(for: action, took: begin.duration(to: .now)))
  }

  private func line(for action: ActionInfo, took duration: Duration) -> String {
    var line = "\(Self.seconds(start.duration(to: action.instant))) \(action.store) \(action.label)"
    line += " id=\(action.id)"
    switch action.origin {
    case .sent: line += " sent"
    case .enqueued: line += " enqueued"
    case .returned: line += " returned"
    case .effect(let id): line += " effect=\(id)"
    }
    if let cause = action.cause { line += " cause=\(cause.action) root=\(cause.root)" }
    line += " took=\(Self.seconds(duration))"
    if showsPayloads { line += " action=\(action.action.text(showsPayloads: true))" }
    return line
  }

  /// Returns a duration in seconds, with microsecond precision.
  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = max(duration, .zero).components
    let fraction = String(attoseconds / 1_000_000_000_000)
    return "\(seconds)." + String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
  }
}
