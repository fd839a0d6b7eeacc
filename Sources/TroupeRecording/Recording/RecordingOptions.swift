/// How a ``Recording`` writes.
public struct RecordingOptions: Sendable {
  /// How many bytes a file has about, before the next one is begun: that which passes the limit is its last
  /// turn. The default is 64 MiB.
  ///
  /// Each file begins with the state, and can be replayed without the others. The files after
  /// `checkout.jsonl` are `checkout-2.jsonl`, `checkout-3.jsonl` and so on. Numbers of which
  /// there is a file already are left out, unless files are replaced.
  public var fileSize = 1 << 26 {
    didSet { precondition(fileSize > 0, "A file has to have room for one byte.") }
  }

  /// How many files are kept; nil for all. When there are more, the oldest is removed. The default is nil.
  public var fileLimit: Int? {
    didSet { precondition(fileLimit.map { $0 > 0 } ?? true, "One file has to be kept.") }
  }

  /// In how many turns the state is encoded once, for its changes and its hash. The default is 1: in each.
  ///
  /// Encoding takes time by the size of the state. With a higher number, the actions between are written
  /// without it, and a replay finds a departure only at the next turn that has the state. Turns that a replay
  /// can't make have it always: dismissals, and those of which something is redacted.
  public var stateInterval = 1 {
    didSet { precondition(stateInterval > 0, "The state has to be encoded once in one turn or more.") }
  }

  /// Keeps secrets out of the file.
  public var redaction: Redaction?

  /// Creates options with their defaults.
  public init() {}
}
