/// What becomes of an effect for which there is no place under its limit.
///
/// See ``Effect/limited(id:to:in:whenFull:)``.
public struct WhenFull: Sendable, Hashable {
  enum Policy { case wait, drop, cancelOldest }
  let policy: Policy

  /// It waits, and starts when a place is free, in order.
  public static var wait: WhenFull { WhenFull(policy: .wait) }

  /// It is not run at all; the event stream says so.
  public static var drop: WhenFull { WhenFull(policy: .drop) }

  /// The oldest effect under the id is cancelled, and the new one starts when that has ended.
  public static var cancelOldest: WhenFull { WhenFull(policy: .cancelOldest) }
}
