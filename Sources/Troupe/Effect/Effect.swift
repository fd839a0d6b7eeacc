/// A description of work that a reducer returns and a store runs.
///
/// An effect is a value: creating, combining or discarding it does nothing. When a reducer returns an effect,
/// the ``Store`` registers it in the same turn, so every later cancellation finds it. The store starts the
/// effect's work at the end of the turn, off its executor.
///
/// ```swift
/// return .run { send in
///   let results = try await search(query)
///   await send(.found(results))
/// }
/// .cancellable(id: SearchID(), cancelInFlight: true)
/// ```
///
/// Operators can be nested up to 64 deep. An effect that is nested deeper is reported as an issue and does
/// nothing. A `merge` of merges, or a `concatenate` of concatenations, is one list and can be nested to any
/// depth.
public struct Effect<Action: Sendable>: Sendable {
  /// The work, as it was joined; nil for none, so that the check for "no effect" is cheap.
  let content: Rope.Part?
  /// The nesting depth of its operators. The depth of an effect from a child's reducer is counted separately.
  let depth: Int

  /// The work, with joined effects as a list; nil for none.
  var program: UnresolvedEffect? {
    switch content {
    case nil: nil
    case .program(let program)?: program
    case .rope(let rope)?: rope.flattened
    }
  }

  init(_ program: UnresolvedEffect?) {
    content = program.map { .program($0) }
    depth = 0
  }

  init(_ content: Rope.Part, depth: Int) {
    self.content = content
    self.depth = depth
  }

  /// An effect that does nothing.
  ///
  /// ```swift
  /// case .nameChanged(let name):
  ///   state.name = name
  ///   return .none
  /// ```
  public static var none: Effect { Effect(nil) }

  /// Sends an action in the turn that runs the effect.
  ///
  /// ```swift
  /// return .send(.refreshStarted)
  /// ```
  ///
  /// The store reduces the action in the same turn, after the actions that were sent before it, and before
  /// the `send` that started the turn returns. The effect needs no task.
  ///
  /// - Parameter action: The action to reduce.
  public static func send(_ action: Action) -> Effect {
    Effect(.own(.send(QueuedAction(action))))
  }

  /// Runs asynchronous work that can send actions.
  ///
  /// ```swift
  /// return .run { send in
  ///   let results = try await search(query)
  ///   await send(.found(results))
  /// } catch: { error, send in
  ///   await send(.failed("\(error)"))
  /// }
  /// ```
  ///
  /// The work runs in a new task, off the store's executor, with the sender's task-local values and the
  /// dependencies that are current where the effect is created. An effect that was created elsewhere, such as
  /// a constant, gets the dependencies of the feature that returns it.
  ///
  /// The effect ends when `operation` returns or throws. Cancelling the effect cancels its task; actions that
  /// it sends after the cancellation are not reduced.
  ///
  /// An error that `operation` throws is passed to `handler`, or without a handler to the store's
  /// ``StoreConfiguration/failurePolicy``. A `CancellationError` is not a failure. An error thrown after the
  /// effect was cancelled is ignored.
  ///
  /// - Parameters:
  ///   - name: A name for events, reports and the task. The default is the location of the call.
  ///   - priority: The priority of the task; nil for the sender's priority.
  ///   - operation: The work. It gets a ``Send``, with which it sends actions.
  ///   - handler: Handles an error that `operation` throws.
  ///   - fileID: The file named in issues about the effect.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues about the effect.
  ///   - column: The column named in issues about the effect.
  public static func run(
    name: String? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Effect {
    let origin = WorkOrigin(
      name: name,
      priority: priority,
      location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      dependencies: TaskDependencies.setOverrides
    )
    return Effect(.own(.work(Work(origin: origin, operation: operation, handler: handler))))
  }

  /// Sends an action for each element of an asynchronous sequence.
  ///
  /// ```swift
  /// return .stream(notifications, transform: { .notified($0) })
  ///   .cancellable(id: NotificationsID())
  /// ```
  ///
  /// The effect takes the next element after the previous element's action has been reduced, and ends when
  /// the sequence ends. An error that the sequence throws is handled as in
  /// ``run(name:priority:operation:catch:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - sequence: The sequence to iterate.
  ///   - name: A name for events, reports and the task. The default is the location of the call.
  ///   - priority: The priority of the task; nil for the sender's priority.
  ///   - transform: Makes an action from an element.
  ///   - handler: Handles an error that the sequence throws.
  ///   - fileID: The file named in issues about the effect.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues about the effect.
  ///   - column: The column named in issues about the effect.
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements,
    name: String? = nil,
    priority: TaskPriority? = nil,
    transform: @escaping @Sendable (Elements.Element) -> Action,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Effect {
    .run(
      name: name,
      priority: priority,
      operation: { send in
        for try await element in sequence {
          // A sequence need not check for cancellation.
          try Task.checkCancellation()
          await send(transform(element))
        }
      },
      catch: handler,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

/// The effect of a reducer, named by the reducer's type: `EffectOf<Search>` is `Effect<Search.Action>`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>
