/// A wrapper that adds an id to a value that has none.
///
/// ```swift
/// var lines: IdentifiedArrayOf<Identified<Int, String>> = [
///   Identified("Hello", id: 1), Identified("world", id: 2),
/// ]
/// lines[id: 2]?.value += "!"
/// print(lines.map(\.count))
/// ```
///
/// The value's members are also members of the wrapper. If the values already have an id under another name
/// than `id`, pass its key path to ``IdentifiedArray/init(id:)`` instead of using this wrapper.
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  /// The value's id.
  public let id: ID
  /// The wrapped value.
  public var value: Value

  /// Creates a value with an id.
  ///
  /// - Parameters:
  ///   - value: The value to wrap.
  ///   - id: The value's id.
  public init(_ value: Value, id: ID) {
    self.value = value
    self.id = id
  }

  /// Creates a value whose id is the current value of a member. The id doesn't change when the member
  /// changes.
  ///
  /// - Parameters:
  ///   - value: The value to wrap.
  ///   - id: The key path of the member.
  public init(_ value: Value, id: KeyPath<Value, ID>) {
    self.init(value, id: value[keyPath: id])
  }

  /// A member of the wrapped value.
  public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member { value[keyPath: member] }

  /// A mutable member of the wrapped value.
  public subscript<Member>(dynamicMember member: WritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: member] }
    _modify { yield &value[keyPath: member] }
  }
}

extension Identified: Sendable where ID: Sendable, Value: Sendable {}
extension Identified: Equatable where Value: Equatable {}
extension Identified: Hashable where Value: Hashable {}
extension Identified: Encodable where ID: Encodable, Value: Encodable {}
extension Identified: Decodable where ID: Decodable, Value: Decodable {}
