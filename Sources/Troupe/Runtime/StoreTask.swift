/// A handle for an action's effects and everything that these effects cause.
///
/// A handle doesn't keep its store alive.
public struct StoreTask: Sendable {
  /// The action's cascade; nil if the action caused nothing. Shared values represent actions that weren't
  /// reduced and, in a saved store, actions that caused nothing.
  let cascade: Cascade?

  /// Whether the store has reduced the action, and the action has caused nothing.
  var causedNothing: Bool { cascade == nil }

  /// Whether the store reduced the action. The property is false if the store was closed, or if a scoped
  /// store's state was gone.
  ///
  /// If the action isn't reduced, ``Store/trySend(_:)`` throws an error instead. An action that a reducer or
  /// an observer sends during a turn, bypassing the store's isolation, counts as reduced. The store reduces
  /// that action at the end of the turn.
  public var wasReduced: Bool { cascade?.refusal == nil }

  /// Waits until all effects that the action caused, directly or indirectly, have ended.
  ///
  /// The call resumes when the last effect has ended, including effects that start during the wait. A
  /// cancelled effect ends when its operation returns. If the action caused nothing, or when the store is
  /// released, the call resumes immediately. If the waiting task is cancelled, the call cancels the effects,
  /// as ``cancel()`` does, and still waits until the effects have ended. Shutting down the store ends the
  /// wait, even if an effect ignored its cancellation and was left running.
  ///
  /// If the store was released while the action's effects were running, awaiting the handle reports an issue,
  /// because the effects were cancelled. Keep a reference to the store as long as you need the store's
  /// effects.
  ///
  /// An effect can't wait for its own end. If an effect calls this method to wait for the action that caused
  /// the effect, or for effects of any store that in turn wait for the calling effect, an issue is reported,
  /// and the call returns immediately. The same applies to the effect's child tasks and to
  /// `withTaskCancellation`. A `Task { … }` that the effect starts can wait until the effect has ended.
  ///
  /// - Parameters:
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
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
  /// The call resumes as ``finish(fileID:filePath:line:column:)`` does, or at the deadline. At the deadline,
  /// and when the waiting task is cancelled, the call cancels the effects, as ``cancel()`` does, without
  /// waiting until the effects have ended. If an effect calls this method to wait for its own end, the call
  /// waits until the deadline.
  ///
  /// - Parameters:
  ///   - duration: The time limit, measured by the store's clock, the dependency `continuousClock`.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
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

  /// Waits until all effects that the action caused have ended, and throws the first error that one of the
  /// effects threw.
  ///
  /// ```swift
  /// try await store.send(.posted("Hello")).result()
  /// ```
  ///
  /// The call resumes as ``finish(fileID:filePath:line:column:)`` does. If the store is saved, the call also
  /// waits until all turns so far are saved. An error that an effect's `catch:` handles isn't thrown. Any
  /// other error can be thrown, even if the ``FailurePolicy`` also reports the error or sends an action for
  /// the error. Cancelling the waiting task cancels the effects, as for `finish()`.
  ///
  /// - Throws: The first error that one of the effects threw; a ``StoreError`` if the action wasn't reduced,
  ///   or if the store was released before the action's effects had ended; a `CancellationError` if the
  ///   handle was cancelled and no effect failed; the storage's error if turns can no longer be saved.
  public nonisolated(nonsending) func result() async throws {
    try await cascade?.result()
  }

  /// Cancels all effects that the action caused, and no others.
  ///
  /// Actions that these effects send after this call are dropped. If an action is currently being reduced,
  /// its reduction is completed. The effects' tasks are cancelled as soon as the store's executor is free.
  /// You can call this method from any context, more than once, and after the effects have ended.
  public func cancel() {
    cascade?.cancel()
  }

  /// Whether the handle was cancelled. The property is also true if the action caused nothing. The property
  /// doesn't change when effects end by themselves.
  public var isCancelled: Bool { cascade?.isCancelled ?? true }

  /// The handle of an action that caused nothing.
  package static var ended: StoreTask { StoreTask(cascade: nil) }

  /// Whether a core has reduced the action. If this property is false, the store has to pass the handle to
  /// ``StateCore/answer(_:to:at:)``.
  @inline(__always)
  var isReduced: Bool { cascade?.id.slot != Cascade.slotOfUnreduced }

  /// The handle of an action that was sent during a turn and isn't queued yet.
  static var postponed: StoreTask { StoreTask(cascade: .ofPostponed) }

  /// The handle of an action that wasn't reduced.
  static func refused(because closed: StoreError) -> StoreTask {
    StoreTask(cascade: .refused(because: closed))
  }

  /// Whether all effects have ended.
  package var isOver: Bool { cascade?.hasEnded ?? true }
}

extension EffectSnapshot {
  /// Returns whether the handle's action caused the effect.
  package func isCaused(by task: StoreTask) -> Bool { task.cascade?.id == cascade }
}
