import Troupe
import TroupeDurable

/// How a program opens warehouses that it shares with other programs.
package struct SharedWarehouses: Sendable {
  package typealias Open = @Sendable (any Storage) async throws -> StoreOf<Warehouse>

  /// Where the program looks for the warehouses that are due, and that it may open.
  package let due: any Storage
  /// Opens a warehouse with the storage that it gives to the function, or throws if it is another program's.
  package let open: @Sendable (StorageKey, @escaping Open) async throws -> StoreOf<Warehouse>

  package init(
    due: any Storage,
    open: @escaping @Sendable (StorageKey, @escaping Open) async throws -> StoreOf<Warehouse>
  ) {
    self.due = due
    self.open = open
  }
}
