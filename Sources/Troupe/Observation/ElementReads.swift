/// A collection whose elements have ids.
protocol ElementCollection<ID, Element> {
  associatedtype ID: Hashable
  associatedtype Element

  var count: Int { get }
  var idList: [ID] { get }
  /// Whether the ids are those, in that order.
  func hasIDs(_ ids: [ID]) -> Bool
  subscript(id id: ID) -> Element? { get }
}

extension IdentifiedArray: ElementCollection {
  var idList: [ID] { Array(ids) }

  func hasIDs(_ ids: [ID]) -> Bool { self.ids.elementsEqual(ids) }
}

extension StackState: ElementCollection {
  typealias ID = StackElementID

  var idList: [StackElementID] { ids }

  func hasIDs(_ ids: [StackElementID]) -> Bool { slots.ids.elementsEqual(ids) }
}

/// What was read of a collection of elements, and how to tell whether any of it has changed since.
final class ElementReads<ID: Hashable, Element: ObservableState> {
  private struct Known {
    let identity: UInt64
    let reads: Reads<Element>
  }

  var count: Int?
  var isEmpty: Bool?
  var ids: [ID]?
  private var elements: [ID: Known?] = [:]

  /// Notes what there is under an id, and returns what notes what is read of it.
  func note(_ element: Element?, id: ID) -> Reads<Element>? {
    if let known = elements[id] { return known?.reads }
    let known = element.map { Known(identity: $0._$id.number, reads: Reads()) }
    elements[id] = .some(known)
    return known?.reads
  }

  func isUnchanged(in collection: some ElementCollection<ID, Element>) -> Bool {
    if let count, collection.count != count { return false }
    if let isEmpty, (collection.count == 0) != isEmpty { return false }
    if let ids, !collection.hasIDs(ids) { return false }
    for (id, known) in elements {
      switch (collection[id: id], known) {
      case (nil, nil): continue
      case (let element?, let known?)
      where element._$id.number == known.identity && known.reads.isUnchanged(in: element):
        continue
      default: return false
      }
    }
    return true
  }
}
