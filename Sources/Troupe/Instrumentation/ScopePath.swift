/// The path of scope identities from the root of a store to a scope; empty for the root.
public struct ScopePath: Hashable, Sendable, CustomStringConvertible {
  /// One step of a path.
  public struct Component: Hashable, Sendable, CustomStringConvertible {
    private let identity: CancelID

    init(_ identity: some Hashable & Sendable) {
      self.identity = CancelID(identity)
    }

    /// The identity as text.
    public var description: String { identity.description }
  }

  /// The steps, from the root.
  public let components: [Component]

  /// The components, separated by slashes; a slash alone for the root.
  public var description: String {
    "/" + components.map(\.description).joined(separator: "/")
  }
}
