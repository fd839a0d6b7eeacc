/// A value that counts as `Sendable` without being checked.
///
/// The code that uses it has to make sure that no two tasks use the value at the same time, or that this does
/// no harm: that is why it is unchecked. Prefer `nonisolated(unsafe)` at the variable.
@dynamicMemberLookup
@propertyWrapper
public struct UncheckedSendable<Value>: @unchecked Sendable {
  /// The value.
  public var value: Value

  /// Creates the wrapper.
  ///
  /// - Parameter value: The value.
  public init(_ value: Value) { self.value = value }

  /// Creates the wrapper.
  ///
  /// - Parameter wrappedValue: The value.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// The value.
  public var wrappedValue: Value {
    _read { yield value }
    _modify { yield &value }
  }

  /// The wrapper itself.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// A member of the value.
  public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member { value[keyPath: member] }

  /// A member of the value that can be changed.
  public subscript<Member>(dynamicMember member: WritableKeyPath<Value, Member>) -> Member {
    _read { yield value[keyPath: member] }
    _modify { yield &value[keyPath: member] }
  }
}

extension UncheckedSendable: Equatable where Value: Equatable {}
extension UncheckedSendable: Hashable where Value: Hashable {}

extension UncheckedSendable: AsyncSequence where Value: AsyncSequence {
  /// The iterator of the wrapped sequence.
  public func makeAsyncIterator() -> Value.AsyncIterator { value.makeAsyncIterator() }
}

extension UncheckedSendable: Encodable where Value: Encodable {
  /// Encodes the value alone.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension UncheckedSendable: Decodable where Value: Decodable {
  /// Decodes the value alone.
  public init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
}
