/// An array whose places are used again.
///
/// A place is named by its index, so that finding one needs no hashing. Whoever keeps an index across changes
/// has to keep a number with it, by which to tell whether the place still holds the same element.
struct Slots<Element> {
  private var elements: [Element] = []
  private var free: [Int] = []

  var count: Int { elements.count - free.count }

  var isEmpty: Bool { count == 0 }

  /// The place that the next insertion uses.
  var nextSlot: Int { free.last ?? elements.count }

  mutating func insert(_ element: Element) {
    if let slot = free.popLast() {
      elements[slot] = element
    } else {
      elements.append(element)
    }
  }

  /// Frees a place. What it held is replaced, so that nothing is kept alive by it.
  mutating func free(_ slot: Int, with vacancy: Element) {
    if count == 1 {
      // The last one has gone: what a burst took is given back.
      elements.removeAll(keepingCapacity: elements.count <= 64)
      free.removeAll(keepingCapacity: free.count <= 64)
    } else {
      elements[slot] = vacancy
      free.append(slot)
    }
  }

  func contains(_ slot: Int) -> Bool { elements.indices.contains(slot) }

  /// The element at a place that is in use.
  subscript(slot: Int) -> Element {
    _read { yield elements[slot] }
    _modify { yield &elements[slot] }
  }

  var indices: Range<Int> { elements.indices }
}
