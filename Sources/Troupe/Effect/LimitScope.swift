/// Where effects are counted that share a limit.
///
/// See ``Effect/limited(id:to:in:whenFull:)``.
public struct LimitScope: Sendable, Hashable {
  enum Kind { case feature, parent, store }
  let kind: Kind

  /// In the scope of the feature that returns the effect.
  public static var feature: LimitScope { LimitScope(kind: .feature) }

  /// In the scope above that: for a row of `forEach` or a child of `ifLet` or `ifCaseLet`, in the one of the feature that
  /// embeds it, together with that feature's own effects under the id. In the root, in its own.
  ///
  /// A feature that is embedded by `Scope` has the scope of the feature around it.
  public static var parent: LimitScope { LimitScope(kind: .parent) }

  /// In the whole store: in the scope of its root.
  public static var store: LimitScope { LimitScope(kind: .store) }
}
