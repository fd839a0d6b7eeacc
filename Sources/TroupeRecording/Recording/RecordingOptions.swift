/// The options of a ``Recording``.
public struct RecordingOptions: Sendable {
  /// The approximate size of a file in bytes. When a turn exceeds this size, the recording continues in
  /// another file. The default is 64 MiB.
  ///
  /// Each file starts with the full state, and can be replayed without the other files. The files after
  /// `checkout.jsonl` are `checkout-2.jsonl`, `checkout-3.jsonl` and so on. Unless existing files are
  /// replaced, their numbers are skipped.
  public var fileSize = 1 << 26 {
    didSet { precondition(fileSize > 0, "`fileSize` must be positive.") }
  }

  /// The maximum number of files; nil for no limit. When this limit is exceeded, the oldest file is removed.
  /// The default is nil.
  public var fileLimit: Int? {
    didSet { precondition(fileLimit.map { $0 > 0 } ?? true, "`fileLimit` must be positive.") }
  }

  /// The number of turns after which the recording encodes the state again, to write its changes and its
  /// hash. With the default of 1, the state is encoded in each turn.
  ///
  /// Encoding takes time proportional to the state's size. With a higher number, the turns in between are
  /// written without the state, and a replay finds a divergence of the state only at the next turn with a
  /// state. Dismissals and turns with redacted values always include the state, because a replay can't
  /// reproduce them.
  public var stateInterval = 1 {
    didSet { precondition(stateInterval > 0, "`stateInterval` must be positive.") }
  }

  /// The redaction that keeps secrets out of the file; nil for no redaction.
  public var redaction: Redaction?

  /// Creates the default options.
  public init() {}
}
