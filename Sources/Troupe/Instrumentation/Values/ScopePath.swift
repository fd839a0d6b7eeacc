/// The path from the root of a store to a scope. The root's path is empty.
///
/// Each component is named after the property or the case that holds the child's state, as in
/// `/library/rows[3]`.
/// A part that `Scope` embeds has no separate scope, so the part's name precedes the name of a child inside
/// the part, as in `/panel.sheet`. Nested key paths are treated in the same way.
public struct ScopePath: Hashable, Sendable, CustomStringConvertible {
  /// A component of a path.
  public struct Component: Hashable, Sendable, CustomStringConvertible {
    // The step is an object, so that a scope that opens and closes copies a reference.
    private let step: any ScopePathStep

    init(_ step: any ScopePathStep) { self.step = step }

    /// Returns whether two components lead to the same child of a scope.
    public static func == (lhs: Component, rhs: Component) -> Bool { lhs.step.isEqual(to: rhs.step) }

    /// Hashes the component.
    public func hash(into hasher: inout Hasher) { step.hash(into: &hasher) }

    /// The component as text on one line. Long text is truncated.
    public var description: String { text(showsPayloads: true) }

    func text(showsPayloads: Bool) -> String { step.text(showsPayloads: showsPayloads) }
  }

  /// The components, from the root.
  public let components: [Component]
  /// The number of the scope, which no other scope of the store has; 0 for the root. Two scopes that follow
  /// each other in one place have equal paths and different numbers.
  package let number: UInt64

  init(components: [Component], number: UInt64 = 0) {
    self.components = components
    self.number = number
  }

  /// Returns whether two paths lead to the same place.
  public static func == (lhs: ScopePath, rhs: ScopePath) -> Bool { lhs.components == rhs.components }

  /// Hashes the components.
  public func hash(into hasher: inout Hasher) { hasher.combine(components) }

  /// The components, separated by slashes. The root's text is a single slash.
  public var description: String { text(showsPayloads: true) }

  /// Returns the components, separated by slashes.
  ///
  /// - Parameter showsPayloads: Whether the text shows the ids of elements, or only the types and cases of
  ///   the ids.
  public func text(showsPayloads: Bool) -> String {
    "/" + components.map { $0.text(showsPayloads: showsPayloads) }.joined(separator: "/")
  }
}

/// A step from a scope to a child's scope.
protocol ScopePathStep: AnyObject, Sendable {
  /// Whether both steps lead to the same child.
  func isEqual(to other: any ScopePathStep) -> Bool
  func hash(into hasher: inout Hasher)
  func text(showsPayloads: Bool) -> String
}
