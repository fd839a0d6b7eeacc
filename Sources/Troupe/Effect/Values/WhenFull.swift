/// The policy for an effect that finds no free permit under its limit.
///
/// See ``Effect/limited(id:to:in:overflow:)``.
public struct LimitOverflow: Sendable, Hashable {
  enum Policy { case wait, drop, cancelOldest }
  let policy: Policy

  /// The effect waits, and starts when a permit is free. Effects start in the order in which they arrived.
  public static var wait: LimitOverflow { LimitOverflow(policy: .wait) }

  /// The effect doesn't run. The store emits an `effectDropped` event.
  public static var drop: LimitOverflow { LimitOverflow(policy: .drop) }

  /// The oldest effect under the id is cancelled, and the new one starts when the oldest has ended.
  public static var cancelOldest: LimitOverflow { LimitOverflow(policy: .cancelOldest) }
}
