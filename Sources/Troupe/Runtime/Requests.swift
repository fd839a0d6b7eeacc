import Synchronization

/// The tasks that wait for the answer of an action of a store.
///
/// It belongs to the executor of its store, like the rest of the ``Runtime``.
final class Requests {
  private var pending: [UInt64: PendingAnswer] = [:]
  private var numbers: [CascadeID: UInt64] = [:]
  private var lastNumber: UInt64 = 0

  var isEmpty: Bool { pending.isEmpty }

  /// Adds a request. Returns its number, to remove it with.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - cascade: What its action causes; nil if that is nothing. An error of it fails the request.
  func add(_ request: PendingAnswer, of cascade: CascadeID?) -> UInt64 {
    lastNumber += 1
    pending[lastNumber] = request
    if let cascade { numbers[cascade] = lastNumber }
    return lastNumber
  }

  /// Removes a request that has ended.
  func remove(_ number: UInt64, of cascade: CascadeID?) {
    pending[number] = nil
    if let cascade { numbers[cascade] = nil }
  }

  /// Fails the request whose action led to an effect that has failed.
  func fail(_ cascade: CascadeID, _ error: any Error) {
    if let number = numbers[cascade] { pending[number]?.fail(error) }
  }

  /// Fails all requests, as the store ends.
  func end(_ error: any Error) {
    for request in pending.values { request.fail(error) }
  }
}

/// The requests that were sent through a scoped store whose state may go away. They end with it.
///
/// It belongs to the executor of its store, like the rest of the ``Runtime``.
final class ScopedRequests {
  private var requests: [ObjectIdentifier: PendingAnswer] = [:]

  func add(_ request: PendingAnswer) { requests[ObjectIdentifier(request)] = request }

  func remove(_ request: PendingAnswer) { requests[ObjectIdentifier(request)] = nil }

  /// Fails all of them, as the state has gone.
  func end() {
    for request in Swift.exchange(&requests, with: [:]).values {
      request.fail(RequestError(.closed, wasReduced: true, because: .stateGone))
    }
  }
}

/// The number of tasks that wait for a store through the methods that count them.
struct Admission: ~Copyable {
  private let count = Atomic(0)

  /// Counts one more task. Returns false if there are as many as allowed.
  borrowing func enter(_ most: Int?) -> Bool {
    let before = count.add(1, ordering: .relaxed).oldValue
    guard let most, before >= most else { return true }
    leave()
    return false
  }

  borrowing func leave() { count.subtract(1, ordering: .relaxed) }
}
