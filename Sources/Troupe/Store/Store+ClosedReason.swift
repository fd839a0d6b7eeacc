extension Store {
  /// The reason why the store accepts no more actions; nil while the store accepts actions.
  ///
  /// Sequences such as ``states()`` end without an error. Read this property to find out why a sequence has
  /// ended.
  ///
  /// ```swift
  /// for await state in orders.states() { show(state) }
  /// if await orders.closedReason == .superseded { print("Another process takes the orders now.") }
  /// ```
  public var closedReason: StoreError? {
    runtime.enter { core.closed }
  }

  /// Whether the store was shut down, or is being shut down.
  @usableFromInline
  package nonisolated var isClosedToActions: Bool { runtime.mailbox.isClosed }
}
