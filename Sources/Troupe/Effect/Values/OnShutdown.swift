/// What happens to an effect when its store is shut down.
///
/// See ``Effect/onShutdown(_:)``.
public struct OnShutdown: Sendable, Hashable {
  enum Policy { case cancel, finish }
  let policy: Policy

  /// The effect is cancelled as soon as the shutdown begins. If it waits to start, it never starts.
  public static var cancel: OnShutdown { OnShutdown(policy: .cancel) }

  /// The effect goes on until it ends, or until the deadline of the shutdown.
  public static var finish: OnShutdown { OnShutdown(policy: .finish) }
}
