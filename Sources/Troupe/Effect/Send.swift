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
  private let effect: RunningEffect
  /// The store's action for one of the effect's; nil where they are the same.
  private let delivery: (@Sendable (Action) -> any ErasedDelivery)?

  init(_ effect: RunningEffect, delivery: (@Sendable (Action) -> any ErasedDelivery)?) {
    self.effect = effect
    self.delivery = delivery
  }

  /// Sends an action to the store that runs the effect.
  ///
  /// It resumes when the action has been reduced and the turn that reduced it is over, or when it was
  /// dropped: in a cancelled task, and when the store is gone or has shut down. Where the caller runs on the executor of
  /// the store itself, it doesn't leave it for that.
  ///
  /// - Parameter action: The action to reduce.
  public nonisolated(nonsending) func callAsFunction(_ action: Action) async {
    await effect.send(delivery(of: action), on: effect.home)
  }

  func map<Source: Sendable>(_ transform: @escaping @Sendable (Source) -> Action) -> Send<Source> {
    Send<Source>(effect) { delivery(of: transform($0)) }
  }

  private func delivery(of action: Action) -> any ErasedDelivery {
    delivery?(action) ?? Delivery(action)
  }
}

/// The ``Send`` of a reducer's effects.
public typealias SendOf<R: Reducer> = Send<R.Action>
