import TroupeCasePaths
import TroupeDiagnostics

/// The place of a property with ``Presents`` in the memory of a state.
struct PresentsPlace<Parent, Child> {
  private let offset: Int

  /// Finds the property that a ``PresentingState`` names for a key path. If the key path leads to another
  /// property, reports an issue. If the key path leads to no value, finds nothing.
  ///
  /// - Parameters:
  ///   - path: The key path to the property or to its projection.
  ///   - parent: A state. During this call, its property is empty for a moment.
  ///   - isKnownThere: Whether it is known that the key path leads to a presented value.
  ///   - isThere: Returns whether the key path leads to a presented value.
  init?(
    namedBy path: AnyKeyPath,
    in parent: inout Parent,
    isKnownThere: Bool = false,
    _ isThere: (Parent) -> Bool
  ) {
    guard let name = (Parent.self as? any PresentingState.Type)?._$presented(by: path),
      let property = Self.property(where: { $0.names == ["_" + name] }),
      isKnownThere || isThere(parent)
    else { return nil }
    offset = property.offset
    // Another property may present an equal value, or share the presentation. Therefore, the property is
    // empty while the key path is read again.
    let presentation = exchange(nil, in: &parent)
    let isRight = presentation != nil && !isThere(parent)
    _ = exchange(presentation, in: &parent)
    if isRight { return }
    reportIssue(
      """
      `_$presented(by:)` of \(TypeName(Parent.self).full) returns the name of `\(name)` for a key path that leads to another \
      property. The store evaluates the key path each time instead.

      Return the name of the property with `@Presents` to which the key path, or the projection, belongs.
      """
    )
    return nil
  }

  /// Finds the property that contains a presentation.
  init?(of identity: ObjectIdentifier, in parent: inout Parent) {
    guard let property = Self.property(where: { Self.identity(at: $0.offset, in: &parent) == identity })
    else { return nil }
    offset = property.offset
  }

  private static func property(where isWanted: (StructLayout.Property) -> Bool) -> StructLayout.Property? {
    StructLayout.property(of: Presents<Child>.self, in: Parent.self, where: isWanted)
  }

  private static func identity(at offset: Int, in parent: inout Parent) -> ObjectIdentifier? {
    withUnsafeMutablePointer(to: &parent) { parent in
      // See `stored(in:)`.
      Presentation.identity(at: UnsafeMutableRawPointer(parent) + offset)
    }
  }

  /// Replaces the property's presentation in a state. Returns the former presentation.
  private func exchange(_ presentation: Presentation?, in parent: inout Parent) -> Presentation? {
    withUnsafeMutablePointer(to: &parent) { parent in
      // See `stored(in:)`.
      Presentation.exchange(presentation, at: UnsafeMutableRawPointer(parent) + offset)
    }
  }

  /// Returns the property's presentation in a state.
  func stored(in parent: inout Parent) -> Presentation.Stored {
    withUnsafeMutablePointer(to: &parent) { parent in
      // `StructLayout` has checked that a stored `Presents<Child>` is at the offset. Access to the parent is
      // exclusive, so access to the property is also exclusive.
      Presentation.stored(at: UnsafeMutableRawPointer(parent) + offset)
    }
  }

  /// Calls a function with the presented value, unless nothing is presented. The function gets the value in
  /// place, or a copy that is discarded if the presentation has another owner.
  func visit(
    _ parent: inout Parent,
    _ body: (inout Child, _ generation: UInt64, _ isCopy: Bool) -> Void
  ) {
    switch stored(in: &parent) {
    case .nothing: return
    case .unshared(let presentation):
      Presents<Child>.box(presentation).change { body(&$0, $1, false) }
    case .shared(let presentation): visitCopy(of: Presents<Child>.box(presentation), body)
    }
  }

  // This is a separate function because a function with a copy looks up the copy's metadata first.
  @inline(never)
  private func visitCopy(
    of box: Presents<Child>.Box,
    _ body: (inout Child, _ generation: UInt64, _ isCopy: Bool) -> Void
  ) {
    guard var child = box.value else { return }
    body(&child, box.generation, true)
  }
}
