/// A hashable value of any type. Values of different types aren't equal.
struct TypedID: Hashable, Sendable {
  let base: any Hashable & Sendable

  static func == (lhs: TypedID, rhs: TypedID) -> Bool {
    func equals<Left: Hashable, Right: Hashable>(_ left: Left, _ right: Right) -> Bool {
      guard Left.self == Right.self else { return false }
      // A cast would look up the types again, which takes four times as long.
      return withUnsafePointer(to: right) {
        $0.withMemoryRebound(to: Left.self, capacity: 1) { left == $0.pointee }
      }
    }
    return equals(lhs.base, rhs.base)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: base)))
    base.hash(into: &hasher)
  }
}
