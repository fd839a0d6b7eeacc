/// The identifier of an action that a store has reduced, or of a dismissal.
///
/// No other action has it, in this process or in another one, so that a log can be searched for it. Its text
/// is the number of the store's run and that of the action in it, as in `5f2c9a1b04e7d3a8.17`.
public struct ActionID: Hashable, Sendable, CustomStringConvertible, LosslessStringConvertible {
  /// The number of the run of a store: random, and the same for all of its actions.
  public let run: UInt64
  /// The number of the action in the run. Later actions have larger numbers.
  public let number: UInt64

  /// Creates an identifier from its parts.
  ///
  /// - Parameters:
  ///   - run: The number of the run of a store.
  ///   - number: The number of the action in the run.
  public init(run: UInt64, number: UInt64) {
    self.run = run
    self.number = number
  }

  /// Creates an identifier from its text; nil if the text isn't one.
  ///
  /// - Parameter description: The text, as in `5f2c9a1b04e7d3a8.17`.
  public init?(_ description: String) {
    let parts = description.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 16, let run = UInt64(parts[0], radix: 16),
      let number = UInt64(parts[1])
    else { return nil }
    self.init(run: run, number: number)
    // There is one text of each.
    if self.description != description { return nil }
  }

  /// The text, as in `5f2c9a1b04e7d3a8.17`.
  public var description: String {
    let digits = String(run, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits + ".\(number)"
  }
}

/// What an action, an effect or an event follows from.
public struct Cause: Hashable, Sendable {
  /// The action that it follows from directly: the one whose reducer returned it, or returned the effect that
  /// sent it.
  public let action: ActionID
  /// The first action of the chain: the one that nothing of a store caused, such as that of a request.
  public let root: ActionID

  /// Creates a cause.
  ///
  /// - Parameters:
  ///   - action: The action that something follows from directly.
  ///   - root: The first action of the chain.
  public init(action: ActionID, root: ActionID) {
    self.action = action
    self.root = root
  }
}
