/// Values at slots of one of the engine's tables; most slots have one, or none has.
///
/// The table stays as long as it is while values come and go at its end, and gives back what a burst took now
/// and then: what an addition or a removal costs doesn't depend on how many there are.
struct SlotTable<Value> {
  private(set) var values: [Value?] = []
  private var count: Int32 = 0
  private var removalsSinceTrim: Int32 = 0

  /// The value at a slot.
  subscript(slot: Int) -> Value? {
    slot < values.count ? values[slot] : nil
  }

  /// The values, in the order of their slots.
  var all: some Sequence<Value> { values.lazy.compactMap(\.self) }

  var isEmpty: Bool { count == 0 }

  mutating func set(_ value: Value, at slot: Int) {
    while values.count <= slot { values.append(nil) }
    if values[slot] == nil { count += 1 }
    values[slot] = value
  }

  mutating func remove(at slot: Int) {
    guard slot < values.count, values[slot] != nil else { return }
    values[slot] = nil
    count -= 1
    removalsSinceTrim += 1
    // Also one that is empty stays: the next value may be at its end again.
    if removalsSinceTrim >= max(64, values.count) { trim() }
  }

  private mutating func trim() {
    removalsSinceTrim = 0
    while let last = values.last, last == nil { values.removeLast() }
    if values.capacity > 4 * values.count + 64 { values = values.map(\.self) }
  }
}
