/// How a ``Recording`` writes.
public struct RecordingOptions: Sendable {
  /// How many bytes a file has about, before the next one is begun: that which passes the limit is its last
  /// turn. The default is 64 MiB.
  ///
  /// Each file begins with the state, and can be replayed without the others. The files after
  /// `checkout.jsonl` are `checkout-2.jsonl`, `checkout-3.jsonl` and so on.
  public var fileSize = 1 << 26

  /// How many files are kept; nil for all. When there are more, the oldest is removed. The default is nil.
  public var fileLimit: Int?

  /// Keeps secrets out of the file.
  public var redaction: Redaction?

  /// Creates options with their defaults.
  public init() {}
}
