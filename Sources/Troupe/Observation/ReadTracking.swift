/// A token for a value that was read from a state. It exists as long as an observer tracks the value.
package final class ReadToken: Hashable, Sendable {
  /// The object that compares the value after turns, if the token has to keep it alive.
  ///
  /// - Note: `nonisolated(unsafe)`, because the token never uses it: it is only released with the token, on
  ///   any thread. `FunctionScopingTests` under the thread sanitizer would catch a use.
  private nonisolated(unsafe) let keeper: AnyObject?

  init(keeping keeper: AnyObject? = nil) {
    self.keeper = keeper
  }

  package static func == (lhs: ReadToken, rhs: ReadToken) -> Bool { lhs === rhs }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A weak reference to a token.
struct WeakToken {
  fileprivate(set) weak var token: ReadToken?
}

/// Manages the tokens of tracked reads, and collects the tokens whose values have changed.
///
/// A tracker of a value keeps the value's token. When the token is released, no observer tracks the value any
/// more.
final class ReadTracking {
  /// Offers a token to the current reader.
  private let offer: (ReadToken) -> Void
  /// Called when a value becomes tracked.
  var onTracked: () -> Void = {}
  /// The object that each token keeps alive.
  weak var keeper: AnyObject?
  private var changed: [ReadToken] = []

  init(offer: @escaping (ReadToken) -> Void) {
    self.offer = offer
  }

  /// Records a read of a token's value. Returns false if no observer tracks it.
  func track(_ weak: inout WeakToken) -> Bool {
    if let known = weak.token {
      offer(known)
      return true
    }
    weak = offerNew()
    guard weak.token != nil else { return false }
    onTracked()
    return true
  }

  // Not inlined, so that only the trackers keep the token after it returns.
  @inline(never)
  private func offerNew() -> WeakToken {
    let token = ReadToken(keeping: keeper)
    offer(token)
    return WeakToken(token: token)
  }

  /// Records that a token's value has changed.
  func record(changed weak: WeakToken) {
    if let token = weak.token { changed.append(token) }
  }

  func takeChanged() -> [ReadToken] {
    defer { changed = [] }
    return changed
  }
}

/// The reads inside a member that was read itself, as a tracked state uses them.
protocol NestedReads: AnyObject {
  /// Whether an observer tracks any of the reads.
  var isTracked: Bool { get }

  /// Records that all values that were read have changed.
  func recordAllChanged()
}
