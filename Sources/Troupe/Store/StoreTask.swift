/// The handle of what an action started: the effects of its turn, and all that they cause.
///
/// A handle doesn't keep its store alive.
public struct StoreTask: Sendable {
  /// Nil where nothing was caused; one that stands for all refused actions where the action wasn't reduced.
  let cascade: Cascade?

  /// Whether the store took the action and reduced it. False after the store was shut down, and for a scoped store
  /// whose state has gone.
  ///
  /// ``Store/trySend(_:)`` throws in its stead. An action that a reducer or an observer sends by force, in the middle of
  /// a turn, counts as reduced; it is when that is over.
  public var wasReduced: Bool { cascade !== Cascade.ofRefused }

  /// Waits until everything that the action caused has ended.
  ///
  /// It resumes when the last effect of the growing tree has really ended: cancelled work counts until its
  /// operation has returned. It resumes at once when the action caused nothing, and when the store is
  /// released. Cancelling the waiting task cancels the work, as ``cancel()`` does, and goes on waiting for it
  /// to end. Shutting down the store ends the wait, also for work that ignored its cancellation and was left behind.
  ///
  /// An effect can't wait for its own end. Where it waits here for that of the action that caused it, or for effects that
  /// wait for it in turn, in whatever stores, it is an issue, and the wait resumes at once. So it is for its child tasks
  /// and in `withTaskCancellation`, but not for a `Task { … }` that it started: that waits until the effect has ended.
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

  /// Whether the handle was cancelled; true for an action that caused nothing. Effects that end by themselves don't
  /// change it.
  public var isCancelled: Bool { cascade?.isCancelled ?? true }

  /// The handle of an action that caused nothing.
  package static var ended: StoreTask { StoreTask(cascade: nil) }

  /// The handle of an action that wasn't reduced.
  static var refused: StoreTask { StoreTask(cascade: .ofRefused) }

  /// Whether everything has ended.
  package var isOver: Bool { cascade?.hasEnded ?? true }
}
