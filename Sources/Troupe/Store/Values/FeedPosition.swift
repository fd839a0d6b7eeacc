/// The position of an event in a ``StoreFeed``: the feed's epoch and the event's number.
///
/// The position's text, such as `5f2c9a1b04e7d3a8.17`, contains only letters, digits and a dot. You can use
/// the text as the id of a server-sent event, which a client returns in the header `Last-Event-ID`. To resume
/// after the event, create a position from the returned text and pass the position to
/// ``StoreFeed/events(after:)``.
///
/// Within one feed, positions are ordered by their numbers. Positions of different feeds have no order.
public struct FeedPosition: Hashable, Sendable, CustomStringConvertible, LosslessStringConvertible {
  /// A random number that identifies the feed. All positions of a feed have the same epoch. A new feed, such
  /// as a feed in another process, has a different epoch.
  public let epoch: UInt64
  /// The event's number in the feed. The first event has the number 1. Zero is the position before the first
  /// event.
  public let number: UInt64

  /// Creates a position from its parts.
  ///
  /// - Parameters:
  ///   - epoch: The number that identifies the feed.
  ///   - number: The event's number in the feed; zero for the position before the first event.
  public init(epoch: UInt64, number: UInt64) {
    self.epoch = epoch
    self.number = number
  }

  /// Creates a position from its text, or returns nil if the text isn't a position.
  ///
  /// - Parameter description: The text, such as `5f2c9a1b04e7d3a8.17`. The text may come from an untrusted
  ///   source.
  public init?(_ description: String) {
    // The longest position has 16 digits, a dot and a number of 20 digits. Longer texts are rejected without
    // parsing.
    guard description.utf8.count <= 37, let id = ActionID(description) else { return nil }
    self.init(epoch: id.run, number: id.number)
  }

  /// The position's text, such as `5f2c9a1b04e7d3a8.17`.
  public var description: String { ActionID(run: epoch, number: number).description }
}

extension FeedPosition: Codable {
  /// Creates a position from its encoded text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the text isn't a position, and the decoder's errors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let position = FeedPosition(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "The text isn't a position.")
    }
    self = position
  }

  /// Encodes the position's text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
