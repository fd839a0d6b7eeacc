/// The options of a ``Recording``.
public struct RecordingOptions: Sendable {
  /// The approximate size of a file in bytes: the turn that exceeds it is the file's last turn. The default
  /// is 64 MiB.
  ///
  /// Each file begins with the state, and can be replayed without the others. The files after
  /// `checkout.jsonl` are `checkout-2.jsonl`, `checkout-3.jsonl` and so on. Unless files are replaced,
  /// numbers of existing files are skipped.
  public var fileSize = 1 << 26 {
    didSet { precondition(fileSize > 0, "`fileSize` must be positive.") }
  }

  /// The maximum number of files; nil for no limit. When it is exceeded, the oldest file is removed. The
  /// default is nil.
  public var fileLimit: Int? {
    didSet { precondition(fileLimit.map { $0 > 0 } ?? true, "`fileLimit` must be positive.") }
  }

  /// The number of turns for which the state is encoded once, for its changes and its hash. The default is 1:
  /// in each turn.
  ///
  /// Encoding takes time proportional to the size of the state. With a higher number, the actions in between
  /// are written without the state, and a replay finds a divergence only at the next turn with a state. Turns
  /// that a replay can't reproduce always include the state: dismissals, and turns with redacted values.
  public var stateInterval = 1 {
    didSet { precondition(stateInterval > 0, "`stateInterval` must be positive.") }
  }

  /// The redaction that keeps secrets out of the file.
  public var redaction: Redaction?

  /// Creates the default options.
  public init() {}
}
