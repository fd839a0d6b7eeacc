import TroupeDiagnostics

// The steps out of which everything else is made. They keep the table in agreement with the elements.
extension IdentifiedArray {
  func id(of element: Element) -> ID { identity.id(element) }

  func hash(at position: Int) -> UInt32 { PositionTable.hash(id(of: elements[position])) }

  /// The position of an id whose hash is known.
  func position(of id: ID, _ hash: UInt32) -> Int? {
    var probe = table.probe(for: hash)
    while let position = table.next(&probe) {
      if self.id(of: elements[position]) == id { return position }
    }
    return nil
  }

  mutating func note(_ id: ID) {
    history?.note(id, count: elements.count)
  }

  mutating func note(at position: Int) {
    if history != nil { note(id(of: elements[position])) }
  }

  // MARK: Single elements

  /// Inserts an element whose id isn't there.
  mutating func place(_ element: Element, _ hash: UInt32, at position: Int) {
    table.reserve(elements.count + 1)
    openGap(at: position, of: 1)
    elements.insert(element, at: position)
    table.insert(hash, at: position)
    history?.noteAddition()
  }

  /// Removes an element without logging it.
  mutating func take(at position: Int) -> Element {
    table.remove(hash(at: position), at: position)
    let element = elements.remove(at: position)
    closeGap(at: position, of: 1)
    return element
  }

  /// Lets the entries of the table make room for elements that are to be inserted.
  mutating func openGap(at position: Int, of count: Int) {
    if table.isWorthMoving(elements.count - position) {
      for moved in position..<elements.count {
        table.move(hash(at: moved), from: moved, to: moved + count)
      }
    } else {
      table.openGap(at: position, of: count)
    }
  }

  /// Lets the table follow after elements and their entries have been removed.
  mutating func closeGap(at position: Int, of count: Int) {
    if table.isWorthMoving(elements.count - position) {
      for moved in position..<elements.count {
        table.move(hash(at: moved), from: moved + count, to: moved)
      }
    } else {
      table.closeGap(at: position, of: count)
    }
  }

  /// Lets the table follow after an element was changed in place, and resolves a conflict with another one.
  mutating func rekey(at position: Int, from old: ID) {
    let new = id(of: elements[position])
    guard new != old else { return }
    note(old)
    note(new)
    table.remove(PositionTable.hash(old), at: position)
    let hash = PositionTable.hash(new)
    let other = self.position(of: new, hash)
    table.insert(hash, at: position)
    guard let other else { return }
    _ = take(at: other)
    reportIssue(
      """
      The element with the id \(old) of an \(Self.self) was given the id \(new), which another element has. The other \
      one was removed, since an id names one element. Remove it before, or give the changed element an id of its own.
      """
    )
  }

  // MARK: An element that is changed as an optional

  /// Takes an element out of its place, to which it is put back at once.
  ///
  /// So it can be changed in an optional without a copy of it. The last element fills the place meanwhile, since an array can
  /// have no hole; the table isn't touched.
  mutating func takeOut(at position: Int) -> Element {
    elements.swapAt(position, elements.count - 1)
    return elements.removeLast()
  }

  enum Access {
    case logged
    case quiet(by: ChangeToken?)
  }

  /// Puts back what was taken out, or adds or removes what the access added or removed.
  ///
  /// - Parameters:
  ///   - element: The element after the access.
  ///   - position: Where it was taken out; nil if there was none.
  ///   - id: The id with which it was looked up.
  ///   - access: Whether a change in the element itself is logged.
  mutating func putBack(_ element: consuming Element?, at position: Int?, for id: ID, access: Access) {
    guard let position else {
      if let element { add(element, for: id) }
      return
    }
    guard let element else {
      note(id)
      table.remove(PositionTable.hash(id), at: position)
      // The last element stands in the place of the one that has gone.
      if position < elements.count { elements.append(elements.remove(at: position)) }
      closeGap(at: position, of: 1)
      return
    }
    elements.append(element)
    elements.swapAt(position, elements.count - 1)
    switch access {
    case .logged: note(id)
    case .quiet(let token): history?.noteQuietChange(by: token)
    }
    rekey(at: position, from: id)
  }

  /// Adds an element that was set for an id that isn't there.
  private mutating func add(_ element: Element, for id: ID) {
    if self.id(of: element) != id {
      reportIssue(
        """
        An element with the id \(self.id(of: element)) was set for the id \(id) of an \(Self.self), which has no such \
        element. It is kept under its own id. Use its own id, or append it.
        """
      )
    }
    updateOrAppend(element)
  }

  // MARK: All elements

  /// Makes the table anew after elements have changed their places, or more. Of elements with the same id, the first is kept.
  mutating func reindex() {
    table.removeAll(keepingCapacity: true)
    table.reserve(elements.count)
    var repeated: [Int] = []
    for position in elements.indices {
      let id = id(of: elements[position])
      let hash = PositionTable.hash(id)
      if self.position(of: id, hash) == nil {
        table.insert(hash, at: position)
      } else {
        repeated.append(position)
      }
    }
    guard !repeated.isEmpty else { return }
    let ids = repeated.map { id(of: elements[$0]) }
    elements.removeSubranges(RangeSet(repeated, within: elements))
    reindex()
    for id in ids { reportRepetition(of: id, at: SourceLocation()) }
  }

  mutating func appendUnique(_ added: some Sequence<Element>, at location: SourceLocation) {
    reserveCapacity(elements.count + added.underestimatedCount)
    for element in added where !append(element).inserted {
      reportRepetition(of: id(of: element), at: location)
    }
  }

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

  private func reportRepetition(of id: ID, at location: SourceLocation) {
    reportIssue(
      """
      Several elements of an \(Self.self) have the id \(id). The first one was kept, since an id names one element. \
      Give each an id of its own, or make the array with `init(_:uniquingIDsWith:)`.
      """,
      at: location
    )
  }
}
