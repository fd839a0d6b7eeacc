/// The path from the root of a store to a scope. The root's path is empty.
///
/// Each component is named after the property or the case that holds the child's state, as in
/// `/library/rows[3]`.
/// A part that `Scope` embeds has no separate scope, so the part's name precedes the name of a child inside
/// the part, as in `/panel.sheet`. Nested key paths are treated in the same way.
public struct ScopePath: Hashable, Sendable, CustomStringConvertible {
  /// A component of a path.
  public struct Component: Hashable, Sendable, CustomStringConvertible {
    private let identity: CancelID

    init(_ identity: some Hashable & Sendable) {
      self.identity = CancelID(identity)
    }

    /// The component as text on one line. Long text is truncated.
    public var description: String { text(showsPayloads: true) }

    func text(showsPayloads: Bool) -> String {
      (identity.base as? any ScopePathStep)?.text(showsPayloads: showsPayloads)
        ?? IssueText.id(identity.base, showsPayloads: showsPayloads)
    }
  }

  /// The components, from the root.
  public let components: [Component]

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

/// A path component that contains an id.
protocol ScopePathStep {
  func text(showsPayloads: Bool) -> String
}
