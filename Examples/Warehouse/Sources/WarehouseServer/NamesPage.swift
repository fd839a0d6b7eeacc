import Hummingbird
import WarehouseFeature

/// Names of warehouses in order, as many as a client has requested.
struct NamesPage: Encodable {
  private static let limits = 1...1_000

  let warehouses: [String]
  /// The name after which there are more; nil if there are none.
  let next: String?

  /// Reads the parameters of a query: the names `after` one, and `limit` at most.
  init(_ query: Parameters, of site: some WarehouseSite) async throws {
    let after = query["after"].map { String($0) } ?? ""
    guard after.isEmpty || Warehouses.isName(after) else {
      throw Problem.invalid("The text in after is the name of a warehouse.")
    }
    var limit = Self.limits.upperBound
    if let text = query["limit"] {
      guard let number = Int(text), Self.limits.contains(number) else {
        throw Problem.invalid("The limit is from 1 to 1000.")
      }
      limit = number
    }
    let names = try await site.names(after: after, limit: limit + 1)
    warehouses = Array(names.prefix(limit))
    next = names.count > limit ? warehouses.last : nil
  }
}
