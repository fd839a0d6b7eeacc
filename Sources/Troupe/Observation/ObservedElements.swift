/// A collection of observable elements that a closure of ``Store/observe(_:)`` reads. The collection records
/// the closure's reads.
///
/// Iterating over the collection records the ids, their order, and the reads of each element. Reading the
/// element at a position records which element is at the position, and the reads of the element.
public struct ObservedElements<ID: Hashable, Element: ObservableState> {
  private let elements: any ElementCollection<ID, Element>
  private let reads: ElementReads<ID, Element>

  init(_ elements: any ElementCollection<ID, Element>, _ reads: ElementReads<ID, Element>) {
    self.elements = elements
    self.reads = reads
  }

  /// The number of elements.
  public var count: Int {
    let count = elements.count
    reads.record(count: count)
    return count
  }

  /// Whether the collection is empty.
  public var isEmpty: Bool {
    let isEmpty = elements.count == 0
    reads.record(isEmpty: isEmpty)
    return isEmpty
  }

  /// The ids of the elements, in order.
  public var ids: [ID] {
    let ids = elements.idList
    reads.record(ids: ids)
    return ids
  }

  /// The element with an id; nil if no element has the id.
  public subscript(id id: ID) -> ObservedState<Element>? {
    let element = elements[id: id]
    let inner = reads.record(element, id: id)
    return element.map { ObservedState(state: $0, reads: inner ?? Reads()) }
  }

  // MARK: Positions

  /// The positions of the elements.
  public var indices: Range<Int> { 0..<count }

  /// The element at a position. The program traps if there is no element at the position.
  ///
  /// - Parameter position: A position in ``indices``.
  public subscript(position: Int) -> ObservedState<Element> {
    guard let id = elements.id(at: position), let element = element(id, at: position) else {
      preconditionFailure(
        "There is no element at the position \(position), because the collection has \(elements.count) elements."
      )
    }
    return element
  }

  /// The first element; nil if the collection is empty.
  public var first: ObservedState<Element>? { element(elements.id(at: 0), at: 0) }

  /// The last element; nil if the collection is empty.
  public var last: ObservedState<Element>? {
    let id = elements.lastID
    reads.record(lastID: id)
    return id.flatMap { self[id: $0] }
  }

  private func element(_ id: ID?, at position: Int) -> ObservedState<Element>? {
    reads.record(id: id, at: position)
    return id.flatMap { self[id: $0] }
  }
}

extension ObservedElements: Sequence {
  /// Returns an iterator over the elements, in order.
  public func makeIterator() -> AnyIterator<ObservedState<Element>> {
    var ids = ids.makeIterator()
    return AnyIterator { ids.next().flatMap { self[id: $0] } }
  }
}

@available(*, unavailable)
extension ObservedElements: Sendable {}
