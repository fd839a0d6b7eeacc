/// The policy for an effect when the effect's limit has no free permit.
///
/// See ``Effect/limited(id:to:in:overflow:)``.
public struct LimitOverflow: Sendable, Hashable {
  enum Policy { case wait, drop, cancelOldest }
  let policy: Policy

  /// The effect waits until a permit is free. Waiting effects start in the order in which they arrived.
  public static var wait: LimitOverflow { LimitOverflow(policy: .wait) }

  /// The effect doesn't run. The store emits an `effectDropped` event.
  public static var drop: LimitOverflow { LimitOverflow(policy: .drop) }

  /// The oldest effect with the id is cancelled, and the new effect starts when the oldest effect has ended.
  public static var cancelOldest: LimitOverflow { LimitOverflow(policy: .cancelOldest) }
}
