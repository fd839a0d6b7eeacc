/// A token for a value that was read from a state. The token exists as long as an observer tracks the value.
package final class ReadToken: Hashable, Sendable {
  /// The object that compares the value after each turn, if the token has to keep that object alive.
  ///
  /// - Note: `nonisolated(unsafe)` is safe because the token never uses the object. The object is merely
  ///   released together with the token, on any thread. `FunctionScopingTests` under the thread sanitizer
  ///   would detect any use.
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

/// Manages the tokens of tracked reads and collects the tokens whose values have changed.
///
/// An observer that tracks a value keeps the value's token. When the token is released, no observer tracks
/// the value any more.
final class ReadTracking {
  /// Offers a token to the current reader.
  private let offer: (ReadToken) -> Void
  /// A closure that is called when a value becomes tracked.
  var onTracked: () -> Void = {}
  /// The object that each token keeps alive.
  weak var keeper: AnyObject?
  private var changed: [ReadToken] = []

  init(offer: @escaping (ReadToken) -> Void) {
    self.offer = offer
  }

  /// Records a read of a token's value. Returns false if no observer tracks the value.
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

  // This method isn't inlined, so that only the observers keep the token after the method returns.
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

/// The reads inside a member, with the operations that tracking needs.
protocol NestedReads: AnyObject {
  /// Whether an observer tracks any of the reads.
  var isTracked: Bool { get }

  /// Records that all values that were read have changed.
  func recordAllChanged()
}
