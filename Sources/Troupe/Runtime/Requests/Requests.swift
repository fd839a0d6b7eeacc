import Synchronization

/// The tasks that are waiting for the answer to an action of a store.
///
/// The requests belong to the store's executor, like the rest of the ``Runtime``.
struct Requests {
  /// The requests that weren't answered in the turn of their action.
  private final class Waiting {
    /// The requests by the number of their reply.
    var pending: [UInt64: PendingAnswer] = [:]
    var numbers: [CascadeID: UInt64] = [:]
  }

  /// The number of requests that have begun and haven't ended.
  private(set) var count = 0
  /// Nil until a request waits. Most stores never have one, and an idle store is 8 bytes smaller.
  private var waiting: Waiting?

  /// Whether no request is waiting beyond the turn of its action.
  var isEmpty: Bool { waiting?.pending.isEmpty ?? true }

  /// Records that the action of a request is about to be reduced.
  mutating func begin() { count += 1 }

  /// Adds a request that wasn't answered in the turn of its action.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - cascade: The action's cascade; nil if the action has no effect. An error in the cascade fails the
  ///     request.
  mutating func add(_ request: PendingAnswer, of cascade: CascadeID?) {
    let waiting = waiting ?? Waiting()
    self.waiting = waiting
    waiting.pending[request.number] = request
    if let cascade { waiting.numbers[cascade] = request.number }
  }

  /// Removes a request that has ended.
  mutating func end(_ request: PendingAnswer, of cascade: CascadeID?) {
    count -= 1
    guard let waiting else { return }
    waiting.pending[request.number] = nil
    if let cascade { waiting.numbers[cascade] = nil }
  }

  /// Fails the request whose action has caused a failed effect.
  func fail(_ cascade: CascadeID, _ error: any Error) {
    if let waiting, let number = waiting.numbers[cascade] { waiting.pending[number]?.fail(error) }
  }

  /// Fails all requests, because the store ends.
  func fail(_ error: any Error) {
    guard let waiting else { return }
    for request in waiting.pending.values { request.fail(error) }
  }
}

/// The requests that were sent through a scoped store whose state can be removed. These requests end when the
/// state is removed.
///
/// The requests belong to the store's executor, like the rest of the ``Runtime``.
final class ScopedRequests {
  private var requests: [ObjectIdentifier: PendingAnswer] = [:]

  func add(_ request: PendingAnswer) { requests[ObjectIdentifier(request)] = request }

  func remove(_ request: PendingAnswer) { requests[ObjectIdentifier(request)] = nil }

  /// Fails all requests, because the state was removed.
  func end() {
    for request in Swift.exchange(&requests, with: [:]).values {
      request.fail(StoreError(.stateGone, wasReduced: true))
    }
  }
}

/// The number of tasks that are waiting for a store, for methods that limit this number.
struct Admission: ~Copyable {
  private let count = Atomic(0)

  /// Counts one more task. Returns false if the maximum is reached.
  borrowing func enter(_ most: Int?) -> Bool {
    let before = count.add(1, ordering: .relaxed).oldValue
    guard let most, before >= most else { return true }
    leave()
    return false
  }

  borrowing func leave() { count.subtract(1, ordering: .relaxed) }
}
