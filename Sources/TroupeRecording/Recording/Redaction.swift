/// Keeps secrets out of a recording.
///
/// ```swift
/// var options = RecordingOptions()
/// options.redaction = Redaction { part, value in
///   value.redact("code")
/// }
/// ```
///
/// A recording has the payloads of actions and the whole state by its nature. A redaction changes what is
/// encoded before it is written, and before the hash of a state is made. What a replay does with it:
///
/// - An action that was changed isn't reduced, and neither is one for which a read was changed. The state
///   after it is taken from the recording, as it is for a dismissal.
/// - States go on without what was removed. If the reducer decides by a secret in the state, the replay
///   departs.
public struct Redaction: Sendable {
  /// A part of a recording. Later versions add parts: end a `switch` over it with `@unknown default`.
  @nonexhaustive
  public enum Part: Hashable, Sendable {
    /// An action.
    case action
    /// A state.
    case state
    /// A value that a reducer read from the dependency of this name.
    case read(String)
  }

  private let change: @Sendable (Part, inout RecordedValue) -> Void

  /// Creates a redaction.
  ///
  /// - Parameter change: Changes an encoded value. It runs in the turn of the store, for each action, each
  ///   read and each state.
  public init(_ change: @escaping @Sendable (_ part: Part, _ value: inout RecordedValue) -> Void) {
    self.change = change
  }

  func callAsFunction(_ part: Part, _ value: inout RecordedValue) { change(part, &value) }
}
