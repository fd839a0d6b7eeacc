/// The parts of a feature's behavior that a test has to assert in a ``TestStore``.
public struct Exhaustivity: Equatable, Sendable {
  /// Whether the test has to assert every change of the state.
  public var state: Bool
  /// Whether the test has to receive every action, in order.
  public var actions: Bool
  /// Whether every effect has to end by the end of the test.
  public var effects: Bool
  /// Whether to print changes that a test doesn't assert.
  ///
  /// To find these changes, the test store runs each asserting closure a second time, on the previous state.
  public var showsSkippedAssertions: Bool

  /// Creates an exhaustivity.
  public init(state: Bool, actions: Bool, effects: Bool, showSkippedAssertions: Bool = false) {
    self.state = state
    self.actions = actions
    self.effects = effects
    self.showsSkippedAssertions = showSkippedAssertions
  }

  /// An exhaustivity with which the test has to assert everything.
  public static var on: Exhaustivity { Exhaustivity(state: true, actions: true, effects: true) }

  /// An exhaustivity with which the test store checks only the test's assertions.
  public static var off: Exhaustivity { .off() }

  /// Returns an exhaustivity with which the test store checks only the test's assertions.
  ///
  /// - Parameter showSkippedAssertions: Whether to print changes that a test doesn't assert.
  public static func off(showSkippedAssertions: Bool = false) -> Exhaustivity {
    Exhaustivity(state: false, actions: false, effects: false, showSkippedAssertions: showSkippedAssertions)
  }
}
