/// The texts to print on a serial executor, in order.
///
/// With a task for each text, the order would be undefined, because tasks may start in any order. So the
/// texts are queued here, and one task prints all queued texts.
actor PrintQueue {
  private struct Waiting {
    var texts: [(text: String, printer: @Sendable (String) -> Void)] = []
    var isDraining = false
  }

  /// The queues in use, by their executors, so that all printers on one executor share a queue.
  private static let queues = Locked<[ObjectIdentifier: WeakQueue]>([:])

  /// Kept alive as long as texts are being printed on it.
  private nonisolated let executor: any SerialExecutor
  private nonisolated let waiting = Locked(Waiting())

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private init(_ executor: any SerialExecutor) {
    self.executor = executor
  }

  deinit {
    // Another queue may have replaced it.
    Self.queues.withLock { queues in
      if let known = queues[ObjectIdentifier(executor)], known.queue == nil {
        queues[ObjectIdentifier(executor)] = nil
      }
    }
  }

  /// Returns the queue of an executor.
  static func on(_ executor: any SerialExecutor) -> PrintQueue {
    queues.withLock { queues in
      if let queue = queues[ObjectIdentifier(executor)]?.queue { return queue }
      let queue = PrintQueue(executor)
      queues[ObjectIdentifier(executor)] = WeakQueue(queue: queue)
      return queue
    }
  }

  /// Prints a text after the previous texts. It returns at once.
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
