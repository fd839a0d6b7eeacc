import Troupe
import TroupeDiagnostics

/// An instrument that says which action a reducer was reducing when the process crashed in it.
///
/// ```swift
/// var configuration = StoreConfiguration<Player.Action>()
/// configuration.name = "player"
/// configuration.instruments = [CrashMessages()]
/// ```
///
/// If the reducer traps, the process writes to the standard error, with shorter ids,
///
/// ```text
/// Troupe: The process crashed while the store "player" (App/Main.swift:12) was reducing Player.Action.ended.
/// It is 5f2c.2, which follows from 5f2c.1.
/// ```
///
/// on one line.
///
/// In debug builds, all stores do so. In release builds, it costs some microseconds for each action.
///
/// The first action installs a handler for the signals with which a process crashes. After it has written, it
/// calls the handler that was there before. A handler that is installed later, such as that of a crash
/// reporter, is expected to do the same. A crash that leaves the thread no stack, as an endless recursion
/// does, may end the process without a message. The same goes for a process that is killed.
public struct CrashMessages: Instrument {
  private let showsPayloads: Bool

  /// Creates the instrument.
  ///
  /// - Parameter showsPayloads: Whether the action is shown with its payloads, on one line that is cut after
  ///   200 characters.
  public init(showsPayloads: Bool = false) {
    self.showsPayloads = showsPayloads
  }

  /// Reduces an action, and has a crash name it.
  public func reduce<State>(_ action: inout ActionInfo, state: inout State, body: (inout State) -> Void) {
    let rest = CrashText.rest(action, showsPayloads: showsPayloads)
    CrashNote.during(CrashText.start(action), rest) { body(&state) }
  }
}
