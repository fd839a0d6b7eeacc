import Synchronization

/// The identity of a state, which distinguishes the state from another state that replaces it. Copies of a
/// state share the identity.
///
/// The property `_$id` of an ``ObservableState`` stores the identity. The identity isn't part of the state's
/// value: all identities are equal, add nothing to a hash, and are neither encoded nor decoded.
public struct StateIdentity: Sendable {
  /// The number of the identity; 0 for no identity.
  @usableFromInline
  let number: UInt64

  /// Creates an identity that no other state has.
  public init() {
    number = Self.counter.add(1, ordering: .relaxed).newValue
  }

  private init(number: UInt64) {
    self.number = number
  }

  /// The identity of a state that stores no identity, such as an enum. An enum is identified by its case and
  /// its payload's identity.
  public static let none = StateIdentity(number: 0)

  /// Numbers states across all stores, because a state may be moved from one store to another.
  private static let counter = Atomic<UInt64>(0)
}

extension StateIdentity: Hashable {
  /// Returns true, because identities aren't part of a state's value.
  public static func == (lhs: Self, rhs: Self) -> Bool { true }

  /// Hashes nothing.
  public func hash(into hasher: inout Hasher) {}
}

extension StateIdentity: Codable {
  /// Creates a new identity and reads nothing.
  public init(from decoder: any Decoder) throws { self.init() }

  /// Writes nothing.
  public func encode(to encoder: any Encoder) throws {}
}

extension KeyedDecodingContainer {
  /// Creates a new identity, regardless of whether the key is present.
  public func decode(_ type: StateIdentity.Type, forKey key: Key) throws -> StateIdentity { StateIdentity() }
}

extension KeyedEncodingContainer {
  /// Omits the key.
  public mutating func encode(_ identity: StateIdentity, forKey key: Key) throws {}
}

extension StateIdentity: CustomStringConvertible {
  /// The number of the identity, as in `#3`.
  public var description: String { "#\(number)" }
}
