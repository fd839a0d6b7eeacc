extension IdentifiedArray {
  /// Removes the element with an id.
  ///
  /// The time is proportional to the number of elements, unless the element is near the end.
  ///
  /// - Parameter id: The id of the element to remove.
  /// - Returns: The removed element, or nil if no element has the id.
  @discardableResult
  @inlinable
  public mutating func remove(id: ID) -> Element? {
    guard let position = index(id: id) else { return nil }
    return remove(at: position)
  }

  /// Removes the element that has the same id as a given element.
  ///
  /// - Parameter element: The element with the id.
  /// - Returns: The removed element, or nil if no element has the id.
  @discardableResult
  @inlinable
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: id(of: element))
  }

  /// Removes the element at a position.
  ///
  /// - Parameter position: The position of the element to remove.
  /// - Returns: The removed element.
  @discardableResult
  @inlinable
  public mutating func remove(at position: Int) -> Element {
    record(at: position)
    return take(at: position)
  }

  /// Removes the first element. The array must not be empty.
  ///
  /// - Returns: The removed element.
  @discardableResult
  @inlinable
  public mutating func removeFirst() -> Element {
    precondition(!elements.isEmpty, "`removeFirst()` needs at least one element, but the array is empty.")
    return remove(at: 0)
  }

  /// Removes the last element. The array must not be empty.
  ///
  /// - Returns: The removed element.
  @discardableResult
  @inlinable
  public mutating func removeLast() -> Element {
    precondition(!elements.isEmpty, "`removeLast()` needs at least one element, but the array is empty.")
    return remove(at: elements.count - 1)
  }

  /// Removes the last element, if the array isn't empty.
  ///
  /// - Returns: The removed element, or nil if the array is empty.
  @inlinable
  public mutating func popLast() -> Element? {
    elements.isEmpty ? nil : removeLast()
  }

  /// Removes the elements at the positions of a range.
  ///
  /// - Parameter bounds: The range of positions.
  public mutating func removeSubrange(_ bounds: Range<Int>) {
    guard !bounds.isEmpty else { return }
    for position in bounds {
      let id = id(at: position)
      record(id)
      table.remove(PositionTable.hash(id), at: position)
    }
    storage.removeSubrange(bounds)
    closeGap(at: bounds.lowerBound, of: bounds.count)
  }

  /// Removes the elements at several positions.
  ///
  /// - Parameter offsets: The positions, in any order. They can be in an `IndexSet`, a `Set` or an array.
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    let positions = RangeSet(offsets, within: elements)
    if positions.ranges.count < 2 {
      if let bounds = positions.ranges.first { removeSubrange(bounds) }
      return
    }
    if history != nil {
      for bounds in positions.ranges {
        for position in bounds { record(at: position) }
      }
    }
    storage.removeSubranges(positions)
    reindex()
  }

  /// Removes the elements that satisfy a predicate.
  ///
  /// - Parameter shouldBeRemoved: A predicate that returns whether to remove an element. If the predicate
  ///   throws an error, no element is removed.
  /// - Throws: The error that the predicate throws.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    let positions = try elements.indices.filter { try shouldBeRemoved(elements[$0]) }
    remove(atOffsets: positions)
  }

  /// Removes all elements.
  ///
  /// - Parameter keepCapacity: Whether to keep the allocated memory.
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    if !elements.isEmpty { history?.lose() }
    storage.removeAll(keepingCapacity: keepCapacity)
    table.removeAll(keepingCapacity: keepCapacity)
  }
}
