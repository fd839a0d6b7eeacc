extension Store {
  /// Adds an action to the store's inbox without waiting. You can call this method from any context.
  ///
  /// ```swift
  /// try store.enqueue(.refreshTapped)
  /// ```
  ///
  /// The store reduces actions in the order in which they were enqueued, each in a separate turn, and before
  /// any action that the same task sends afterwards. Enqueued actions keep the store alive until they are
  /// reduced. Enqueued actions and their effects run without the caller's task-local values, unless
  /// ``StoreConfiguration/actionContext`` captures these values.
  ///
  /// If a scoped store's state is gone when the action reaches the front of the inbox, the store reports an
  /// issue.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  /// - Throws: ``StoreError/inboxFull(capacity:)`` if the inbox is full and rejects actions; a closed store's
  ///   error, such as ``StoreError/shutDown``. In both cases, the action isn't enqueued. In a closure with
  ///   several statements, write `do throws(StoreError)` to keep the error's type.
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

  /// Adds an action to the store's inbox, with a given location for issues.
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
  ///   - context: The context, which sets task-local values for the action and its effects.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  /// - Throws: ``StoreError/inboxFull(capacity:)`` if the inbox is full and rejects actions; a closed store's
  ///   error, such as ``StoreError/shutDown``. In both cases, the action isn't enqueued.
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
