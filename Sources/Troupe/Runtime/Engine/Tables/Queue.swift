/// A first-in-first-out queue that reuses its storage.
struct Queue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }
  var first: Element? { head < elements.count ? elements[head] : nil }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    // A single element, the most frequent case, leaves no empty place behind.
    if elements.count == 1 { return elements.removeLast() }
    let element = elements[head].take()
    head += 1
    if head == elements.count {
      // Storage of a normal size is kept for the next use. The storage of a burst is freed.
      elements.removeAll(keepingCapacity: head <= 64)
      head = 0
    } else if head >= 1024, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Removes the first element that satisfies a predicate.
  mutating func removeFirst(where predicate: (Element) -> Bool) -> Element? {
    guard let index = elements[head...].firstIndex(where: { $0.map(predicate) == true }) else { return nil }
    return index == head ? popFirst() : elements.remove(at: index)
  }
}

extension Queue: Sendable where Element: Sendable {}
