/// Values at the slots of one of the engine's tables. Use this table if most slots have a value, or if no
/// slot has a value.
///
/// The table keeps its length while values at its end are added and removed. From time to time, the table
/// frees the memory of a burst. The cost of an addition or a removal doesn't depend on the number of values.
struct SlotTable<Value> {
  private(set) var values: [Value?] = []
  private var count: Int32 = 0
  private var trimming = TrimSchedule()

  /// The value at a slot.
  subscript(slot: Int) -> Value? {
    slot < values.count ? values[slot] : nil
  }

  /// The values, in the order of their slots.
  var all: some Sequence<Value> { values.lazy.compactMap(\.self) }

  var isEmpty: Bool { count == 0 }

  mutating func set(_ value: Value, at slot: Int) {
    while values.count <= slot { values.appendToTable(nil) }
    if values[slot] == nil { count += 1 }
    values[slot] = value
  }

  /// Changes the value at a slot in place, if the slot has a value.
  mutating func change<Result>(at slot: Int, _ change: (inout Value) -> Result) -> Result? {
    guard slot < values.count, var value = values[slot].take() else { return nil }
    defer { values[slot] = value }
    return change(&value)
  }

  mutating func remove(at slot: Int) {
    guard slot < values.count, values[slot] != nil else { return }
    values[slot] = nil
    count -= 1
    // An empty table also keeps its length, because the next value may be at its end again.
    if trimming.isDue(slots: values.count, least: 64) { trim() }
  }

  private mutating func trim() {
    while let last = values.last, last == nil { values.removeLast() }
    if values.capacity > 4 * values.count + 64 { values = values.map(\.self) }
  }
}
