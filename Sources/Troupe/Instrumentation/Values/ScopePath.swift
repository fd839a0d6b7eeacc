/// The path from the root of a store to a scope. It is empty for the root.
///
/// Each component is named after the property or the case that its operator embeds, as in `/library/rows[3]`.
/// A part that `Scope` embeds has no scope; its name precedes the name of a child in it: `/panel.sheet`. The
/// same applies to a nested key path.
public struct ScopePath: Hashable, Sendable, CustomStringConvertible {
  /// A component of a path.
  public struct Component: Hashable, Sendable, CustomStringConvertible {
    private let identity: CancelID

    init(_ identity: some Hashable & Sendable) {
      self.identity = CancelID(identity)
    }

    /// The identity as text on one line. Long text is truncated.
    public var description: String { text(showsPayloads: true) }

    func text(showsPayloads: Bool) -> String {
      (identity.base as? any ScopePathStep)?.text(showsPayloads: showsPayloads)
        ?? IssueText.id(identity.base, showsPayloads: showsPayloads)
    }
  }

  /// The components, from the root.
  public let components: [Component]

  /// The components, separated by slashes. The root is a single slash.
  public var description: String { text(showsPayloads: true) }

  /// Returns the components, separated by slashes.
  ///
  /// - Parameter showsPayloads: Whether the text shows the ids of elements, or only their types and cases.
  public func text(showsPayloads: Bool) -> String {
    "/" + components.map { $0.text(showsPayloads: showsPayloads) }.joined(separator: "/")
  }
}

/// A component of a path that contains an id.
protocol ScopePathStep {
  func text(showsPayloads: Bool) -> String
}
