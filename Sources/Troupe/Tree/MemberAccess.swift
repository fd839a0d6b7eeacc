/// Access to a member of a state, computed once.
///
/// A stored property of a struct has a fixed offset from the beginning of the struct. Access by this offset
/// is many times faster than access through the key path, which evaluates its components each time.
struct MemberAccess<Root, Value> {
  private let path: WritableKeyPath<Root, Value>
  private let offset: Int?

  init(_ path: WritableKeyPath<Root, Value>) {
    self.path = path
    self.offset = MemoryLayout<Root>.offset(of: path)
  }

  /// Changes the member in place.
  @inline(__always)
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    guard let offset else { return body(&root[keyPath: path]) }
    return withUnsafeMutablePointer(to: &root) { root in
      // By the contract of `offset(of:)`, a stored property of type `Value` is at this offset. Access to the
      // root is exclusive, so access to the member is also exclusive.
      let member = (UnsafeMutableRawPointer(root) + offset).assumingMemoryBound(to: Value.self)
      return body(&member.pointee)
    }
  }

  /// Reads the member in place.
  @inline(__always)
  func read(_ root: Root, _ body: (Value) -> Void) {
    guard let offset else { return body(root[keyPath: path]) }
    withUnsafePointer(to: root) { root in
      // See `modify`.
      body((UnsafeRawPointer(root) + offset).assumingMemoryBound(to: Value.self).pointee)
    }
  }
}
