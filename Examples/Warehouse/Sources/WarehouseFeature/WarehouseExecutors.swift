/// Where warehouses run.
package struct WarehouseExecutors: Sendable {
  /// Creates a store's executor.
  let makeOne: @Sendable () -> any SerialExecutor
  /// Where warehouses are opened. Their saved states may be large.
  let opening: any TaskExecutor

  package init(opening: any TaskExecutor, makeOne: @escaping @Sendable () -> any SerialExecutor) {
    (self.opening, self.makeOne) = (opening, makeOne)
  }
}
