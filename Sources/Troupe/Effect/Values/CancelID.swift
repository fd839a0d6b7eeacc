/// An id for cancelling effects, which consists of any hashable value and the value's type.
///
/// Values of different types are different ids, even if the values look alike. For example, `1 as Int` and
/// `1 as Int64` are different ids.
public struct CancelID: Hashable, Sendable, CustomStringConvertible {
  /// The value from which the id was created.
  public let base: any Hashable & Sendable

  /// Creates an id from a value.
  public init<Base: Hashable & Sendable>(_ base: Base) {
    // A cast looks up the types each time, so cast only if the cast can succeed.
    let isID = Base.self == CancelID.self || Base.self == CancelID?.self
    if isID, let id = base as? CancelID { self = id } else { self.base = base }
  }

  /// Returns whether two ids have the same type and equal values.
  public static func == (lhs: CancelID, rhs: CancelID) -> Bool {
    func equals<Left: Hashable, Right: Hashable>(_ left: Left, _ right: Right) -> Bool {
      guard Left.self == Right.self else { return false }
      // A cast would look up the types again, which takes four times as long.
      return withUnsafePointer(to: right) {
        $0.withMemoryRebound(to: Left.self, capacity: 1) { left == $0.pointee }
      }
    }
    return equals(lhs.base, rhs.base)
  }

  /// Hashes the type and the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: base)))
    base.hash(into: &hasher)
  }

  /// The value as text on one line. Long text is truncated.
  public var description: String { IssueText.id(base, showsPayloads: true) }
}
