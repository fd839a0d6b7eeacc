/// A property with ``Presents``, which an operator accesses by the key path to its projection.
///
/// The presented value can be changed in place only if the state holds the only reference to the value, but
/// reading the key path returns a second reference. Therefore, the property is located in the state's memory.
/// If a ``PresentingState`` names the property, the property is at the same place in each state. Otherwise,
/// the key path is read each time to identify the presentation, because the path may lead to another property
/// than before.
///
/// The object belongs to the operator or the scoped store that creates it, and so to one store's executor.
final class PresentsProperty<Parent, Child> {
  private let path: WritableKeyPath<Parent, Presents<Child>>
  /// The key path to the property, as a read-only key path. Through a read-only key path, Swift passes
  /// ownership of the value. Through a writable key path, Swift lends the value, which is then copied.
  private let reading: KeyPath<Parent, Presents<Child>>
  /// The offset of the property to which the key path led first; nil if the property wasn't found, for
  /// example because the property is computed.
  private var offset: Int?
  /// Whether the key path leads to the property at the offset in each state.
  private var isFixed = false
  private var wasLookedFor = false

  init(_ path: WritableKeyPath<Parent, Presents<Child>>) {
    self.path = path
    reading = path
  }

  /// Changes the presented value. The change happens in place unless a copy of the state shares the value.
  /// Returns false if nothing is presented.
  func modify(_ parent: inout Parent, _ body: (inout Child, _ generation: UInt64) -> Void) -> Bool {
    if isFixed, let offset {
      switch stored(at: offset, in: &parent) {
      case .nothing: return false
      case .unshared(let presentation):
        unsafeDowncast(presentation, to: Presents<Child>.Box.self).change(body)
        return true
      case .shared: return modifyCopy(&parent, body)
      }
    }
    guard let identity = parent[keyPath: reading].identity else { return false }
    if !wasLookedFor { locate(identity, in: &parent) }
    // Writing through the key path allocates memory and isn't needed if the state's own box is changed.
    if let offset,
      case .unshared(let presentation) = stored(at: offset, in: &parent),
      ObjectIdentifier(presentation) == identity
    {
      unsafeDowncast(presentation, to: Presents<Child>.Box.self).change(body)
      return true
    }
    return modifyCopy(&parent, body)
  }

  /// Changes a copy of the presented value, which replaces the value in the state.
  private func modifyCopy(
    _ parent: inout Parent,
    _ body: (inout Child, _ generation: UInt64) -> Void
  ) -> Bool {
    var presents = parent[keyPath: reading]
    presents.unshare()
    presents.box?.change(body)
    parent[keyPath: path] = presents
    return true
  }

  func remove(from parent: inout Parent) { parent[keyPath: path] = Presents(wrappedValue: nil) }

  /// Finds the property of a presentation to which the key path led. If the state names the property, the key
  /// path always leads to it. If the state names another property, reports an issue.
  private func locate(_ identity: ObjectIdentifier, in parent: inout Parent) {
    wasLookedFor = true
    if let name = (Parent.self as? any PresentingState.Type)?._$presented(by: path),
      let named = property(where: { $0.names == ["_" + name] })
    {
      if self.identity(at: named.offset, in: &parent) == identity {
        offset = named.offset
        isFixed = true
        return
      }
      reportIssue(
        """
        `_$presented(by:)` of \(TypeName(Parent.self).full) returns the name of `\(name)` for a key path that leads to another \
        property. The store evaluates the key path for each action instead.

        Return the name of the property with `@Presents` whose projection is the key path.
        """
      )
    }
    offset = property { self.identity(at: $0.offset, in: &parent) == identity }?.offset
  }

  private func property(where isWanted: (StructLayout.Property) -> Bool) -> StructLayout.Property? {
    StructLayout.property(of: Presents<Child>.self, in: Parent.self, where: isWanted)
  }

  /// Returns the identity of the property's presentation in a state; nil if nothing is presented.
  private func identity(at offset: Int, in parent: inout Parent) -> ObjectIdentifier? {
    withUnsafeMutablePointer(to: &parent) { parent in
      // See `stored(at:in:)`.
      Presentation.identity(at: UnsafeMutableRawPointer(parent) + offset)
    }
  }

  /// Returns the property's presentation in a state.
  private func stored(at offset: Int, in parent: inout Parent) -> Presentation.Stored {
    withUnsafeMutablePointer(to: &parent) { parent in
      // `StructLayout` has checked that a stored `Presents<Child>` is at the offset. Access to the parent is
      // exclusive, so access to the property is also exclusive.
      Presentation.stored(at: UnsafeMutableRawPointer(parent) + offset)
    }
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
