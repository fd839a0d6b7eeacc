extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  /// The position of the first element, which is zero.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position after the last element.
  @inlinable
  public var endIndex: Int { elements.count }

  /// Returns an iterator over the elements.
  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> {
    elements.makeIterator()
  }

  /// The element at a position.
  ///
  /// The element is changed in place without being copied. If an assignment or a change gives the element a
  /// new id, the element can be looked up by the new id. If another element already has that id, an issue is
  /// reported and the other element is removed.
  ///
  /// - Parameter position: The position of the element.
  @inlinable
  public subscript(position: Int) -> Element {
    _read { yield storage[position] }
    _modify {
      let old = id(at: position)
      // The array is restored even if the access ends with an error.
      defer {
        record(old)
        rekey(at: position, from: old)
      }
      yield &storage[position]
    }
  }

  /// The elements at the positions of a range.
  ///
  /// Assigning a slice replaces the elements, and the number of new elements may differ. A new element is
  /// omitted if its id is already used elsewhere in the array.
  ///
  /// - Parameter bounds: The range of positions.
  public subscript(bounds: Range<Int>) -> Slice<Self> {
    get { Slice(base: self, bounds: bounds) }
    set { replace(bounds, with: newValue) }
  }

  /// Calls a closure with the contiguous memory of the elements.
  ///
  /// - Parameter body: A closure that reads the elements. The pointer must not be used after the closure
  ///   returns.
  /// - Throws: The error that `body` throws.
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try elements.withContiguousStorageIfAvailable(body)
  }

  /// Calls a closure that can change the contiguous memory of the elements, and then reads all ids again.
  ///
  /// If several elements then have the same id, an issue is reported, and only the first of these elements is
  /// kept.
  ///
  /// - Parameter body: A closure that changes the elements. The pointer must not be used after the closure
  ///   returns.
  /// - Throws: The error that `body` throws.
  public mutating func withContiguousMutableStorageIfAvailable<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    history?.lose()
    defer { reindex() }
    return try storage.withContiguousMutableStorageIfAvailable(body)
  }

  /// Reserves enough space to store a total number of elements.
  ///
  /// - Parameter minimumCapacity: The total number of elements.
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    storage.reserveCapacity(minimumCapacity)
    table.reserve(minimumCapacity)
  }

  /// Replaces elements. A new element is omitted if its id is already in the array.
  mutating func replace(_ bounds: Range<Int>, with newElements: some Collection<Element>) {
    // The new elements are copied before any change, because they may be a slice of this array, and optimized
    // code (Swift 6.3) doesn't keep a slice's elements alive when the slice is assigned to the array from
    // which it was just taken.
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
    for place in position..<(position + added.count) {
      table.insert(hash(at: place), at: place)
      recordAddition(at: place)
    }
  }
}

extension IdentifiedArray: RangeReplaceableCollection where Element: Identifiable, ID == Element.ID {
  /// Replaces the elements at the positions of a range.
  ///
  /// A new element is omitted if its id is already used elsewhere in the array or by an earlier new element.
  ///
  /// - Parameters:
  ///   - subrange: The range of positions.
  ///   - newElements: The replacement elements.
  public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<Element>) {
    replace(subrange, with: newElements)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  /// Creates an array of elements with different ids.
  ///
  /// An element that repeats an earlier element's id is omitted, and an issue is reported.
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}
