import Synchronization

extension Runtime {
  /// Stops taking actions from outside. What has been enqueued is still reduced.
  final func drain() {
    guard turn.lifecycle == .open else { return }
    mail.withLock { $0.close() }
    takeMail()
    turn.lifecycle = .draining
  }

  /// Cancels all effects and refuses new ones.
  final func cancelEverything() {
    turn.phase = .settling
    engine.close()
    endTurn()
  }

  /// Cancels all effects.
  final func cancelEffects() {
    takeMail()
    turn.phase = .settling
    engine.cancelAll(in: .root)
    endTurn()
  }

  /// Ends the streams and waits of all observers, and of those who wait for effects that were left behind.
  final func close() {
    turn.lifecycle = .closed
    for case let cascade? in handles { cascade.complete() }
    observe { $0.end() }
  }
}
