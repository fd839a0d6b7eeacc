/// The policy for an effect when the effect's store is shut down.
///
/// See ``Effect/onShutdown(_:)``.
public struct OnShutdown: Sendable, Hashable {
  enum Policy { case cancel, finish }
  let policy: Policy

  /// The effect is cancelled as soon as the shutdown starts. An effect that is still waiting to start never
  /// starts.
  public static var cancel: OnShutdown { OnShutdown(policy: .cancel) }

  /// The effect continues until its work ends or the shutdown's deadline is reached.
  public static var finish: OnShutdown { OnShutdown(policy: .finish) }
}
