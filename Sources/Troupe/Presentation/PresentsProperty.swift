/// A property with ``Presents``, as an operator gets at it by the key path to its projection.
///
/// Whether what is presented may be changed where it is can only be told of the reference that the state
/// itself holds, and the key path hands out a second one. So it is used to find out what is presented, and
/// then the property is looked for in the state's memory.
final class PresentsProperty<Parent, Child> {
  private let path: WritableKeyPath<Parent, Presents<Child>>
  /// Through a path that can only read, Swift hands the value over; through one that can write, it lends it,
  /// to be copied.
  private let reading: KeyPath<Parent, Presents<Child>>
  /// Where the property was found in a state; nil where it wasn't, as one that is computed.
  private var offset: Int?
  private var wasLookedFor = false

  init(_ path: WritableKeyPath<Parent, Presents<Child>>) {
    self.path = path
    reading = path
  }

  /// Changes what is presented, in place where no copy of the state has it, too; false where nothing is.
  func modify(_ parent: inout Parent, _ body: (inout Child, _ generation: UInt64) -> Void) -> Bool {
    var presents = parent[keyPath: reading]
    guard let identity = presents.identity else { return false }
    if let offset = offset(of: identity, in: &parent) {
      // Writing through the key path allocates; it isn't needed where the box of the state itself is changed.
      presents = Presents(wrappedValue: nil)
      if let box = unsharedBox(identity, at: offset, in: &parent) {
        box.change(body)
        return true
      }
      presents = parent[keyPath: reading]
    }
    presents.unshare()
    presents.box?.change(body)
    parent[keyPath: path] = presents
    return true
  }

  func remove(from parent: inout Parent) { parent[keyPath: path] = Presents(wrappedValue: nil) }

  private func offset(of identity: ObjectIdentifier, in parent: inout Parent) -> Int? {
    if wasLookedFor { return offset }
    wasLookedFor = true
    offset = StructLayout.offset(ofPropertyOf: Presents<Child>.self, in: Parent.self) { offset in
      Self.stored(at: offset, in: &parent) { $0.identity == identity }
    }
    return offset
  }

  /// The box of the property in a state, where that has what the key path has, and nobody else refers to it.
  private func unsharedBox(
    _ identity: ObjectIdentifier,
    at offset: Int,
    in parent: inout Parent
  ) -> Presents<Child>.Box? {
    Self.stored(at: offset, in: &parent) { $0.identity == identity ? $0.unsharedBox() : nil }
  }

  private static func stored<Result>(
    at offset: Int,
    in parent: inout Parent,
    _ body: (inout Presents<Child>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &parent) { parent in
      // The offset is that of a stored property of this type in this type, by `StructLayout`; access to the
      // parent is exclusive, so that to the property is.
      body(&(UnsafeMutableRawPointer(parent) + offset).assumingMemoryBound(to: Presents<Child>.self).pointee)
    }
  }
}

extension ChildAccess where Key == OnlyChild {
  /// What a property with ``Presents`` presents.
  static func presented(_ path: WritableKeyPath<Parent, Presents<Child>>) -> ChildAccess {
    let property = PresentsProperty(path)
    return ChildAccess(
      modify: { parent, _, body in property.modify(&parent, body) },
      remove: { parent, _ in property.remove(from: &parent) }
    )
  }
}
