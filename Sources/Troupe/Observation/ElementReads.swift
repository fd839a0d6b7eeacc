/// A collection whose elements have ids.
protocol ElementCollection<ID, Element> {
  associatedtype ID: Hashable
  associatedtype Element

  var count: Int { get }
  var idList: [ID] { get }
  /// Returns whether the collection has exactly these ids, in this order.
  func hasIDs(_ ids: [ID]) -> Bool
  /// Returns the id of the element at a position; nil if there is no such position.
  func id(at position: Int) -> ID?
  subscript(id id: ID) -> Element? { get }
}

extension ElementCollection {
  /// The id of the last element; nil if the collection is empty.
  var lastID: ID? { id(at: count - 1) }
}

extension IdentifiedArray: ElementCollection {
  var idList: [ID] { Array(ids) }

  func hasIDs(_ ids: [ID]) -> Bool { self.ids.elementsEqual(ids) }

  func id(at position: Int) -> ID? { indices.contains(position) ? ids[position] : nil }
}

extension StackState: ElementCollection {
  typealias ID = StackElementID

  var idList: [StackElementID] { ids }

  func hasIDs(_ ids: [StackElementID]) -> Bool { slots.ids.elementsEqual(ids) }

  func id(at position: Int) -> StackElementID? { slots.id(at: position) }
}

/// The recorded reads of a collection. The object can determine whether any value that was read has changed.
///
/// If reads are tracked individually, changes are handled as in ``Reads``.
final class ElementReads<ID: Hashable, Element: ObservableState> {
  /// A value that was read from the collection.
  private struct Recorded<Value> {
    let value: Value
    var token = WeakToken()
  }

  /// An element that existed at the time of the read.
  private struct Known {
    let identity: UInt64
    let reads: Reads<Element>
  }

  private let tracking: ReadTracking?
  private var count: Recorded<Int>?
  private var isEmpty: Recorded<Bool>?
  private var ids: Recorded<[ID]>?
  /// The ids at the positions that were read.
  private var positions: [Int: Recorded<ID?>] = [:]
  private var lastID: Recorded<ID?>?
  private var elements: [ID: Recorded<Known?>] = [:]

  init(tracking: ReadTracking?) {
    self.tracking = tracking
  }

  func record(count: Int) { record(count, &self.count) }

  func record(isEmpty: Bool) { record(isEmpty, &self.isEmpty) }

  func record(ids: [ID]) { record(ids, &self.ids) }

  func record(id: ID?, at position: Int) { record(id, &positions[position]) }

  func record(lastID: ID?) { record(lastID, &self.lastID) }

  /// Records a read of the element with an id, and returns the object that records the reads inside the
  /// element.
  func record(_ element: Element?, id: ID) -> Reads<Element>? {
    if let index = elements.index(forKey: id) {
      _ = tracking?.track(&elements.values[index].token)
      return elements.values[index].value?.reads
    }
    let known = element.map { Known(identity: $0._$id.number, reads: Reads(tracking: tracking)) }
    record(known, &elements[id])
    return known?.reads
  }

  private func record<Value>(_ value: Value, _ recorded: inout Recorded<Value>?) {
    var new = Recorded(value: value, token: recorded?.token ?? WeakToken())
    recorded = tracking?.track(&new.token) == false ? nil : new
  }

  func isUnchanged(in collection: some ElementCollection<ID, Element>) -> Bool {
    if let tracking {
      recordChanges(in: collection, tracking)
      return true
    }
    if let count, collection.count != count.value { return false }
    if let isEmpty, (collection.count == 0) != isEmpty.value { return false }
    if let ids, !collection.hasIDs(ids.value) { return false }
    if let lastID, collection.lastID != lastID.value { return false }
    guard positions.allSatisfy({ collection.id(at: $0.key) == $0.value.value }) else { return false }
    return elements.allSatisfy { isUnchanged($0.value.value, collection[id: $0.key]) }
  }

  private func isUnchanged(_ known: Known?, _ element: Element?) -> Bool {
    switch (element, known) {
    case (nil, nil): true
    case (let element?, let known?):
      element._$id.number == known.identity && known.reads.isUnchanged(in: element)
    default: false
    }
  }
}

extension ElementReads: NestedReads {
  var isTracked: Bool {
    count?.token.token != nil || isEmpty?.token.token != nil || ids?.token.token != nil
      || lastID?.token.token != nil || positions.values.contains { $0.token.token != nil }
      || elements.values.contains(where: isTracked)
  }

  private func isTracked(_ element: Recorded<Known?>) -> Bool {
    element.token.token != nil || element.value?.reads.isTracked == true
  }

  func recordAllChanged() {
    guard let tracking else { return }
    drop(&count, tracking) { _ in false }
    drop(&isEmpty, tracking) { _ in false }
    drop(&ids, tracking) { _ in false }
    drop(&lastID, tracking) { _ in false }
    for position in Array(positions.keys) { drop(&positions[position], tracking) { _ in false } }
    for element in elements.values { recordChanged(element, tracking) }
    elements = [:]
  }

  private func recordChanges(in collection: some ElementCollection<ID, Element>, _ tracking: ReadTracking) {
    drop(&count, tracking) { $0 == collection.count }
    drop(&isEmpty, tracking) { $0 == (collection.count == 0) }
    drop(&ids, tracking) { collection.hasIDs($0) }
    drop(&lastID, tracking) { $0 == collection.lastID }
    for position in Array(positions.keys) {
      drop(&positions[position], tracking) { $0 == collection.id(at: position) }
    }
    for (id, element) in elements {
      if isTracked(element) {
        if isUnchanged(element.value, collection[id: id]) { continue }
        recordChanged(element, tracking)
      }
      elements[id] = nil
    }
  }

  private func drop<Value>(
    _ recorded: inout Recorded<Value>?,
    _ tracking: ReadTracking,
    unless isUnchanged: (Value) -> Bool
  ) {
    guard let now = recorded, now.token.token == nil || !isUnchanged(now.value) else { return }
    tracking.record(changed: now.token)
    recorded = nil
  }

  private func recordChanged(_ element: Recorded<Known?>, _ tracking: ReadTracking) {
    tracking.record(changed: element.token)
    element.value?.reads.recordAllChanged()
  }
}
