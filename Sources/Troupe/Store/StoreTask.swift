/// The handle of what an action started: the effects of its turn, and all that they cause.
///
/// A handle doesn't keep its store alive.
public struct StoreTask: Sendable {
  let cascade: Cascade?

  /// Waits until everything that the action caused has ended.
  ///
  /// It resumes when the last effect of the growing tree has really ended: cancelled work counts until its
  /// operation has returned. It resumes at once when the action caused nothing, and when the store is
  /// released. Cancelling the waiting task cancels the work, as ``cancel()`` does, and goes on waiting for it
  /// to end. Shutting down the store ends the wait, also for work that ignored its cancellation and was left behind.
  public nonisolated(nonsending) func finish() async {
    await cascade?.finish()
  }

  /// Cancels everything that the action caused, and nothing else.
  ///
  /// From this moment on no action that those effects send is taken up; one that is just being reduced still is.
  /// Their tasks are cancelled as soon as the store's executor is free. It may be called from anywhere, more than once, and after the work has ended.
  public func cancel() {
    cascade?.cancel()
  }

  /// Whether the handle was cancelled; true for an action that caused nothing.
  public var isCancelled: Bool { cascade?.isCancelled ?? true }

  /// The handle of an action that caused nothing.
  package static var ended: StoreTask { StoreTask(cascade: nil) }

  /// Whether everything has ended.
  package var isOver: Bool { cascade?.hasEnded ?? true }
}
