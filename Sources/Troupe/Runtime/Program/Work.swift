/// Work with the type of its actions.
final class Work<Action: Sendable>: AnyWork {
  let origin: WorkOrigin
  let operation: @Sendable (Send<Action>) async throws -> Void
  let handler: (@Sendable (any Error, Send<Action>) async -> Void)?

  init(
    origin: WorkOrigin,
    operation: @escaping @Sendable (Send<Action>) async throws -> Void,
    handler: (@Sendable (any Error, Send<Action>) async -> Void)?
  ) {
    self.origin = origin
    self.operation = operation
    self.handler = handler
  }

  /// Casts a leaf of an `Effect<Action>`, which contains no other type of work.
  static func cast(_ leaf: any AnyWork) -> Work {
    guard let work = leaf as? Work else {
      preconditionFailure(
        "The program of an effect with actions of type \(Action.self) contains a \(type(of: leaf))."
      )
    }
    return work
  }

  func start(
    in effect: RunningEffect,
    on executor: (any TaskExecutor)?,
    naming: (any TaskNaming)?
  ) -> Task<Void, any Error> {
    let (name, priority) = (origin.name, origin.priority?.ofTask)
    // Even a preference for no executor makes every suspension of the task more expensive.
    if let naming {
      return Task(name: name, executorPreference: naming, priority: priority) {
        let (location, id) = (effect.location, effect.id)
        naming.nameCurrentTask { "\(RunningEffect.label(name, at: location)) \(id)" }
        await self.run(in: effect)
      }
    }
    if let executor {
      return Task(name: name, executorPreference: executor, priority: priority) {
        await self.run(in: effect)
      }
    }
    return Task(name: name, priority: priority) { await self.run(in: effect) }
  }

  @inline(__always)
  private func run(in effect: RunningEffect) async {
    var error: (any Error)?
    effect.mark.set()
    // Work that was cancelled before it started never starts.
    if effect.isRunning {
      do { try await operation(send(in: effect)) } catch let thrown { error = thrown }
    }
    await end(effect, error)
  }

  /// Handles an error of the work and then ends the effect. This method isn't inlined, because its local
  /// variables would take stack space in the work's frame.
  @inline(never)
  private nonisolated(nonsending) func end(_ effect: RunningEffect, _ error: (any Error)?) async {
    var failure: (any Error)?
    // The cast comes last, because it looks up the types.
    if let error, !Task.isCancelled, !(error is CancellationError) {
      if let handler { await handler(error, send(in: effect)) } else { failure = error }
    }
    effect.mark.clear()
    if effect.canEndByMail {
      await effect.endByMail()
    } else {
      await effect.end(error: failure, on: effect.isolation)
    }
  }

  private func send(in effect: RunningEffect) -> Send<Action> {
    Send(effect, queuedAction: effect.route.map { ActionRoute.cast($0).queuedAction })
  }

  func map<NewAction: Sendable>(_ transform: @escaping @Sendable (Action) -> NewAction) -> Work<NewAction> {
    let newHandler: (@Sendable (any Error, Send<NewAction>) async -> Void)?
    if let handler {
      newHandler = { error, send in await handler(error, send.map(transform)) }
    } else {
      newHandler = nil
    }
    return Work<NewAction>(
      origin: origin,
      operation: { [operation] send in try await operation(send.map(transform)) },
      handler: newHandler
    )
  }

  func with(dependencies: DependencyOverrides) -> any AnyWork {
    var origin = origin
    origin.dependencies = .ofWork(madeUnder: origin.dependencies, in: dependencies)
    origin.hasDecidedDependencies = true
    return Work(origin: origin, operation: operation, handler: handler)
  }

  func retrying(_ backoff: Backoff, clock: any Clock<Duration>) -> any AnyWork {
    Work(
      origin: origin,
      operation: { [operation] send in
        var attempt = 1
        while true {
          do {
            return try await operation(send)
          } catch {
            guard !Task.isCancelled, !(error is CancellationError),
              let delay = backoff.delay(beforeAttempt: attempt)
            else { throw error }
            attempt += 1
            try await clock.promptSleep(for: delay.bounded)
          }
        }
      },
      handler: handler
    )
  }

  func watched(_ begin: @escaping @Sendable () -> WorkWatch) -> any AnyWork {
    Work(
      origin: origin,
      operation: { [self] plainSend in
        let watch = begin()
        let send = plainSend.map { (action: Action) in
          watch.sent(action)
          return action
        }
        defer { watch.ended(Task.isCancelled) }
        try await operationAndHandler(send)
      },
      handler: nil
    )
  }

  func wrapped(by wrapper: some WorkWrapper) -> any AnyWork {
    Work(
      origin: origin,
      operation: { [self] send in try await wrapper.run { try await operationAndHandler(send) } },
      handler: nil
    )
  }

  /// Does the work inside a surrounding operator, to which the handler belongs. The handler is called under
  /// the same conditions as in the method `end`.
  private nonisolated(nonsending) func operationAndHandler(_ send: Send<Action>) async throws {
    do {
      try await operation(send)
    } catch {
      guard let handler, !Task.isCancelled, !(error is CancellationError) else { throw error }
      await handler(error, send)
    }
  }
}
