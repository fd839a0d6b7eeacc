import Troupe
import TroupeDiagnostics

/// An instrument that, if the process crashes in a reducer, reports the action that was being reduced.
///
/// ```swift
/// var configuration = StoreConfiguration<Player.Action>()
/// configuration.name = "player"
/// configuration.instruments = [CrashMessages()]
/// ```
///
/// If the reducer traps, the process writes the following to standard error, with shorter ids,
///
/// ```text
/// Troupe: The process crashed while the store "player" (App/Main.swift:12) was reducing Player.Action.ended.
/// This is action 5f2c.2, caused by action 5f2c.1.
/// ```
///
/// on one line.
///
/// In debug builds, all stores report the action without this instrument. In release builds, the instrument
/// costs a few microseconds for each action.
///
/// The first action installs a handler for crash signals. After the handler has written the text, it calls
/// the previous handler. A handler that is installed later, such as a crash reporter's, is expected to call
/// its previous handler, too. A crash without remaining stack space, as after an endless recursion, may end
/// the process without a message. A process that is killed also ends without a message.
public struct CrashMessages: Instrument {
  private let showsPayloads: Bool

  /// Creates an instrument.
  ///
  /// - Parameter showsPayloads: Whether the action is shown with its payloads, on one line of at most 200
  ///   characters.
  public init(showsPayloads: Bool = false) {
    self.showsPayloads = showsPayloads
  }

  /// Reduces an action and reports the action if the process crashes during the reduction.
  public func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    let rest = CrashText.rest(action, showsPayloads: showsPayloads)
    CrashNote.during(CrashText.start(action), rest) { body(&state) }
  }
}
