extension Store {
  /// Adds an action to the store's inbox, from any context and without waiting.
  ///
  /// ```swift
  /// try store.enqueue(.refreshTapped)
  /// ```
  ///
  /// The store reduces enqueued actions in the order of the calls, each in a separate turn, and before any
  /// action that the same task sends afterwards. Enqueued actions keep the store alive until they are
  /// reduced. They and their effects run without the caller's task-local values, unless
  /// ``StoreConfiguration/actionContext`` captures them.
  ///
  /// If a scoped store's state is gone when the action is due, the store reports an issue.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The path of that file.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  /// - Throws: ``StoreError/inboxFull(capacity:)`` if the inbox is full and its policy is to reject; the
  ///   error of a closed store, such as ``StoreError/shutDown``. In both cases, the action isn't enqueued.
  ///   In a closure with several statements, write `do throws(StoreError)` to keep the error's type.
  public nonisolated func enqueue(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws(StoreError) {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try core.enqueue(action, gate: nil, in: nil, at: location)
  }

  /// Adds an action that was enqueued at a location to the store's inbox.
  package nonisolated func enqueue(_ action: Action, at location: CallSite) throws(StoreError) {
    try core.enqueue(action, gate: nil, in: nil, at: location)
  }

  /// Adds an action to the store's inbox as ``enqueue(_:fileID:filePath:line:column:)`` does, with an
  /// explicit context.
  ///
  /// The action and its effects run in this context, which replaces the contexts that
  /// ``StoreConfiguration/actionContext`` and the store's instruments would capture.
  ///
  /// ```swift
  /// let tenant = Tenant.current
  /// let context = ActionContext { work in Tenant.$current.withValue(tenant) { work() } }
  /// try store.enqueue(.refreshTapped, context: context)
  /// ```
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - context: Sets task-local values.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The path of that file.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  /// - Throws: ``StoreError/inboxFull(capacity:)`` if the inbox is full and its policy is to reject;
  ///   ``StoreError/shutDown`` if the store was shut down. In both cases, the action isn't
  ///   enqueued.
  public nonisolated func enqueue(
    _ action: Action,
    context: ActionContext,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws(StoreError) {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try core.enqueue(action, gate: nil, in: context, at: location)
  }
}
