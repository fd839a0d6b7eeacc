import Troupe
import TroupeDurable

/// How a program opens warehouses that it shares with other programs.
package struct SharedWarehouses: Sendable {
  package typealias Open = @Sendable (any Storage) async throws -> StoreOf<Warehouse>

  /// Where the program looks for due warehouses that it may open.
  package let due: any Storage
  /// Opens a warehouse with the storage that it passes to the function, or throws if the warehouse belongs to
  /// another program.
  package let open: @Sendable (StorageKey, @escaping Open) async throws -> StoreOf<Warehouse>

  package init(
    due: any Storage,
    open: @escaping @Sendable (StorageKey, @escaping Open) async throws -> StoreOf<Warehouse>
  ) {
    self.due = due
    self.open = open
  }
}
