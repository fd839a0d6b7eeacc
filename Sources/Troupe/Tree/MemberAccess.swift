/// Access to a member of a state, worked out once.
///
/// A stored property of a struct lies at a fixed distance from its beginning. Getting at it so is many times
/// faster than through the key path, which looks at its components each time.
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
      // The offset is that of a stored property of this type in this type, by the contract of `offset(of:)`;
      // access to the root is exclusive, so that to the member is.
      let member = (UnsafeMutableRawPointer(root) + offset).assumingMemoryBound(to: Value.self)
      return body(&member.pointee)
    }
  }
}
