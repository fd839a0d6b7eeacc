/// A call in an order, by its index among the calls of its kind.
enum LinearizationStep: Equatable {
  case required(Int)
  case pending(Int)
}

/// The orders with the most required calls that a search found.
struct LongestOrders {
  struct End {
    let order: [LinearizationStep]
    let state: Int
    /// The indices of the required calls that can be next.
    let blocked: [Int]
  }

  /// The maximum number of recorded orders.
  private static var limit: Int { 100 }

  /// The number of required calls in these orders.
  private(set) var count = 0
  private(set) var ends: [End] = []

  mutating func record(_ end: End, count newCount: Int) {
    if newCount > count { ends = [] }
    count = newCount
    if ends.count < Self.limit { ends.append(end) }
  }
}
