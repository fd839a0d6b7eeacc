/// A property with ``Presents``, which an operator accesses by the key path to its projection.
///
/// The presented value can be changed in place only if the state holds the only reference to the value, but
/// reading the key path returns a second reference. Therefore, the key path is used only to identify the
/// presentation. The property is then located in the state's memory.
///
/// The object belongs to the operator or the scoped store that creates it, and so to one store's executor.
final class PresentsProperty<Parent, Child> {
  private let path: WritableKeyPath<Parent, Presents<Child>>
  /// The key path to the property, as a read-only key path. Through a read-only key path, Swift passes
  /// ownership of the value. Through a writable key path, Swift lends the value, which is then copied.
  private let reading: KeyPath<Parent, Presents<Child>>
  /// The offset of the property in a state; nil if the property wasn't found, for example because the
  /// property is computed.
  private var offset: Int?
  private var wasLookedFor = false

  init(_ path: WritableKeyPath<Parent, Presents<Child>>) {
    self.path = path
    reading = path
  }

  /// Changes the presented value. The change happens in place unless a copy of the state shares the value.
  /// Returns false if nothing is presented.
  func modify(_ parent: inout Parent, _ body: (inout Child, _ generation: UInt64) -> Void) -> Bool {
    guard let identity = parent[keyPath: reading].identity else { return false }
    // Writing through the key path allocates memory and isn't needed if the state's own box is changed.
    if let offset = offset(of: identity, in: &parent),
      let box = unsharedBox(identity, at: offset, in: &parent)
    {
      box.change(body)
      return true
    }
    var presents = parent[keyPath: reading]
    presents.unshare()
    presents.box?.change(body)
    parent[keyPath: path] = presents
    return true
  }

  func remove(from parent: inout Parent) { parent[keyPath: path] = Presents(wrappedValue: nil) }

  private func offset(of identity: ObjectIdentifier, in parent: inout Parent) -> Int? {
    if wasLookedFor { return offset }
    wasLookedFor = true
    let property = StructLayout.property(of: Presents<Child>.self, in: Parent.self) { offset in
      withUnsafeMutablePointer(to: &parent) { parent in
        Presentation.identity(at: UnsafeMutableRawPointer(parent) + offset) == identity
      }
    }
    offset = property?.offset
    return offset
  }

  /// Returns the property's box in a state if the key path returned the same box and the box has no other
  /// owner; otherwise, returns nil.
  private func unsharedBox(
    _ identity: ObjectIdentifier,
    at offset: Int,
    in parent: inout Parent
  ) -> Presents<Child>.Box? {
    let presentation = withUnsafeMutablePointer(to: &parent) { parent in
      // `StructLayout` has checked that a stored `Presents<Child>` is at the offset. Access to the parent is
      // exclusive, so access to the property is also exclusive.
      Presentation.unshared(identity, at: UnsafeMutableRawPointer(parent) + offset)
    }
    guard let presentation else { return nil }
    return unsafeDowncast(presentation, to: Presents<Child>.Box.self)
  }
}

extension ChildAccess where Key == OnlyChild {
  /// The child that a property with ``Presents`` presents.
  static func presented(_ path: WritableKeyPath<Parent, Presents<Child>>) -> ChildAccess {
    let property = PresentsProperty(path)
    return ChildAccess(
      modify: { parent, _, body in property.modify(&parent, body) },
      remove: { parent, _ in property.remove(from: &parent) }
    )
  }
}
