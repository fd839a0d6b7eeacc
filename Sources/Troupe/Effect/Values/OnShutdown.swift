/// The policy for an effect when its store is shut down.
///
/// See ``Effect/onShutdown(_:)``.
public struct OnShutdown: Sendable, Hashable {
  enum Policy { case cancel, finish }
  let policy: Policy

  /// The effect is cancelled as soon as the shutdown starts. If the effect is still waiting to start, it
  /// never starts.
  public static var cancel: OnShutdown { OnShutdown(policy: .cancel) }

  /// The effect continues until it ends, or until the shutdown's deadline.
  public static var finish: OnShutdown { OnShutdown(policy: .finish) }
}
