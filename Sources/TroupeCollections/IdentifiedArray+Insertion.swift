extension IdentifiedArray {
  /// Appends an element, unless the array already has an element with the same id.
  ///
  /// - Parameter element: The element to append.
  /// - Returns: Whether the element was appended, and the position of the element with its id.
  @discardableResult
  @inlinable
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: elements.count)
  }

  /// Appends the elements of a sequence whose ids aren't in the array yet.
  ///
  /// - Parameter newElements: The elements to append.
  @inlinable
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    for element in newElements { append(element) }
  }

  /// Inserts an element, unless the array already has an element with the same id.
  ///
  /// The time is proportional to the number of elements after the position.
  ///
  /// - Parameters:
  ///   - element: The element to insert.
  ///   - index: The position at which the element is inserted.
  /// - Returns: Whether the element was inserted, and the position of the element with its id.
  @discardableResult
  @inlinable
  public mutating func insert(_ element: Element, at index: Int) -> (inserted: Bool, index: Int) {
    precondition(index >= 0 && index <= elements.count, "The position for an insertion is out of bounds.")
    let id = id(of: element)
    let hash = PositionTable.hash(id)
    if let existing = position(of: id, hash) { return (false, existing) }
    place(element, hash, at: index)
    return (true, index)
  }

  /// Replaces the element that has a new element's id, or appends the new element if no element has that id.
  ///
  /// - Parameter element: The new element.
  /// - Returns: The replaced element, or nil if the element was appended.
  @discardableResult
  @inlinable
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    updateOrInsert(element, at: elements.count).originalMember
  }

  /// Replaces the element that has a new element's id in place, or inserts the new element if no element has
  /// that id.
  ///
  /// - Parameters:
  ///   - element: The new element.
  ///   - index: The position at which a new id's element is inserted.
  /// - Returns: The replaced element, or nil if the element was inserted, and the element's position.
  @discardableResult
  @inlinable
  public mutating func updateOrInsert(
    _ element: Element,
    at index: Int
  ) -> (originalMember: Element?, index: Int) {
    let (inserted, index) = insert(element, at: index)
    return (inserted ? nil : update(element, at: index), index)
  }

  /// Replaces the element at a position.
  ///
  /// If the two elements' ids differ, this method has the same effect as assigning to the position.
  ///
  /// - Parameters:
  ///   - element: The new element.
  ///   - index: The position of the element to replace.
  /// - Returns: The replaced element.
  @discardableResult
  @inlinable
  public mutating func update(_ element: Element, at index: Int) -> Element {
    let old = elements[index]
    self[index] = element
    return old
  }
}
