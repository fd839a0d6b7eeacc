/// The scope in which a limit counts effects.
///
/// See ``Effect/limited(id:to:in:overflow:)``.
public struct LimitScope: Sendable, Hashable {
  enum Kind { case feature, parent, store }
  let kind: Kind

  /// Counts in the scope of the feature that returns the effect.
  public static var feature: LimitScope { LimitScope(kind: .feature) }

  /// Counts in the parent's scope, together with the parent's own effects with the id.
  ///
  /// The parent of a row of `forEach` or a child of `ifLet` or `ifCaseLet` is the feature that embeds it. A
  /// feature that `Scope` embeds shares the scope of the surrounding feature. The root has no parent, and
  /// counts in its own scope.
  public static var parent: LimitScope { LimitScope(kind: .parent) }

  /// Counts in the whole store, which is the root's scope.
  public static var store: LimitScope { LimitScope(kind: .store) }
}
