/// The effects under one limit.
struct Lane {
  var running: Set<EffectID> = []
  /// Those who wait, oldest first, from `head` on.
  private var line: [EffectID] = []
  private var head = 0

  var waiting: ArraySlice<EffectID> { line[head...] }

  var isEmpty: Bool { running.isEmpty && waiting.isEmpty }

  /// Lets one wait; it has to be younger than all who wait already.
  mutating func append(_ id: EffectID) { line.append(id) }

  mutating func popFirst() {
    head += 1
    if head * 2 > line.count {
      line.removeFirst(head)
      head = 0
    }
  }

  /// Takes one out of the line that waits no longer.
  mutating func removeWaiting(_ id: EffectID) {
    var low = head
    var high = line.count
    while low < high {
      let middle = (low + high) / 2
      if line[middle] < id { low = middle + 1 } else { high = middle }
    }
    if low < line.count, line[low] == id { line.remove(at: low) }
  }
}
