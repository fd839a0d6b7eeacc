/// What a running effect sends actions with.
///
/// ```swift
/// .run { send in
///   await send(.progress(0.5))
/// }
/// ```
///
/// A `Send` belongs to one effect. It is closed when the effect ends: what is sent after the effect was
/// cancelled is dropped silently and counted, what is sent after it ended by itself is dropped and reported
/// as an issue that names the effect.
public struct Send<Action: Sendable>: Sendable {
  private enum Target {
    case effect(RunningEffect)
    case mapped(@Sendable (Action) async -> Void)
  }

  private let target: Target

  /// Sends for an effect whose actions are those of the store.
  init(_ effect: RunningEffect) {
    target = .effect(effect)
  }

  private init(mapped: @escaping @Sendable (Action) async -> Void) {
    target = .mapped(mapped)
  }

  /// Sends an action to the store that runs the effect.
  ///
  /// It resumes when the action has been reduced and the turn that reduced it is over, or when it was
  /// dropped: in a cancelled task, and when the store is gone or has shut down.
  ///
  /// - Parameter action: The action to reduce.
  public func callAsFunction(_ action: Action) async {
    switch target {
    case .effect(let effect): await effect.send(Delivery(action))
    case .mapped(let send): await send(action)
    }
  }

  func map<Source: Sendable>(_ transform: @escaping @Sendable (Source) -> Action) -> Send<Source> {
    Send<Source>(mapped: { await self(transform($0)) })
  }
}

/// The ``Send`` of a reducer's effects.
public typealias SendOf<R: Reducer> = Send<R.Action>
