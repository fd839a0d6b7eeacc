/// An id for cancelling effects, which consists of any hashable value and the value's type.
///
/// Values of different types are different ids, even if the values look alike. For example, `1 as Int` and
/// `1 as Int64` are different ids.
public struct CancelID: Hashable, Sendable, CustomStringConvertible {
  /// The value of an id. A reference to it takes 8 bytes in each of the engine's tables that contain the id,
  /// whereas the value would take 40.
  private final class Storage: Sendable {
    let id: TypedID

    init(_ id: TypedID) { self.id = id }
  }

  private let storage: Storage

  /// The value from which the id was created.
  public var base: any Hashable & Sendable { storage.id.base }

  /// Creates an id from a value.
  public init<Base: Hashable & Sendable>(_ base: Base) {
    // A cast looks up the types each time, so cast only if the cast can succeed.
    let isID = Base.self == CancelID.self || Base.self == CancelID?.self
    if isID, let id = base as? CancelID { self = id } else { storage = Storage(TypedID(base: base)) }
  }

  /// Returns whether two ids have the same type and equal values. An id is equal to its copies, even if its
  /// value, such as a NaN, isn't equal to itself.
  public static func == (lhs: CancelID, rhs: CancelID) -> Bool {
    lhs.storage === rhs.storage || lhs.storage.id == rhs.storage.id
  }

  /// Hashes the type and the value.
  public func hash(into hasher: inout Hasher) { storage.id.hash(into: &hasher) }

  /// The value as text on one line. Long text is truncated.
  public var description: String { IssueText.id(base, showsPayloads: true) }
}
