import Synchronization

/// What tells a state from another that was made in its place. Copies of a state have the same.
///
/// It is kept in the `_$id` of an ``ObservableState``. It is no part of the state's value: all identities are equal, hash to
/// nothing, and are neither encoded nor decoded.
public struct StateIdentity: Sendable {
  /// 0 for none.
  @usableFromInline
  let number: UInt64

  /// Makes an identity that no other state has.
  public init() {
    number = Self.counter.add(1, ordering: .relaxed).newValue
  }

  private init(number: UInt64) {
    self.number = number
  }

  /// The identity of a state that has none of its own, as of an enum: there, the case and its payload's identity count.
  public static let none = StateIdentity(number: 0)

  /// Numbers states, over all stores: a state may be moved from one to another.
  private static let counter = Atomic<UInt64>(0)
}

extension StateIdentity: Hashable {
  /// True: identities are no part of a value.
  public static func == (lhs: Self, rhs: Self) -> Bool { true }

  /// Hashes nothing.
  public func hash(into hasher: inout Hasher) {}
}

extension StateIdentity: Codable {
  /// Makes a new identity, and reads nothing.
  public init(from decoder: any Decoder) throws { self.init() }

  /// Writes nothing.
  public func encode(to encoder: any Encoder) throws {}
}

extension KeyedDecodingContainer {
  /// Makes a new identity, whether there is such a key or not.
  public func decode(_ type: StateIdentity.Type, forKey key: Key) throws -> StateIdentity { StateIdentity() }
}

extension KeyedEncodingContainer {
  /// Leaves the key out.
  public mutating func encode(_ identity: StateIdentity, forKey key: Key) throws {}
}

extension StateIdentity: CustomStringConvertible {
  /// `#` and a number.
  public var description: String { "#\(number)" }
}
