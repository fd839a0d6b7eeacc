/// An element of ``Slots``, with a value that represents a free slot.
protocol Vacatable {
  static var vacant: Self { get }
  var isVacant: Bool { get }
}

/// An array that reuses its slots.
///
/// A slot is identified by its index, so that no lookup needs hashing. Code that keeps an index across
/// changes must also keep a number that shows whether the slot still contains the same element.
struct Slots<Element: Vacatable> {
  private var elements: [Element] = []
  private var free: [Int] = []
  private var trimming = TrimSchedule()

  var count: Int { elements.count - free.count }

  var isEmpty: Bool { count == 0 }

  /// The slot that the next insertion uses.
  var nextSlot: Int { free.last ?? elements.count }

  mutating func insert(_ element: consuming Element) {
    if let slot = free.popLast() {
      elements[slot] = element
    } else {
      elements.appendToTable(element)
    }
  }

  /// Frees a slot and releases its element.
  mutating func free(_ slot: Int) {
    if count == 1 {
      // The array has no elements left, so the memory of a burst is freed.
      elements.removeAll(keepingCapacity: elements.count <= 64)
      free.removeAll(keepingCapacity: free.count <= 64)
      return
    }
    elements[slot] = .vacant
    free.append(slot)
    // In a small table, sorting the free slots after every few removals would cost more than their memory.
    if trimming.isDue(slots: elements.count, least: 1024) { trim() }
  }

  /// Removes the free slots that a burst has left at the end. The remaining free slots are reused from the
  /// front, so that the end becomes free over time.
  private mutating func trim() {
    while elements.last?.isVacant == true { elements.removeLast() }
    free = free.filter { $0 < elements.count }.sorted(by: >)
  }

  func contains(_ slot: Int) -> Bool { elements.indices.contains(slot) }

  /// The element at a slot.
  subscript(slot: Int) -> Element {
    _read { yield elements[slot] }
    _modify { yield &elements[slot] }
  }

  /// All slots, including free slots.
  var indices: Range<Int> { elements.indices }

  /// The slots that contain an element.
  var slots: [Int] { indices.filter { !elements[$0].isVacant } }
}
