extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  /// The position of the first element, which is zero.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position behind the last element.
  @inlinable
  public var endIndex: Int { elements.count }

  /// Makes an iterator over the elements.
  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> {
    elements.makeIterator()
  }

  /// The element at a position.
  ///
  /// It is changed in its place without being copied. When it gets another id so, or an element with another
  /// id is assigned, it is found by that one. If another element has that id, an issue is reported and the
  /// other one is removed.
  ///
  /// - Parameter position: The position.
  @inlinable
  public subscript(position: Int) -> Element {
    _read { yield storage[position] }
    _modify {
      let old = id(at: position)
      // Also after an access that ended with an error.
      defer {
        note(old)
        rekey(at: position, from: old)
      }
      yield &storage[position]
    }
  }

  /// The elements at the positions of a range.
  ///
  /// Assigning replaces them, as many as there are. An element whose id is elsewhere in the array is left
  /// out.
  ///
  /// - Parameter bounds: The positions.
  public subscript(bounds: Range<Int>) -> Slice<Self> {
    get { Slice(base: self, bounds: bounds) }
    set { replace(bounds, with: newValue) }
  }

  /// Reads the memory of the elements.
  ///
  /// - Parameter body: Reads it. The pointer is not to be used afterwards.
  /// - Throws: What `body` throws.
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try elements.withContiguousStorageIfAvailable(body)
  }

  /// Changes the memory of the elements, after which all ids are looked at again.
  ///
  /// If several elements have the same id then, an issue is reported and the first one is kept.
  ///
  /// - Parameter body: Changes it. The pointer is not to be used afterwards.
  /// - Throws: What `body` throws.
  public mutating func withContiguousMutableStorageIfAvailable<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    history?.lose()
    defer { reindex() }
    return try storage.withContiguousMutableStorageIfAvailable(body)
  }

  /// Makes room for a number of elements in all.
  ///
  /// - Parameter minimumCapacity: The number.
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    storage.reserveCapacity(minimumCapacity)
    table.reserve(minimumCapacity)
  }

  /// Replaces elements. Of the new ones, those are left out whose ids are in the array already.
  mutating func replace(_ bounds: Range<Int>, with newElements: some Collection<Element>) {
    // Taken before anything changes: they may be a slice of this array, and optimized code (Swift 6.3)
    // doesn't keep the elements of one alive, which is assigned to the array that it was just taken from.
    let newElements = Array(newElements)
    removeSubrange(bounds)
    if bounds.lowerBound == elements.count { return append(contentsOf: newElements) }
    var ids: Set<ID> = []
    let added = newElements.filter { element in
      let id = id(of: element)
      return !contains(id: id) && ids.insert(id).inserted
    }
    let position = bounds.lowerBound
    table.reserve(elements.count + added.count)
    openGap(at: position, of: added.count)
    storage.insert(contentsOf: added, at: position)
    for place in position..<(position + added.count) { table.insert(hash(at: place), at: place) }
    history?.noteAddition()
  }
}

extension IdentifiedArray: RangeReplaceableCollection where Element: Identifiable, ID == Element.ID {
  /// Replaces the elements at the positions of a range.
  ///
  /// New elements whose ids are elsewhere in the array, or come a second time, are left out.
  ///
  /// - Parameters:
  ///   - subrange: The positions.
  ///   - newElements: The elements to put there.
  public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<Element>) {
    replace(subrange, with: newElements)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  /// Makes an array of elements that have different ids.
  ///
  /// An element with an id that an earlier one has is left out and reported as an issue.
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}
