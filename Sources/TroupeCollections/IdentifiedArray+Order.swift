// Elements that change places remain who they are: nothing of this is logged.
extension IdentifiedArray {
  /// Exchanges the elements at two positions.
  ///
  /// - Parameters:
  ///   - position: A position.
  ///   - other: Another one, or the same.
  public mutating func swapAt(_ position: Int, _ other: Int) {
    table.swap(hash(at: position), at: position, hash(at: other), at: other)
    storage.swapAt(position, other)
  }

  /// Moves elements to another position, in the order that they have.
  ///
  /// - Parameters:
  ///   - source: The positions of the elements, in any order: an `IndexSet`, a `Set`, an array.
  ///   - destination: The position of the element before which they are put, or the end.
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    storage.moveSubranges(RangeSet(source, within: elements), to: destination)
    reindex()
  }

  /// Sorts the elements; those that are equal keep their order.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first element is to come before the second.
  /// - Throws: What the closure throws; the elements are in some order then.
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    defer { reindex() }
    try storage.sort(by: areInIncreasingOrder)
  }

  /// Turns the order of the elements around.
  public mutating func reverse() {
    storage.reverse()
    table.reverse(count: elements.count)
  }

  /// Puts the elements into a random order.
  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// Puts the elements into an order that a generator decides.
  ///
  /// - Parameter generator: The generator.
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    storage.shuffle(using: &generator)
    reindex()
  }

  /// Moves the elements that a predicate is true of behind the others.
  ///
  /// - Parameter belongsInSecondPartition: Decides on an element.
  /// - Returns: The position of the first element that the predicate is true of.
  /// - Throws: What the predicate throws; the elements are in some order then.
  public mutating func partition(
    by belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> Int {
    defer { reindex() }
    return try storage.partition(by: belongsInSecondPartition)
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements; those that are equal keep their order.
  public mutating func sort() {
    sort(by: <)
  }
}
