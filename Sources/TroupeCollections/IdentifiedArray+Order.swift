// Reordered elements keep their identity, so reordering isn't logged.
extension IdentifiedArray {
  /// Swaps the elements at two positions.
  ///
  /// - Parameters:
  ///   - position: The first position.
  ///   - other: The second position, which may be the same.
  public mutating func swapAt(_ position: Int, _ other: Int) {
    table.swap(hash(at: position), at: position, hash(at: other), at: other)
    storage.swapAt(position, other)
  }

  /// Moves elements to another position, preserving their relative order.
  ///
  /// - Parameters:
  ///   - source: The positions of the elements, in any order. They can be in an `IndexSet`, a `Set` or an
  ///     array.
  ///   - destination: The position of the element before which the moved elements are inserted, or the
  ///     array's end.
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
    storage.moveSubranges(RangeSet(source, within: elements), to: destination)
    reindex()
  }

  /// Sorts the elements with a predicate. Equal elements keep their order.
  ///
  /// - Parameter areInIncreasingOrder: A predicate that returns whether its first argument should be sorted
  ///   before its second argument.
  /// - Throws: The error that the predicate throws. In that case, the order of the elements is unspecified.
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    defer { reindex() }
    try storage.sort(by: areInIncreasingOrder)
  }

  /// Reverses the order of the elements.
  public mutating func reverse() {
    storage.reverse()
    table.reverse(count: elements.count)
  }

  /// Shuffles the elements.
  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// Shuffles the elements using a random number generator.
  ///
  /// - Parameter generator: The random number generator.
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    storage.shuffle(using: &generator)
    reindex()
  }

  /// Moves the elements that satisfy a predicate behind all other elements.
  ///
  /// - Parameter belongsInSecondPartition: A predicate that returns whether to move an element behind the
  ///   others.
  /// - Returns: The position of the first element that satisfies the predicate.
  /// - Throws: The error that the predicate throws. In that case, the order of the elements is unspecified.
  public mutating func partition(
    by belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> Int {
    defer { reindex() }
    return try storage.partition(by: belongsInSecondPartition)
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements in ascending order. Equal elements keep their order.
  public mutating func sort() {
    sort(by: <)
  }
}
