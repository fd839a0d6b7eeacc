/// The identifier of an action that a store has reduced, or of a dismissal.
///
/// The identifier is unique across stores and processes, so you can search a log for the identifier. The
/// identifier's text consists of the number of the store's run and the action's number in that run, as in
/// `5f2c9a1b04e7d3a8.17`.
public struct ActionID: Hashable, Sendable, CustomStringConvertible, LosslessStringConvertible {
  /// A random number that identifies the run of a store. All actions of the run share the number.
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

/// The cause of an action, an effect or an event: the ids of the direct cause and of the first action in the
/// chain of causes.
public struct Cause: Hashable, Sendable {
  /// The action that is the direct cause. When the action was reduced, a reducer returned the caused action
  /// or effect, or the effect that sent the caused action.
  public let action: ActionID
  /// The first action in the chain of causes, such as the action of a request. Nothing in a store caused this
  /// action.
  public let root: ActionID

  /// Creates a cause.
  ///
  /// - Parameters:
  ///   - action: The action that is the direct cause.
  ///   - root: The first action in the chain of causes.
  public init(action: ActionID, root: ActionID) {
    self.action = action
    self.root = root
  }
}
