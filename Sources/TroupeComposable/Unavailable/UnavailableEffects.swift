import TroupeStoreViews

// What belongs to Combine or SwiftUI. The compiler says at each use what to write in its place. The guide
// "Coming from the Composable Architecture" has a line for each.

extension Effect {
  /// Catches an effect of a publisher.
  ///
  /// - Parameter createPublisher: Makes the publisher.
  @available(
    *,
    unavailable,
    message:
      "There is no Combine here: 'Effect.stream' takes an async sequence, and 'publisher.values' is one. See 'Effects' in the guide 'Coming from the Composable Architecture'."
  )
  public static func publisher<Publisher>(_ createPublisher: () -> Publisher) -> Effect {
    fatalError("It can't be called.")
  }

  /// Catches an effect with an animation.
  ///
  /// - Parameter animation: The animation.
  @available(
    *,
    unavailable,
    message:
      "An effect has no animation: animate where the view observes the state. See 'Effects' in the guide 'Coming from the Composable Architecture'."
  )
  public func animation(_ animation: _NoAnimation? = nil) -> Effect { fatalError("It can't be called.") }

  /// Catches an effect with a transaction.
  ///
  /// - Parameter transaction: The transaction.
  @available(
    *,
    unavailable,
    message:
      "An effect has no transaction: set it where the view observes the state. See 'Effects' in the guide 'Coming from the Composable Architecture'."
  )
  public func transaction<Transaction>(_ transaction: Transaction) -> Effect {
    fatalError("It can't be called.")
  }

  /// Catches a debounce on a scheduler of Combine.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - dueTime: The time to wait.
  ///   - scheduler: The scheduler.
  ///   - options: The options of the scheduler.
  @available(
    *,
    unavailable,
    message:
      "Wait on a clock: 'debounce(id:for:clock:)'. See 'Effects' in the guide 'Coming from the Composable Architecture'."
  )
  public func debounce<ID, Time, Scheduler>(
    id: ID,
    for dueTime: Time,
    scheduler: Scheduler,
    options: Never? = nil
  ) -> Effect {
    fatalError("It can't be called.")
  }

  /// Catches a throttle on a scheduler of Combine.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - interval: The time between actions.
  ///   - scheduler: The scheduler.
  ///   - latest: Whether the latest action is sent.
  @available(
    *,
    unavailable,
    message:
      "Wait on a clock: 'throttle(id:for:latest:clock:)'. See 'Effects' in the guide 'Coming from the Composable Architecture'."
  )
  public func throttle<ID, Time, Scheduler>(
    id: ID,
    for interval: Time,
    scheduler: Scheduler,
    latest: Bool
  ) -> Effect {
    fatalError("It can't be called.")
  }
}

extension Send {
  /// Catches an action that is sent with an animation.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: The animation.
  @available(
    *,
    unavailable,
    message:
      "An action has no animation: animate where the view observes the state. See 'Effects' in the guide 'Coming from the Composable Architecture'."
  )
  public func callAsFunction(_ action: Action, animation: _NoAnimation?) async {
    fatalError("It can't be called.")
  }
}

/// An animation of SwiftUI.
///
/// It is public because unavailable declarations take it, so that the compiler's message names the mistake.
public struct _NoAnimation: Sendable {
  /// An animation of SwiftUI.
  public static let `default` = Self()
  /// An animation of SwiftUI.
  public static let linear = Self()
  /// An animation of SwiftUI.
  public static let easeIn = Self()
  /// An animation of SwiftUI.
  public static let easeOut = Self()
  /// An animation of SwiftUI.
  public static let easeInOut = Self()
  /// An animation of SwiftUI.
  public static let spring = Self()
  /// An animation of SwiftUI.
  public static let bouncy = Self()
  /// An animation of SwiftUI.
  public static let smooth = Self()
  /// An animation of SwiftUI.
  public static let snappy = Self()
}
