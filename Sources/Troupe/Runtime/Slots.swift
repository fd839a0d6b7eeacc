/// What fills a slot of ``Slots`` that is free.
protocol Vacatable {
  static var vacant: Self { get }
  var isVacant: Bool { get }
}

/// An array whose slots are used again.
///
/// A slot is named by its index, so that finding one needs no hashing. Whoever keeps an index across changes
/// has to keep a number with it, by which to tell whether the slot still holds the same element.
struct Slots<Element: Vacatable> {
  private var elements: [Element] = []
  private var free: [Int] = []
  private var freesSinceTrim = 0

  var count: Int { elements.count - free.count }

  var isEmpty: Bool { count == 0 }

  /// The slot that the next insertion uses.
  var nextSlot: Int { free.last ?? elements.count }

  mutating func insert(_ element: consuming Element) {
    if let slot = free.popLast() {
      elements[slot] = element
    } else {
      elements.append(element)
    }
  }

  /// Frees a slot. What it held is let go.
  mutating func free(_ slot: Int) {
    if count == 1 {
      // The last one has gone: what a burst took is given back.
      elements.removeAll(keepingCapacity: elements.count <= 64)
      free.removeAll(keepingCapacity: free.count <= 64)
      return
    }
    elements[slot] = .vacant
    free.append(slot)
    freesSinceTrim += 1
    if freesSinceTrim >= max(1024, elements.count) { trim() }
  }

  /// Gives back the free slots at the end, which a burst has left behind, now and then. Those before them are
  /// used again from the front, so that the end becomes free in time.
  private mutating func trim() {
    freesSinceTrim = 0
    while elements.last?.isVacant == true { elements.removeLast() }
    free = free.filter { $0 < elements.count }.sorted(by: >)
  }

  func contains(_ slot: Int) -> Bool { elements.indices.contains(slot) }

  /// The element at a slot.
  subscript(slot: Int) -> Element {
    _read { yield elements[slot] }
    _modify { yield &elements[slot] }
  }

  /// All slots, also those that are free.
  var indices: Range<Int> { elements.indices }

  /// The slots that hold something.
  var slots: [Int] { indices.filter { !elements[$0].isVacant } }
}
