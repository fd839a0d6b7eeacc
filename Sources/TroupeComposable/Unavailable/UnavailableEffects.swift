import TroupeStoreViews

// These declarations are counterparts of declarations that depend on Combine or SwiftUI. At each use, the
// compiler suggests a replacement. The guide "Coming from the Composable Architecture" has a line for each
// declaration.

extension Effect {
  /// An unavailable counterpart of an effect that runs a Combine publisher.
  ///
  /// - Parameter createPublisher: A closure that creates the publisher.
  @available(
    *,
    unavailable,
    message:
      "Troupe doesn't use Combine: pass an async sequence, such as 'publisher.values', to 'Effect.stream'. See 'Effects' in the guide 'Coming from the Composable Architecture'."
  )
  public static func publisher<Publisher>(_ createPublisher: () -> Publisher) -> Effect {
    fatalError("This API is unavailable.")
  }

  /// An unavailable counterpart of an effect with an animation.
  ///
  /// - Parameter animation: The animation to use.
  @available(
    *,
    unavailable,
    message:
      "An effect has no animation: animate where the view observes the state. See 'Effects' in the guide 'Coming from the Composable Architecture'."
  )
  public func animation(_ animation: _NoAnimation? = nil) -> Effect { fatalError("This API is unavailable.") }

  /// An unavailable counterpart of an effect with a transaction.
  ///
  /// - Parameter transaction: The transaction to use.
  @available(
    *,
    unavailable,
    message:
      "An effect has no transaction: set it where the view observes the state. See 'Effects' in the guide 'Coming from the Composable Architecture'."
  )
  public func transaction<Transaction>(_ transaction: Transaction) -> Effect {
    fatalError("This API is unavailable.")
  }

  /// An unavailable counterpart of a debounce on a Combine scheduler.
  ///
  /// - Parameters:
  ///   - id: The id of the effect.
  ///   - dueTime: The time to wait.
  ///   - scheduler: The Combine scheduler.
  ///   - options: The scheduler's options.
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
    fatalError("This API is unavailable.")
  }

  /// An unavailable counterpart of a throttle on a Combine scheduler.
  ///
  /// - Parameters:
  ///   - id: The id of the effect.
  ///   - interval: The time between actions.
  ///   - scheduler: The Combine scheduler.
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
    fatalError("This API is unavailable.")
  }
}

extension Send {
  /// An unavailable counterpart of the method that sends an action with an animation.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - animation: The animation to use.
  @available(
    *,
    unavailable,
    message:
      "An action has no animation: animate where the view observes the state. See 'Effects' in the guide 'Coming from the Composable Architecture'."
  )
  public func callAsFunction(_ action: Action, animation: _NoAnimation?) async {
    fatalError("This API is unavailable.")
  }
}

extension ButtonStateAction {
  /// An unavailable counterpart of the method that sends a button's action with an animation.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - animation: The animation to use.
  @available(
    *,
    unavailable,
    message:
      "An action has no animation: animate where the view observes the state. See 'Effects' in the guide 'Coming from the Composable Architecture'."
  )
  public static func send(_ action: Action?, animation: _NoAnimation?) -> Self {
    fatalError("This API is unavailable.")
  }
}

/// A placeholder for a SwiftUI animation.
///
/// The type is public because unavailable declarations have parameters of this type, so that the compiler's
/// message names the mistake.
public struct _NoAnimation: Sendable {
  /// A placeholder for SwiftUI's default animation.
  public static let `default` = Self()
  /// A placeholder for SwiftUI's `linear` animation.
  public static let linear = Self()
  /// A placeholder for SwiftUI's `easeIn` animation.
  public static let easeIn = Self()
  /// A placeholder for SwiftUI's `easeOut` animation.
  public static let easeOut = Self()
  /// A placeholder for SwiftUI's `easeInOut` animation.
  public static let easeInOut = Self()
  /// A placeholder for SwiftUI's `spring` animation.
  public static let spring = Self()
  /// A placeholder for SwiftUI's `bouncy` animation.
  public static let bouncy = Self()
  /// A placeholder for SwiftUI's `smooth` animation.
  public static let smooth = Self()
  /// A placeholder for SwiftUI's `snappy` animation.
  public static let snappy = Self()
}
