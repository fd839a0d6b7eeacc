import GRDB
import WarehouseFeature
import WarehouseStorage

/// Keeps items as rows, and nothing in memory. Each request is a change of the database, and changes share
/// transactions as the stores' changes do.
final class RowPeer: Keeper {
  private let database: DatabasePool
  private let writer: GroupWriter

  init(folder: String) throws {
    database = try DatabasePool(savingTo: folder + "/rows.sqlite")
    writer = GroupWriter(database)
    try database.write { database in
      try database.execute(
        sql: """
          CREATE TABLE warehouse (name TEXT PRIMARY KEY, lastID INTEGER NOT NULL) WITHOUT ROWID;
          CREATE TABLE item (
            warehouse TEXT NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL, quantity INTEGER NOT NULL,
            isOnBackOrder INTEGER NOT NULL, ordered INTEGER NOT NULL, PRIMARY KEY (warehouse, id)
          ) WITHOUT ROWID;
          CREATE TABLE orderKey (
            number INTEGER PRIMARY KEY AUTOINCREMENT, warehouse TEXT NOT NULL, item INTEGER NOT NULL,
            quantity INTEGER NOT NULL, key TEXT NOT NULL, UNIQUE (warehouse, item, key)
          );
          CREATE INDEX orderKey_number ON orderKey (warehouse, number);
          """
      )
    }
  }

  func make(_ name: String) async throws -> Bool {
    try await writer.perform { database in
      let insert = "INSERT INTO warehouse (name, lastID) VALUES (?, 0) ON CONFLICT DO NOTHING"
      try database.cachedStatement(sql: insert).execute(arguments: [name])
      return database.changesCount == 1
    }
  }

  func ask(_ name: String, _ request: Request) async throws -> Item.State {
    let result: Result<Item.State, Refusal> = try await writer.perform { database in
      do {
        switch request {
        case .add(let draft): return .success(try Self.add(draft, to: name, database))
        case .order(let id, let quantity, let key):
          return .success(try Self.order(id, quantity, key, in: name, database))
        case .edit, .save, .cancel: throw NotMeasured()
        }
      } catch let refusal as Refusal {
        // Not thrown: it would roll back the other callers' changes, too.
        return .failure(refusal)
      }
    }
    return try result.get()
  }

  func items(_ name: String) async throws -> [Item.State] {
    try await database.read { database in
      let sql = "SELECT * FROM item WHERE warehouse = ? ORDER BY id"
      return try Row.fetchAll(database, sql: sql, arguments: [name]).map(Item.State.init)
    }
  }

  private static func add(_ draft: Draft, to name: String, _ database: Database) throws -> Item.State {
    let update = "UPDATE warehouse SET lastID = lastID + 1 WHERE name = ? RETURNING lastID"
    let id = try Int.fetchOne(database.cachedStatement(sql: update), arguments: [name])
    guard let id else { throw Refusal.noSuchItem }
    let item = Item.State(id: id, draft)
    let (quantity, isOnBackOrder) = item.status.columns
    try database
      .cachedStatement(sql: "INSERT INTO item VALUES (?, ?, ?, ?, ?, 0)")
      .execute(arguments: [name, id, draft.name, quantity, isOnBackOrder])
    return item
  }

  private static func order(
    _ id: Int,
    _ quantity: Int,
    _ key: String?,
    in name: String,
    _ database: Database
  ) throws -> Item.State {
    let select = try database.cachedStatement(sql: "SELECT * FROM item WHERE warehouse = ? AND id = ?")
    guard let row = try Row.fetchOne(select, arguments: [name, id]) else { throw Refusal.noSuchItem }
    var item = Item.State(row)
    if let key {
      let known = try database.cachedStatement(
        sql: "SELECT quantity FROM orderKey WHERE warehouse = ? AND item = ? AND key = ?"
      )
      if let ordered = try Int.fetchOne(known, arguments: [name, id, key]) {
        guard ordered == quantity else { throw Refusal.keyOfAnotherOrder }
        return item
      }
    }
    try item.take(quantity)
    let (rest, isOnBackOrder) = item.status.columns
    try database
      .cachedStatement(
        sql: "UPDATE item SET quantity = ?, isOnBackOrder = ?, ordered = ? WHERE warehouse = ? AND id = ?"
      )
      .execute(arguments: [rest, isOnBackOrder, item.ordered, name, id])
    if let key { try remember(OrderKey(key, of: id, quantity: quantity), in: name, database) }
    return item
  }

  private static func remember(_ key: OrderKey, in name: String, _ database: Database) throws {
    try database
      .cachedStatement(sql: "INSERT INTO orderKey (warehouse, item, quantity, key) VALUES (?, ?, ?, ?)")
      .execute(arguments: [name, key.order?.item, key.order?.quantity, key.text])
    try database
      .cachedStatement(
        sql: """
          DELETE FROM orderKey WHERE warehouse = ?1 AND number <=
            (SELECT number FROM orderKey WHERE warehouse = ?1 ORDER BY number DESC LIMIT 1 OFFSET 100)
          """
      )
      .execute(arguments: [name])
  }
}

extension Item.State {
  fileprivate init(_ row: Row) {
    let quantity: Int = row["quantity"]
    let status: ItemStatus =
      quantity > 0 ? .inStock(quantity: quantity) : .outOfStock(isOnBackOrder: row["isOnBackOrder"])
    self.init(id: row["id"], Draft(name: row["name"], status: status), ordered: row["ordered"])
  }
}

extension ItemStatus {
  fileprivate var columns: (quantity: Int, isOnBackOrder: Bool) {
    switch self {
    case .inStock(let quantity): (quantity, false)
    case .outOfStock(let isOnBackOrder): (0, isOnBackOrder)
    }
  }
}
