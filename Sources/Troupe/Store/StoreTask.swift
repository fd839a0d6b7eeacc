/// A handle for the effects of an action and everything that they cause.
///
/// A handle doesn't keep its store alive.
public struct StoreTask: Sendable {
  /// Nil if the action caused nothing. Shared values represent actions that weren't reduced and, in a saved
  /// store, actions that caused nothing.
  let cascade: Cascade?

  /// Whether the store has reduced the action, and the action caused nothing else.
  var causedNothing: Bool { cascade == nil }

  /// Whether the store reduced the action. It is false if the store is closed, or if a scoped store's state
  /// is gone.
  ///
  /// ``Store/trySend(_:)`` throws an error instead. An action that a reducer or an observer sends during a
  /// turn, bypassing the store's isolation, counts as reduced; the store reduces it at the end of that turn.
  public var wasReduced: Bool { cascade?.refusal == nil }

  /// Waits until all effects that the action caused, directly or indirectly, have ended.
  ///
  /// It resumes when the last effect has ended, including effects that start during the wait. A cancelled
  /// effect ends when its operation returns. It resumes at once if the action caused nothing, or when the
  /// store is released. Cancelling the waiting task cancels the effects, as ``cancel()`` does, and still
  /// waits for them to end. Shutting down the store ends the wait, even if an effect ignored its cancellation
  /// and was left running.
  ///
  /// Awaiting the handle of a store that was released while the action's effects ran is an issue, because the
  /// effects were cancelled. Keep the store as long as you need its effects.
  ///
  /// An effect can't wait for its own end. If it waits here for the action that caused it, or for effects
  /// that in turn wait for it, in any store, an issue is reported, and the wait returns immediately. The same
  /// applies to its child tasks and to `withTaskCancellation`. A `Task { … }` that the effect starts can wait
  /// until the effect has ended.
  ///
  /// - Parameters:
  ///   - fileID: The file named in the issue.
  ///   - filePath: The path of that file.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  public nonisolated(nonsending) func finish(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await cascade?.finish(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Waits until all effects that the action caused, directly or indirectly, have ended, up to a time limit.
  ///
  /// ```swift
  /// try await store.send(.refreshTapped).finish(within: .seconds(5))
  /// ```
  ///
  /// It resumes as ``finish(fileID:filePath:line:column:)`` does, or at the deadline. At the deadline, and
  /// when the waiting task is cancelled, it cancels the effects as ``cancel()`` does, without waiting for
  /// them to end. If an effect waits here for its own end, it waits until the deadline.
  ///
  /// - Parameters:
  ///   - duration: The time limit, measured by the store's clock, which is its dependency `continuousClock`.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The path of that file.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  /// - Throws: ``StoreError/Code/deadlineExceeded`` if the time limit is reached; a `CancellationError` if
  ///   the waiting task is cancelled.
  public nonisolated(nonsending) func finish(
    within duration: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try await cascade?.finish(within: duration, at: location)
  }

  /// Waits until all effects that the action caused have ended, and throws the first error of an effect.
  ///
  /// ```swift
  /// try await store.send(.posted("Hello")).result()
  /// ```
  ///
  /// It resumes as ``finish(fileID:filePath:line:column:)`` does. If the store is saved, it also waits until
  /// all turns so far are saved. An error that an effect's `catch:` handles isn't thrown. All other errors
  /// are, regardless of the ``FailurePolicy``: an error that is reported or sent as an action is thrown here,
  /// too. Cancelling the waiting task cancels the effects, as for `finish()`.
  ///
  /// - Throws: The first error of an effect; a ``StoreError`` if the action wasn't reduced, or if the store
  ///   was released before its effects had ended; a `CancellationError` if the handle was cancelled and no
  ///   effect failed; the storage's error if turns can no longer be saved.
  public nonisolated(nonsending) func result() async throws {
    try await cascade?.result()
  }

  /// Cancels all effects that the action caused, and no others.
  ///
  /// Actions that those effects send after this call are dropped. An action that is currently being reduced
  /// is completed. The tasks of the effects are cancelled as soon as the store's executor is free. You can
  /// call it from any context, more than once, and after the effects have ended.
  public func cancel() {
    cascade?.cancel()
  }

  /// Whether the handle was cancelled. It is true if the action caused nothing, and doesn't change when
  /// effects end by themselves.
  public var isCancelled: Bool { cascade?.isCancelled ?? true }

  /// The handle of an action that caused nothing.
  package static var ended: StoreTask { StoreTask(cascade: nil) }

  /// Whether a core has reduced the action. Otherwise, the store has to pass the handle to
  /// ``StoreCoreProtocol/answer(_:to:at:)``.
  @inline(__always)
  var isReduced: Bool { cascade?.id.slot != Cascade.slotOfUnreduced }

  /// The handle of an action that was sent during a turn, and that isn't queued yet.
  static var postponed: StoreTask { StoreTask(cascade: .ofPostponed) }

  /// The handle of an action that wasn't reduced.
  static func refused(because closed: StoreError) -> StoreTask {
    StoreTask(cascade: .refused(because: closed))
  }

  /// Whether all effects have ended.
  package var isOver: Bool { cascade?.hasEnded ?? true }
}

extension EffectSnapshot {
  /// Whether an action from outside caused it.
  package func isCaused(by task: StoreTask) -> Bool { task.cascade?.id == cascade }
}
