/// The position of an event in a ``StoreFeed``: the feed, and the number of the event in it.
///
/// Its text, as in `5f2c9a1b04e7d3a8.17`, has only letters, digits and a dot. It can be the id of a
/// server-sent event, and comes back as `Last-Event-ID`. Give the position to ``StoreFeed/events(after:)`` to
/// go on behind it.
///
/// Positions of one feed follow one another by their numbers. Positions of two feeds have no order.
public struct FeedPosition: Hashable, Sendable, CustomStringConvertible, LosslessStringConvertible {
  /// The number of the feed: random, and the same for all of its positions. A feed that is made anew, as in
  /// another process, has another epoch.
  public let epoch: UInt64
  /// The number of the event in the feed. The first event has number 1; zero is the position before it.
  public let number: UInt64

  /// Creates a position from its parts.
  ///
  /// - Parameters:
  ///   - epoch: The number of the feed.
  ///   - number: The number of the event in the feed; zero for the position before the first one.
  public init(epoch: UInt64, number: UInt64) {
    self.epoch = epoch
    self.number = number
  }

  /// Creates a position from its text; nil if the text isn't one.
  ///
  /// - Parameter description: The text, as in `5f2c9a1b04e7d3a8.17`. It may come from anywhere.
  public init?(_ description: String) {
    // 16 digits, a dot, and the largest number. Longer texts aren't read.
    guard description.utf8.count <= 37, let id = ActionID(description) else { return nil }
    self.init(epoch: id.run, number: id.number)
  }

  /// The text, as in `5f2c9a1b04e7d3a8.17`.
  public var description: String { ActionID(run: epoch, number: number).description }
}

extension FeedPosition: Codable {
  /// Creates a position from its encoded text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the text isn't that of a position, and the errors of the
  ///   decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let position = FeedPosition(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not the text of a position.")
    }
    self = position
  }

  /// Encodes the text of the position.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
