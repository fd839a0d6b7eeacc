/// A rule that keeps secrets out of a recording.
///
/// ```swift
/// var options = RecordingOptions()
/// options.redaction = Redaction { part, value in
///   value.redact("code")
/// }
/// ```
///
/// A recording contains the payloads of actions and the whole state. A redaction changes the encoded values
/// before they are written, and before a state is hashed. A redaction has these effects on a replay:
///
/// - If an action or a value that its reduction read was changed, the action isn't reduced. The state after
///   the action is taken from the recording, like the state after a dismissal.
/// - Replayed states lack the removed values. If the reducer's behavior depends on a secret in the state, the
///   replay diverges.
public struct Redaction: Sendable {
  /// A part of a recording. Later versions can add parts, so end a `switch` over it with `@unknown default`.
  @nonexhaustive
  public enum Part: Hashable, Sendable {
    /// An action.
    case action
    /// A state.
    case state
    /// A value that a reducer read from the dependency with this name.
    case read(String)
  }

  private let change: @Sendable (Part, inout RecordedValue) -> Void

  /// Creates a redaction.
  ///
  /// - Parameter change: A closure that changes an encoded value. It runs during the store's turn, for each
  ///   action, each read and each state.
  public init(_ change: @escaping @Sendable (_ part: Part, _ value: inout RecordedValue) -> Void) {
    self.change = change
  }

  func callAsFunction(_ part: Part, _ value: inout RecordedValue) { change(part, &value) }
}
