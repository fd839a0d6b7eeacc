import Troupe
import TroupeDiagnostics

/// The continuation of a load, which gets the result.
public struct LoadContinuation<Value: Sendable>: Sendable {
  private let result: OneResult<Value>

  /// Creates a continuation.
  ///
  /// - Parameters:
  ///   - description: The name of the key, for issues.
  ///   - callback: Called with the result: the value, or nil for the initial value.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "",
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void
  ) {
    result = OneResult(description, callback)
  }

  /// Ends the load with a value.
  public func resume(returning value: Value) { resume(with: .success(value)) }

  /// Ends the load with an error.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

  /// Ends the load without a value: the key has none, and the initial value stays.
  public func resumeReturningInitialValue() { resume(with: .success(nil)) }

  /// Ends the load with a result.
  public func resume(with result: Result<Value?, any Error>) { self.result.resume(with: result) }
}

/// The continuation of a save, which gets the result.
public struct SaveContinuation: Sendable {
  private let result: OneResult<Never>

  /// Creates a continuation.
  ///
  /// - Parameters:
  ///   - description: The name of the key, for issues.
  ///   - callback: Called with the result.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "",
    callback: @escaping @Sendable (Result<Never?, any Error>) -> Void
  ) {
    result = OneResult(description, callback)
  }

  /// Ends the save successfully.
  public func resume() { resume(with: .success(())) }

  /// Ends the save with an error.
  public func resume(throwing error: any Error) { resume(with: .failure(error)) }

  /// Ends the save with a result.
  public func resume(with result: Result<Void, any Error>) { self.result.resume(with: result.map { nil }) }
}

/// The subscriber to a value's changes from outside.
public struct SharedSubscriber<Value: Sendable>: Sendable {
  private let callback: @Sendable (Result<Value?, any Error>) -> Void
  private let onLook: (@Sendable (@escaping Look) -> Void)?
  private let onLoading: (@Sendable (Bool) -> Void)?

  /// Creates a subscriber.
  ///
  /// - Parameters:
  ///   - callback: Called for each change.
  ///   - onLoading: Called when the key begins or ends to load.
  public init(
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onLoading: (@Sendable (Bool) -> Void)? = nil
  ) {
    self.init(callback: callback, onLook: nil, onLoading: onLoading)
  }

  /// Looks whether the value has changed outside; nil if it hasn't.
  package typealias Look = @Sendable () -> Result<Value?, any Error>?

  init(
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onLook: (@Sendable (@escaping Look) -> Void)?,
    onLoading: (@Sendable (Bool) -> Void)?
  ) {
    self.callback = callback
    self.onLook = onLook
    self.onLoading = onLoading
  }

  /// Checks for a change, and applies it. If a save runs in the meantime, the value is saved again after it,
  /// so that the key has it in the end.
  package func look(_ look: @escaping Look) {
    if let onLook { onLook(look) } else if let result = look() { callback(result) }
  }

  /// Changes the value.
  public func yield(_ value: Value) { yield(with: .success(value)) }

  /// Sets whether the value is being loaded.
  public func yieldLoading(_ isLoading: Bool = true) { onLoading?(isLoading) }

  /// Changes the value to its initial value.
  public func yieldReturningInitialValue() { yield(with: .success(nil)) }

  /// Records that the value can't be loaded.
  public func yield(throwing error: any Error) { yield(with: .failure(error)) }

  /// Takes a result.
  public func yield(with result: Result<Value?, any Error>) { callback(result) }
}

/// A subscription to changes of a value, which ends when it is released.
public struct SharedSubscription: Sendable {
  private let box: Box

  /// Creates a subscription.
  ///
  /// - Parameter cancel: Ends it. It is called once.
  public init(_ cancel: @escaping @Sendable () -> Void) { box = Box(cancel) }

  /// Ends the subscription.
  public func cancel() { box.cancel() }

  private final class Box: Sendable {
    // The structure keeps the compiler from converting the function with each exchange.
    private struct Cancellation { let run: @Sendable () -> Void }

    private let onCancel: Locked<Cancellation?>

    init(_ onCancel: @escaping @Sendable () -> Void) { self.onCancel = Locked(Cancellation(run: onCancel)) }

    func cancel() { onCancel.withLock { Swift.exchange(&$0, with: nil) }?.run() }

    deinit { cancel() }
  }
}

/// Accepts one result, and reports an issue if there is none or a second one.
private final class OneResult<Value: Sendable>: Sendable {
  // The structure keeps the compiler from converting the function with each exchange.
  private struct Callback: Sendable { let run: @Sendable (Result<Value?, any Error>) -> Void }

  private let callback: Locked<Callback?>
  private let description: @Sendable () -> String

  init(
    _ description: @escaping @Sendable () -> String,
    _ callback: @escaping @Sendable (Result<Value?, any Error>) -> Void
  ) {
    self.callback = Locked(Callback(run: callback))
    self.description = description
  }

  private var name: String {
    let text = description()
    return text.isEmpty ? "A shared key" : "The shared key \(text)"
  }

  deinit {
    guard let callback = callback.withLock({ $0 }) else { return }
    reportIssue(
      """
      \(name) released its continuation without resuming it. The load ends with the initial value, or the save as if it \
      had succeeded.

      Call one of the continuation's `resume` functions exactly once, on each path.
      """
    )
    callback.run(.success(nil))
  }

  func resume(with result: Result<Value?, any Error>) {
    guard let callback = callback.withLock({ Swift.exchange(&$0, with: nil) }) else {
      return reportIssue(
        """
        \(name) resumed its continuation more than once. The second result was dropped.

        Call one of the continuation's `resume` functions exactly once. For later changes, use the subscriber.
        """
      )
    }
    callback.run(result)
  }
}
