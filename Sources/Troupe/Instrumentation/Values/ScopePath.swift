/// The path from the root of a store to a scope. It is empty for the root.
///
/// Each step is named by the property or the case that its operator embeds, as in `/library/rows[3]`. A part
/// that `Scope` embeds has no scope. Its name comes before that of a child in it: `/panel.sheet`. The same
/// goes for a nested key path.
public struct ScopePath: Hashable, Sendable, CustomStringConvertible {
  /// One step of a path.
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

  /// The steps, from the root.
  public let components: [Component]

  /// The components, separated by slashes. The root is a single slash.
  public var description: String { text(showsPayloads: true) }

  /// Returns the components, separated by slashes.
  ///
  /// - Parameter showsPayloads: Whether it shows the ids of elements, or only their types and cases.
  public func text(showsPayloads: Bool) -> String {
    "/" + components.map { $0.text(showsPayloads: showsPayloads) }.joined(separator: "/")
  }
}

/// A step of a path that contains an id.
protocol ScopePathStep {
  func text(showsPayloads: Bool) -> String
}
