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
  /// The place of the property to which the key path led first; nil if the property wasn't found, for example
  /// because the property is computed.
  private var place: PresentsPlace<Parent, Child>?
  /// Whether the key path leads to the property at the place in each state.
  private var isFixed = false
  private var wasLookedFor = false

  init(_ path: WritableKeyPath<Parent, Presents<Child>>) {
    self.path = path
    reading = path
  }

  /// Changes the presented value. The change happens in place unless a copy of the state shares the value.
  /// Returns false if nothing is presented.
  func modify(_ parent: inout Parent, _ body: (inout Child, _ generation: UInt64) -> Void) -> Bool {
    if isFixed, let place {
      switch place.stored(in: &parent) {
      case .nothing: return false
      case .unshared(let presentation):
        Presents<Child>.box(presentation).change(body)
        return true
      case .shared: return modifyCopy(&parent, body)
      }
    }
    guard let identity = parent[keyPath: reading].identity else { return false }
    if !wasLookedFor { locate(identity, in: &parent) }
    // Writing through the key path allocates memory and isn't needed if the state's own box is changed.
    if let place,
      case .unshared(let presentation) = place.stored(in: &parent),
      ObjectIdentifier(presentation) == identity
    {
      Presents<Child>.box(presentation).change(body)
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
    place = PresentsPlace(namedBy: path, in: &parent, isKnownThere: true) {
      $0[keyPath: reading].presentation != nil
    }
    isFixed = place != nil
    if place == nil { place = PresentsPlace(of: identity, in: &parent) }
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
