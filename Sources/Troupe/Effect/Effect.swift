/// A description of work that a reducer returns and a store runs.
///
/// An effect is a value, so creating, combining or discarding an effect runs no work. When a reducer returns
/// an effect, the ``Store`` registers the effect in the same turn, so every later cancellation finds the
/// effect. The store starts the effect's work at the end of the turn, off the store's executor.
///
/// ```swift
/// return .run { send in
///   let results = try await search(query)
///   await send(.found(results))
/// }
/// .cancellable(id: SearchID(), cancelInFlight: true)
/// ```
///
/// Operators can be nested up to 64 deep. If an effect is nested more deeply, an issue is reported and the
/// effect does nothing. A `merge` of merges, or a `concatenate` of concatenations, counts as one list and can
/// be nested to any depth.
public struct Effect<Action: Sendable>: Sendable {
  /// The effect's work, with joined effects as a tree. For an effect that does nothing, the property is nil,
  /// so that the store can recognize such an effect quickly.
  let content: Rope.Part?
  /// The nesting depth of the effect's operators. The depth of an effect from a child's reducer is counted
  /// separately.
  let depth: Int

  /// The work, with joined effects flattened to a list; nil for an effect that does nothing.
  @inline(__always)
  var program: UnresolvedEffect? { content == nil ? nil : programOfContent }

  private var programOfContent: UnresolvedEffect? {
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

  /// An effect that does nothing.
  ///
  /// ```swift
  /// case .nameChanged(let name):
  ///   state.name = name
  ///   return .none
  /// ```
  public static var none: Effect { Effect(nil) }

  /// Sends an action in the turn that starts the effect.
  ///
  /// ```swift
  /// return .send(.refreshStarted)
  /// ```
  ///
  /// The store reduces the action in the same turn, after the actions that were sent earlier. The call to
  /// ``Store/send(_:fileID:filePath:line:column:)`` that started the turn returns after this reduction. The
  /// effect runs without a task.
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
  /// dependencies that are current when the effect is created. An effect that is created outside a reducer,
  /// such as a constant, uses the dependencies of the feature that returns the effect.
  ///
  /// The effect ends when `operation` returns or throws. Cancelling the effect cancels its task. Actions that
  /// the effect sends after its cancellation are not reduced.
  ///
  /// An error that `operation` throws is passed to `handler` or, if there is no handler, to the store's
  /// ``StoreConfiguration/failurePolicy``. A `CancellationError` is not a failure. An error thrown after the
  /// effect was cancelled is ignored.
  ///
  /// - Parameters:
  ///   - name: A name for events, reports and the task. The default is the location of the call.
  ///   - priority: The priority of the task; nil for the sender's priority.
  ///   - operation: The work, which receives a ``Send`` with which to send actions.
  ///   - handler: Handles an error that `operation` throws.
  ///   - fileID: The file named in issues about the effect.
  ///   - filePath: The file's path.
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
  /// The effect requests the next element after the previous element's action has been reduced, and ends when
  /// the sequence ends. An error that the sequence throws is handled like an error of
  /// ``run(name:priority:operation:catch:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - sequence: The sequence to iterate over.
  ///   - name: A name for events, reports and the task. The default is the location of the call.
  ///   - priority: The priority of the task; nil for the sender's priority.
  ///   - transform: Converts an element to an action.
  ///   - handler: Handles an error that the sequence throws.
  ///   - fileID: The file named in issues about the effect.
  ///   - filePath: The file's path.
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
          // Not every sequence checks for cancellation.
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
