/// A token for a value that was read from a state. It lives as long as anyone tracks the value.
package final class ReadToken: Hashable, Sendable {
  /// What compares the value after turns, if nothing else keeps it as long as the value is tracked.
  ///
  /// - Note: `nonisolated(unsafe)`, because nobody uses it here: it is only released with the token, and that
  ///   may happen anywhere. `FunctionScopingTests` under the thread sanitizer would catch a use.
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
/// A caller that tracks a value keeps its token. When the token is gone, nobody tracks the value any more.
final class ReadTracking {
  /// Offers a token to the current reader.
  private let offer: (ReadToken) -> Void
  /// Called when a value becomes tracked.
  var onTracked: () -> Void = {}
  /// What each token keeps.
  weak var keeper: AnyObject?
  private var changed: [ReadToken] = []

  init(offer: @escaping (ReadToken) -> Void) {
    self.offer = offer
  }

  /// Records a read of a token's value. Returns false if nobody tracks it.
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

  // Not inlined, so that only the trackers keep the token when it returns.
  @inline(never)
  private func offerNew() -> WeakToken {
    let token = ReadToken(keeping: keeper)
    offer(token)
    return WeakToken(token: token)
  }

  /// Records that a token's value has changed.
  func note(changed weak: WeakToken) {
    if let token = weak.token { changed.append(token) }
  }

  func takeChanged() -> [ReadToken] {
    defer { changed = [] }
    return changed
  }
}

/// The reads inside a member that was read itself, as a tracked state sees them.
protocol NestedReads: AnyObject {
  /// Whether anyone tracks any of them.
  var isTracked: Bool { get }

  /// Records that all of them have changed.
  func noteAllChanged()
}
