/// A description of work that a reducer returns and a store runs.
///
/// An effect is a value: making one, combining it and throwing it away does nothing. A ``Store`` that gets
/// it from its reducer registers it in the same turn, so that a cancellation that comes later always finds
/// it, and starts its work at the end of the turn, off the store's executor.
///
/// ```swift
/// return .run { send in
///   let results = try await search(query)
///   await send(.found(results))
/// }
/// .cancellable(id: SearchID(), cancelInFlight: true)
/// ```
///
/// Operators may be nested 64 deep. What is nested deeper is reported as an issue and does nothing. A `merge` of
/// merges, and a `concatenate` of concatenations, is one list and may be as deep as it likes.
public struct Effect<Action: Sendable>: Sendable {
  /// What to do, as it was joined; nil for nothing, so that "no effect" is one test.
  let content: Rope.Part?
  /// How deep operators are nested in it. What comes from a child's reducer counts anew.
  let depth: Int

  /// What to do, with what was joined as a list; nil for nothing.
  var program: Program? {
    switch content {
    case nil: nil
    case .program(let program)?: program
    case .rope(let rope)?: rope.flattened
    }
  }

  init(_ program: Program?) {
    content = program.map { .program($0) }
    depth = 0
  }

  init(_ content: Rope.Part, depth: Int) {
    self.content = content
    self.depth = depth
  }

  /// Does nothing.
  public static var none: Effect { Effect(nil) }

  /// Sends an action in the turn that runs the effect.
  ///
  /// The action is reduced after those that were sent before it, in the same turn, before `send` returns to
  /// whoever started the turn. It needs no task.
  ///
  /// - Parameter action: The action to reduce.
  public static func send(_ action: Action) -> Effect {
    Effect(.send(Delivery(action)))
  }

  /// Runs asynchronous work that may send actions.
  ///
  /// The work runs in a task of its own, off the store's executor, with the task-locals of whoever sent the
  /// action, and with the dependencies in force where the effect is made. Where that isn't the place in the tree of
  /// features that returns it, as with a constant, it takes those of that place. It is over when `operation` returns
  /// or throws. When the effect is cancelled, its task is, and nothing that it sends from then on is reduced.
  ///
  /// An error that `operation` throws goes to `handler`, and without one to the store's
  /// ``StoreConfiguration/failurePolicy``. A `CancellationError` is no failure, and an error thrown after the
  /// effect was cancelled is ignored.
  ///
  /// - Parameters:
  ///   - name: A name for events, reports and the task; where it is nil, the location stands for it.
  ///   - priority: The priority of the task; that of the sender where it is nil.
  ///   - operation: The work. It gets a ``Send`` to send actions with.
  ///   - handler: What to do with an error.
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
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      dependencies: TaskDependencies.setOverrides
    )
    return Effect(.work(Work(origin: origin, operation: operation, handler: handler)))
  }

  /// Sends an action for each element of an asynchronous sequence.
  ///
  /// The effect is over when the sequence is. An element is taken when the action for the one before it has
  /// been reduced. An error that the sequence throws is treated like one of
  /// ``run(name:priority:operation:catch:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - sequence: The sequence to iterate.
  ///   - name: A name for events, reports and the task.
  ///   - priority: The priority of the task; that of the sender where it is nil.
  ///   - transform: Makes an action from an element.
  ///   - handler: What to do with an error.
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
          // A sequence need not look at the cancellation itself.
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

/// The effects of a reducer.
public typealias EffectOf<R: Reducer> = Effect<R.Action>
