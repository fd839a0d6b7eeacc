import TroupeDiagnostics

// All other operations are composed of these primitive steps, which keep the table consistent with the
// elements.
//
// The code for looking up, changing, appending and removing a single element is inlinable here and in other
// files. Without inlining, changing an element by id takes four times as long, and by position three times as
// long.
extension IdentifiedArray {
  @inlinable
  func id(of element: Element) -> ID { identity.id(element) }

  /// Returns the id of the element at a position without copying the element, because copying its contents
  /// would take most of the time.
  @inlinable
  func id(at position: Int) -> ID {
    precondition(position >= 0 && position < storage.count, "The position is out of bounds.")
    return storage.withUnsafeBufferPointer { identity.id($0[position]) }
  }

  @inlinable
  func hash(at position: Int) -> UInt32 { PositionTable.hash(id(at: position)) }

  /// Returns the position of an id whose hash is known.
  @inlinable
  func position(of id: ID, _ hash: UInt32) -> Int? {
    var probe = table.probe(for: hash)
    while let position = table.next(&probe) {
      if self.id(at: position) == id { return position }
    }
    return nil
  }

  @inlinable
  mutating func record(_ id: ID) {
    let count = storage.count
    history?.record(id, count: count)
  }

  @inlinable
  mutating func record(at position: Int) {
    if history != nil { record(id(at: position)) }
  }

  @inlinable
  mutating func recordAddition(at position: Int) {
    if history == nil { return }
    let (id, count) = (id(at: position), storage.count)
    history?.recordAddition(id, count: count)
  }

  // MARK: Single elements

  /// Inserts an element whose id isn't in the array.
  @inlinable
  mutating func place(_ element: Element, _ hash: UInt32, at position: Int) {
    table.reserve(elements.count + 1)
    openGap(at: position, of: 1)
    storage.insert(element, at: position)
    table.insert(hash, at: position)
    recordAddition(at: position)
  }

  /// Removes an element without logging it.
  @inlinable
  mutating func take(at position: Int) -> Element {
    table.remove(hash(at: position), at: position)
    let element = storage.remove(at: position)
    closeGap(at: position, of: 1)
    return element
  }

  /// Makes room in the table for the entries of elements that are about to be inserted.
  @inlinable
  mutating func openGap(at position: Int, of count: Int) {
    if table.isWorthMoving(elements.count - position) {
      for moved in position..<elements.count {
        table.move(hash(at: moved), from: moved, to: moved + count)
      }
    } else {
      table.openGap(at: position, of: count)
    }
  }

  /// Updates the table after elements and their entries were removed.
  @inlinable
  mutating func closeGap(at position: Int, of count: Int) {
    if table.isWorthMoving(elements.count - position) {
      for moved in position..<elements.count {
        table.move(hash(at: moved), from: moved + count, to: moved)
      }
    } else {
      table.closeGap(at: position, of: count)
    }
  }

  /// Updates the table after an element was changed in place, and resolves a conflict with another element
  /// that has the same id.
  @inlinable
  mutating func rekey(at position: Int, from old: ID) {
    if id(at: position) != old { rekeyChanged(at: position, from: old) }
  }

  @usableFromInline
  mutating func rekeyChanged(at position: Int, from old: ID) {
    let new = id(at: position)
    record(old)
    record(new)
    table.remove(PositionTable.hash(old), at: position)
    let hash = PositionTable.hash(new)
    let other = self.position(of: new, hash)
    table.insert(hash, at: position)
    guard let other else { return }
    _ = take(at: other)
    reportIssue(
      """
      The element with the id \(IssueText.id(old)) of an \(Self.self) got the id \(IssueText.id(new)), which another element has. \
      The other element was removed, because ids are unique. Remove that element first, or give the changed element a unique id.
      """
    )
  }

  // MARK: An element that is changed as an optional

  /// Moves an element out of its position temporarily; see `putBack`.
  ///
  /// The element can then be changed as an optional without being copied. Unless it is the last element, its
  /// position is left uninitialized. This is sound because only an accessor calls this method. The accessor
  /// has exclusive access to the array until `putBack` has filled the position, even if the access ends with
  /// an error.
  @inlinable
  mutating func takeOut(at position: Int) -> Element {
    if position == storage.count - 1 { return storage.removeLast() }
    return storage.withUnsafeMutableBufferPointer { $0.moveElement(from: position) }
  }

  /// Ends an access by id: puts the element back, adds a new element, or removes the element's position.
  ///
  /// - Parameters:
  ///   - element: The element after the access.
  ///   - position: The position from which the element was moved; nil if there was no element.
  ///   - id: The id by which the element was looked up.
  @inlinable
  mutating func putBack(_ element: inout Element?, at position: Int?, for id: ID) {
    guard let position else {
      if let element = element.take() { add(element, for: id) }
      return
    }
    guard let element = element.take() else { return removeTakenOut(at: position, id) }
    if position == storage.count {
      storage.append(element)
    } else {
      storage.withUnsafeMutableBufferPointer { $0.initializeElement(at: position, to: element) }
    }
    record(id)
    rekey(at: position, from: id)
  }

  /// Removes the position of an element that isn't put back.
  @usableFromInline
  mutating func removeTakenOut(at position: Int, _ id: ID) {
    record(id)
    table.remove(PositionTable.hash(id), at: position)
    if position < storage.count {
      // The position is initialized first, because an array can only remove initialized memory.
      storage.withUnsafeMutableBufferPointer { $0.initializeElement(at: position, to: $0[$0.count - 1]) }
      storage.remove(at: position)
    }
    closeGap(at: position, of: 1)
  }

  /// Adds an element that was set for an id that isn't in the array.
  @usableFromInline
  mutating func add(_ element: Element, for id: ID) {
    if self.id(of: element) != id {
      reportIssue(
        """
        An element with the id \(IssueText.id(self.id(of: element))) was set for the id \(IssueText.id(id)) of an \
        \(Self.self), which has no such element. The element was added under its own id. Set the element for its own id, or append it.
        """
      )
    }
    updateOrAppend(element)
  }

  // MARK: All elements

  /// Recreates the table after elements were moved or changed. If several elements have the same id, only the
  /// first is kept.
  mutating func reindex() {
    table.removeAll(keepingCapacity: true)
    table.reserve(elements.count)
    var repeated: [Int] = []
    for position in elements.indices {
      let id = id(at: position)
      let hash = PositionTable.hash(id)
      if self.position(of: id, hash) == nil {
        table.insert(hash, at: position)
      } else {
        repeated.append(position)
      }
    }
    guard !repeated.isEmpty else { return }
    let ids = repeated.map { id(at: $0) }
    storage.removeSubranges(RangeSet(repeated, within: elements))
    reindex()
    for id in ids { reportRepetition(of: id, at: CallSite()) }
  }

  @inlinable
  mutating func appendUnique(_ added: some Sequence<Element>, at location: CallSite) {
    reserveCapacity(elements.count + added.underestimatedCount)
    for element in added where !append(element).inserted {
      reportRepetition(of: id(of: element), at: location)
    }
  }

  @inlinable
  mutating func appendCombined(
    _ added: some Sequence<Element>,
    _ combine: (Element, Element) throws -> Element
  ) rethrows {
    reserveCapacity(elements.count + added.underestimatedCount)
    for element in added {
      let (inserted, index) = append(element)
      if !inserted { self[index] = try combine(elements[index], element) }
    }
  }

  @usableFromInline
  func reportRepetition(of id: ID, at location: CallSite) {
    reportIssue(
      """
      Several elements of an \(Self.self) have the id \(IssueText.id(id)). The first element was kept, because ids are \
      unique. Give each element a unique id, or create the array with `init(_:uniquingIDsWith:)`.
      """,
      at: location
    )
  }
}
