/// A wrapper that makes a value `Sendable` without checks.
///
/// The compiler doesn't check the wrapper. The code that uses it must ensure that no two tasks access the
/// value concurrently, or that concurrent access is harmless. Prefer `nonisolated(unsafe)` on the variable.
@dynamicMemberLookup
@propertyWrapper
public struct UncheckedSendable<Value>: @unchecked Sendable {
  /// The wrapped value.
  public var value: Value

  /// Creates a wrapper.
  ///
  /// - Parameter value: The value to wrap.
  public init(_ value: Value) { self.value = value }

  /// Creates a property wrapper.
  ///
  /// - Parameter wrappedValue: The value to wrap.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// The wrapped value.
  public var wrappedValue: Value {
    _read { yield value }
    _modify { yield &value }
  }

  /// The wrapper itself.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// A member of the wrapped value.
  public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member { value[keyPath: member] }

  /// A mutable member of the wrapped value.
  public subscript<Member>(dynamicMember member: WritableKeyPath<Value, Member>) -> Member {
    _read { yield value[keyPath: member] }
    _modify { yield &value[keyPath: member] }
  }
}

extension UncheckedSendable: Equatable where Value: Equatable {}
extension UncheckedSendable: Hashable where Value: Hashable {}

extension UncheckedSendable: AsyncSequence where Value: AsyncSequence {
  /// Returns an iterator over the wrapped sequence.
  public func makeAsyncIterator() -> Value.AsyncIterator { value.makeAsyncIterator() }
}

extension UncheckedSendable: Encodable where Value: Encodable {
  /// Encodes the wrapped value without the wrapper.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension UncheckedSendable: Decodable where Value: Decodable {
  /// Decodes the wrapped value, encoded without the wrapper.
  public init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
}
