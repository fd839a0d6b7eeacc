import TroupeRecording

/// The options of an ``Inspector``.
public struct InspectorOptions: Sendable {
  /// Whether the page shows the payloads of actions, the values in states, and the ids of effects and
  /// elements.
  ///
  /// Payloads can contain secrets, so the default is false: the page shows types, cases, the names of
  /// properties, and the sizes of collections. If you set a ``redaction``, set this as well.
  public var showsPayloads = false

  /// The redaction that removes secrets from states and actions before they leave the store's turn: the same
  /// as for a recording. It applies to values that can be encoded; other values aren't shown if there is one.
  public var redaction: Redaction?

  /// The number of events that are kept for the page between two of its requests. Further events are dropped
  /// and counted.
  public var eventLimit = 65_536 {
    didSet { precondition(eventLimit > 0, "`eventLimit` must be positive.") }
  }

  /// The number of slices on the time line of a running program: the oldest half is forgotten at the limit.
  public var sliceLimit = 1_000_000 {
    didSet { precondition(sliceLimit > 1, "`sliceLimit` must be at least 2.") }
  }

  /// The number of stores that are listed. The stores that have been idle for the longest time are forgotten
  /// first, and are listed again with their next turn.
  public var storeLimit = 20_000 {
    didSet { precondition(storeLimit >= 8, "`storeLimit` must be at least 8.") }
  }

  /// Creates the default options.
  public init() {}
}
