/// A value with a separate id, for values without an id.
///
/// ```swift
/// var lines: IdentifiedArrayOf<Identified<Int, String>> = [
///   Identified("Hello", id: 1), Identified("world", id: 2),
/// ]
/// lines[id: 2]?.value += "!"
/// print(lines.map(\.count))
/// ```
///
/// Members of the value are also members of the wrapper. If the values have an id that isn't called `id`,
/// pass its key path to ``IdentifiedArray/init(id:)``; no wrapper is needed.
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  /// The id.
  public let id: ID
  /// The value.
  public var value: Value

  /// Creates a value with an id.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: The id.
  public init(_ value: Value, id: ID) {
    self.value = value
    self.id = id
  }

  /// Creates a value whose id is the current value of one of its members. The id stays when the member
  /// changes.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - id: The member.
  public init(_ value: Value, id: KeyPath<Value, ID>) {
    self.init(value, id: value[keyPath: id])
  }

  /// A member of the value.
  public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member { value[keyPath: member] }

  /// A mutable member of the value.
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
