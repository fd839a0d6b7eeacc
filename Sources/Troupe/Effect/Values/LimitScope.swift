/// The scope in which a limit counts effects.
///
/// See ``Effect/limited(id:to:in:overflow:)``.
public struct LimitScope: Sendable, Hashable {
  enum Kind { case feature, parent, store }
  let kind: Kind

  /// Counts effects in the scope of the feature that returns the effect.
  public static var feature: LimitScope { LimitScope(kind: .feature) }

  /// Counts effects in the parent's scope, together with the parent's own effects with the same id.
  ///
  /// For a row of `forEach` or a child of `ifLet` or `ifCaseLet`, the parent is the feature that embeds the
  /// row or child. A feature that `Scope` embeds shares the scope of the surrounding feature. The root has no
  /// parent, so its effects are counted in the root's scope.
  public static var parent: LimitScope { LimitScope(kind: .parent) }

  /// Counts effects in the root's scope, that is, in the whole store.
  public static var store: LimitScope { LimitScope(kind: .store) }
}
