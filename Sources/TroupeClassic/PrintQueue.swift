/// The texts that are to be printed on a serial executor, in order.
///
/// A task for each text would leave the order to chance, as tasks may begin in any order. So the texts wait
/// here, and a task prints all that wait.
actor PrintQueue {
  private struct Waiting {
    var texts: [(text: String, printer: @Sendable (String) -> Void)] = []
    var isDraining = false
  }

  /// Those in use, by their executors, so that all who print on one executor share one.
  private static let queues = Locked<[ObjectIdentifier: WeakQueue]>([:])

  /// Kept alive as long as anything is printed on it.
  private nonisolated let executor: any SerialExecutor
  private nonisolated let waiting = Locked(Waiting())

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private init(_ executor: any SerialExecutor) {
    self.executor = executor
  }

  deinit {
    // Another one may have come in its place.
    Self.queues.withLock { queues in
      if let known = queues[ObjectIdentifier(executor)], known.queue == nil {
        queues[ObjectIdentifier(executor)] = nil
      }
    }
  }

  /// The queue of an executor.
  static func on(_ executor: any SerialExecutor) -> PrintQueue {
    queues.withLock { queues in
      if let queue = queues[ObjectIdentifier(executor)]?.queue { return queue }
      let queue = PrintQueue(executor)
      queues[ObjectIdentifier(executor)] = WeakQueue(queue: queue)
      return queue
    }
  }

  /// Prints a text after those before it. It returns at once.
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
