import Synchronization

/// The tasks that are waiting for the answer to an action of a store.
///
/// The requests belong to the store's executor, like the rest of the ``Runtime``.
///
/// Overlapping access isn't checked at run time, because the checks make an `ask` 2 % slower. It can't occur:
/// no other code runs during an access.
final class Requests {
  /// The number of requests that have begun and haven't ended.
  @exclusivity(unchecked) private(set) var count = 0
  /// The requests that weren't answered in the turn of their action, by the number of their reply.
  @exclusivity(unchecked) private var pending: [UInt64: PendingAnswer] = [:]
  /// The numbers of these requests by the cascades of their actions.
  @exclusivity(unchecked) private var numbers: [CascadeID: UInt64] = [:]

  /// Whether no request is waiting beyond the turn of its action.
  var isEmpty: Bool { pending.isEmpty }

  /// Records that the action of a request is about to be reduced.
  func begin() { count += 1 }

  /// Adds a request that wasn't answered in the turn of its action.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - cascade: The action's cascade; nil if the action has no effect. An error in the cascade fails the
  ///     request.
  func add(_ request: PendingAnswer, of cascade: CascadeID?) {
    pending[request.number] = request
    if let cascade { numbers[cascade] = request.number }
  }

  /// Removes a request that has ended.
  func end(_ request: PendingAnswer, of cascade: CascadeID?) {
    count -= 1
    if pending.isEmpty { return }
    pending[request.number] = nil
    if let cascade { numbers[cascade] = nil }
  }

  /// Fails the request whose action has caused a failed effect.
  func fail(_ cascade: CascadeID, _ error: any Error) {
    if let number = numbers[cascade] { pending[number]?.fail(error) }
  }

  /// Fails all requests, because the store ends.
  func fail(_ error: any Error) {
    for request in pending.values { request.fail(error) }
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
