/// A queue of texts to print on a serial executor in order.
///
/// If each text were printed in a separate task, the order would be undefined, because tasks may start in any
/// order. Instead, the texts are queued, and a single task prints all queued texts.
actor PrintQueue {
  private struct Waiting {
    var texts: [(text: String, printer: @Sendable (String) -> Void)] = []
    var isDraining = false
  }

  /// The queues in use, keyed by their executors, so that all printers on an executor share a queue.
  private static let queues = Locked<[ObjectIdentifier: WeakQueue]>([:])

  /// The executor, which is kept alive as long as texts are being printed on it.
  private nonisolated let executor: any SerialExecutor
  private nonisolated let waiting = Locked(Waiting())

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private init(_ executor: any SerialExecutor) {
    self.executor = executor
  }

  deinit {
    // Another queue may have replaced this queue.
    Self.queues.withLock { queues in
      if let known = queues[ObjectIdentifier(executor)], known.queue == nil {
        queues[ObjectIdentifier(executor)] = nil
      }
    }
  }

  /// Returns an executor's queue.
  static func on(_ executor: any SerialExecutor) -> PrintQueue {
    queues.withLock { queues in
      if let queue = queues[ObjectIdentifier(executor)]?.queue { return queue }
      let queue = PrintQueue(executor)
      queues[ObjectIdentifier(executor)] = WeakQueue(queue: queue)
      return queue
    }
  }

  /// Prints a text after the previous texts. The method returns immediately.
  nonisolated func print(_ text: String, with printer: @escaping @Sendable (String) -> Void) {
    let begins = waiting.withLock { waiting in
      waiting.texts.append((text, printer))
      defer { waiting.isDraining = true }
      return !waiting.isDraining
    }
    if begins { Task { await drain() } }
  }

  private func drain() {
    while true {
      let texts = waiting.withLock { waiting in
        let texts = waiting.texts
        waiting.texts = []
        if texts.isEmpty { waiting.isDraining = false }
        return texts
      }
      if texts.isEmpty { return }
      for (text, printer) in texts { printer(text) }
    }
  }
}

private struct WeakQueue: Sendable {
  weak let queue: PrintQueue?
}
