/// What a ``TestStore`` takes for a failure when a test doesn't mention it.
public struct Exhaustivity: Equatable, Sendable {
  /// Whether every change of the state has to be asserted.
  public var state: Bool
  /// Whether every received action has to be asserted, in order.
  public var actions: Bool
  /// Whether every effect has to have ended at the end of the test.
  public var effects: Bool
  /// Whether to print what a test passed over.
  ///
  /// To find out, closures that assert are run a second time, on the state as it was before.
  public var showsSkippedAssertions: Bool

  /// Makes an exhaustivity.
  public init(state: Bool, actions: Bool, effects: Bool, showSkippedAssertions: Bool = false) {
    self.state = state
    self.actions = actions
    self.effects = effects
    self.showsSkippedAssertions = showSkippedAssertions
  }

  /// Everything has to be asserted.
  public static var on: Exhaustivity { Exhaustivity(state: true, actions: true, effects: true) }

  /// Only what a test mentions is looked at.
  public static var off: Exhaustivity { .off() }

  /// Only what a test mentions is looked at.
  ///
  /// - Parameter showSkippedAssertions: Whether to print what a test passed over.
  public static func off(showSkippedAssertions: Bool = false) -> Exhaustivity {
    Exhaustivity(state: false, actions: false, effects: false, showSkippedAssertions: showSkippedAssertions)
  }
}
