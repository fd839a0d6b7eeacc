/// The identifier of an action that a store has reduced, or of a dismissal.
///
/// It is unique across stores and processes, so you can search a log for it. Its text consists of the number
/// of the store's run and the number of the action in that run, as in `5f2c9a1b04e7d3a8.17`.
public struct ActionID: Hashable, Sendable, CustomStringConvertible, LosslessStringConvertible {
  /// A random number that identifies the run of a store; all actions of the run share it.
  public let run: UInt64
  /// The number of the action in the run. Later actions have larger numbers.
  public let number: UInt64

  /// Creates an identifier from its parts.
  ///
  /// - Parameters:
  ///   - run: The number that identifies the run of a store.
  ///   - number: The number of the action in the run.
  public init(run: UInt64, number: UInt64) {
    self.run = run
    self.number = number
  }

  /// Creates an identifier from its text, or returns nil if the text isn't an identifier.
  ///
  /// - Parameter description: The text, as in `5f2c9a1b04e7d3a8.17`.
  public init?(_ description: String) {
    let parts = description.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 16, let run = UInt64(parts[0], radix: 16),
      let number = UInt64(parts[1])
    else { return nil }
    self.init(run: run, number: number)
    // Each identifier has exactly one text.
    if self.description != description { return nil }
  }

  /// The text, as in `5f2c9a1b04e7d3a8.17`.
  public var description: String {
    let digits = String(run, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits + ".\(number)"
  }
}

/// The cause of an action, an effect or an event: the ids of the direct cause and of the first action of the
/// chain.
public struct Cause: Hashable, Sendable {
  /// The action that is the direct cause: its reducer returned the action or effect, or returned the effect
  /// that sent it.
  public let action: ActionID
  /// The first action of the chain, which has no cause in a store, such as the action of a request.
  public let root: ActionID

  /// Creates a cause.
  ///
  /// - Parameters:
  ///   - action: The action that is the direct cause.
  ///   - root: The first action of the chain.
  public init(action: ActionID, root: ActionID) {
    self.action = action
    self.root = root
  }
}
