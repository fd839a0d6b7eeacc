/// Doubly linked lists of slots, oldest first. A slot is in at most one list of a table.
struct Links {
  /// The first and the last slot of a list.
  struct Chain {
    fileprivate var first: Int32 = -1
    fileprivate var last: Int32 = -1

    var isEmpty: Bool { first < 0 }
  }

  private var neighbours: [(previous: Int32, next: Int32)] = []

  mutating func append(_ slot: Int, to chain: inout Chain) {
    while neighbours.count <= slot { neighbours.appendToTable((-1, -1)) }
    let (slot, last) = (Int32(slot), chain.last)
    neighbours[Int(slot)] = (last, -1)
    if last >= 0 { neighbours[Int(last)].next = slot } else { chain.first = slot }
    chain.last = slot
  }

  mutating func remove(_ slot: Int, from chain: inout Chain) {
    let (previous, next) = neighbours[slot]
    if previous >= 0 { neighbours[Int(previous)].next = next } else { chain.first = next }
    if next >= 0 { neighbours[Int(next)].previous = previous } else { chain.last = previous }
  }

  /// Returns the transformed slots of a list, in order.
  func map<Result>(_ chain: Chain, _ transform: (Int) -> Result) -> [Result] {
    var results: [Result] = []
    var next = chain.first
    while next >= 0 {
      results.append(transform(Int(next)))
      next = neighbours[Int(next)].next
    }
    return results
  }
}
