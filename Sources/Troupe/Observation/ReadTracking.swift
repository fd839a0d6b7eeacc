/// What stands for something that was read of a state. It lives as long as anyone tracks that.
package final class ReadToken: Hashable, Sendable {
  package static func == (lhs: ReadToken, rhs: ReadToken) -> Bool { lhs === rhs }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A token that isn't kept.
struct WeakToken {
  fileprivate(set) weak var token: ReadToken?
}

/// Knows who tracks what is read, one by one, and collects what has changed for them.
///
/// Who tracks something keeps its token. So what nobody tracks any more is found out without being told.
final class ReadTracking {
  /// Offers a token to whoever reads now.
  private let offer: (ReadToken) -> Void
  /// Called when something is tracked that wasn't.
  var onTracked: () -> Void = {}
  private var changed: [ReadToken] = []

  init(offer: @escaping (ReadToken) -> Void) {
    self.offer = offer
  }

  /// Notes that what a token stands for is read; false where nobody tracks it.
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

  // Not inlined: when it returns, the token is kept by those who track it alone.
  @inline(never)
  private func offerNew() -> WeakToken {
    let token = ReadToken()
    offer(token)
    return WeakToken(token: token)
  }

  /// Notes that what a token stands for has changed.
  func note(changed weak: WeakToken) {
    if let token = weak.token { changed.append(token) }
  }

  func takeChanged() -> [ReadToken] {
    defer { changed = [] }
    return changed
  }
}

/// Reads of something that was read in its turn, as a tracked state knows them.
protocol NestedReads: AnyObject {
  /// Whether anyone tracks any of them.
  var isTracked: Bool { get }

  /// Notes that all of them have changed.
  func noteAllChanged()
}
