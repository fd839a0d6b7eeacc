/// Where warehouses run.
package struct WarehouseExecutors: Sendable {
  /// Makes the executor of a store.
  let makeOne: @Sendable () -> any SerialExecutor
  /// Where they are opened. What they were saved as may be large.
  let opening: any TaskExecutor

  package init(opening: any TaskExecutor, makeOne: @escaping @Sendable () -> any SerialExecutor) {
    (self.opening, self.makeOne) = (opening, makeOne)
  }
}
