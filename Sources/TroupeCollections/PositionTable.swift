/// A hash table that stores the positions of elements, without the elements themselves.
///
/// The table stores neither ids nor the number of entries: the caller compares the ids at the positions that
/// the table returns, and passes the number of entries. A slot therefore takes eight bytes for any type of
/// id, the table can be copied and shifted as plain numbers, and it grows without rehashing ids.
@usableFromInline
struct PositionTable: Sendable {
  /// The slots, whose number is zero or a power of two. A free slot is zero. In a used slot, the upper half
  /// is the hash, and the lower half is the position plus one. On a collision, the next slot is used.
  private var slots: [UInt64] = []

  @usableFromInline
  init() {}

  @inlinable
  static func hash(_ id: some Hashable) -> UInt32 {
    // The hash isn't `hashValue`, because a type may implement that property badly.
    var hasher = Hasher()
    hasher.combine(id)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  /// The number of entries, for tests. Counting them takes linear time.
  var count: Int { slots.reduce(0) { $0 + ($1 == 0 ? 0 : 1) } }

  // MARK: Looking up

  /// An iteration over the slots that may contain a hash.
  @usableFromInline
  struct Probe {
    let hash: UInt32
    fileprivate var slot: Int
  }

  @usableFromInline
  func probe(for hash: UInt32) -> Probe {
    Probe(hash: hash, slot: Int(hash) & (slots.count &- 1))
  }

  /// Returns the next position whose entry has the hash, or nil if there is none.
  @usableFromInline
  func next(_ probe: inout Probe) -> Int? {
    guard !slots.isEmpty else { return nil }
    while slots[probe.slot] != 0 {
      let entry = slots[probe.slot]
      probe.slot = following(probe.slot)
      if Self.hash(in: entry) == probe.hash { return Self.position(in: entry) }
    }
    return nil
  }

  // MARK: Changing entries

  /// Makes room for a number of entries.
  @usableFromInline
  mutating func reserve(_ count: Int) {
    // At most three quarters of the slots are used, so that every lookup is short and terminates.
    guard count > slots.count / 4 * 3 else { return }
    precondition(count < UInt32.max, "An IdentifiedArray holds at most 4,294,967,294 elements.")
    var size = max(8, slots.count)
    while count > size / 4 * 3 { size *= 2 }
    let old = slots
    slots = Array(repeating: 0, count: size)
    for entry in old where entry != 0 { fill(entry) }
  }

  /// Adds an entry to the table, which must have room for it.
  @usableFromInline
  mutating func insert(_ hash: UInt32, at position: Int) {
    fill(Self.entry(hash, position))
  }

  @usableFromInline
  mutating func remove(_ hash: UInt32, at position: Int) {
    guard var hole = slot(of: hash, at: position) else { return }
    // Following entries are moved into the hole, so that no lookup ends early at an empty slot.
    var candidate = following(hole)
    while slots[candidate] != 0 {
      let home = Int(Self.hash(in: slots[candidate])) & (slots.count - 1)
      if distance(from: home, to: candidate) >= distance(from: hole, to: candidate) {
        slots[hole] = slots[candidate]
        hole = candidate
      }
      candidate = following(candidate)
    }
    slots[hole] = 0
  }

  @usableFromInline
  mutating func move(_ hash: UInt32, from position: Int, to target: Int) {
    guard let slot = slot(of: hash, at: position) else { return }
    slots[slot] = Self.entry(Self.hash(in: slots[slot]), target)
  }

  mutating func swap(_ hash: UInt32, at position: Int, _ otherHash: UInt32, at otherPosition: Int) {
    guard let slot = slot(of: hash, at: position), let other = self.slot(of: otherHash, at: otherPosition)
    else { return }
    slots[slot] = Self.entry(Self.hash(in: slots[slot]), otherPosition)
    slots[other] = Self.entry(Self.hash(in: slots[other]), position)
  }

  mutating func removeAll(keepingCapacity: Bool) {
    if keepingCapacity {
      for slot in slots.indices { slots[slot] = 0 }
    } else {
      slots = []
    }
  }

  // MARK: Changing all positions

  /// Whether moving this many entries individually is cheaper than updating the whole table.
  @usableFromInline
  func isWorthMoving(_ count: Int) -> Bool { count < slots.count / 16 }

  /// Increases all positions from a given position on.
  @usableFromInline
  mutating func openGap(at position: Int, of count: Int) {
    let (position, count) = (UInt64(position), UInt64(count))
    update { $0 &+ ($0 & Self.lowerHalf > position ? count : 0) }
  }

  /// Decreases all positions after a gap whose entries have been removed.
  @usableFromInline
  mutating func closeGap(at position: Int, of count: Int) {
    let (position, count) = (UInt64(position), UInt64(count))
    update { $0 &- ($0 & Self.lowerHalf > position ? count : 0) }
  }

  /// Reverses the positions.
  mutating func reverse(count: Int) {
    update { $0 == 0 ? 0 : Self.entry(Self.hash(in: $0), count - 1 - Self.position(in: $0)) }
  }

  /// Updates all slots. Direct access to the array's memory makes the update ten times as fast as access
  /// through the array's subscript.
  @inline(__always)
  private mutating func update(_ change: (UInt64) -> UInt64) {
    slots.withUnsafeMutableBufferPointer { slots in
      for slot in slots.indices { slots[slot] = change(slots[slot]) }
    }
  }

  // MARK: Slots

  private static var lowerHalf: UInt64 { 0xFFFF_FFFF }

  private static func entry(_ hash: UInt32, _ position: Int) -> UInt64 {
    UInt64(hash) << 32 | (UInt64(position) &+ 1)
  }

  private static func hash(in entry: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: entry >> 32) }

  private static func position(in entry: UInt64) -> Int { Int(entry & lowerHalf) &- 1 }

  private func following(_ slot: Int) -> Int { (slot &+ 1) & (slots.count &- 1) }

  private func distance(from slot: Int, to other: Int) -> Int { (other &- slot) & (slots.count &- 1) }

  private mutating func fill(_ entry: UInt64) {
    var slot = Int(Self.hash(in: entry)) & (slots.count - 1)
    while slots[slot] != 0 { slot = following(slot) }
    slots[slot] = entry
  }

  private func slot(of hash: UInt32, at position: Int) -> Int? {
    guard !slots.isEmpty else { return nil }
    let entry = Self.entry(hash, position)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      if slots[slot] == entry { return slot }
      slot = following(slot)
    }
    // An element that is an object may have changed its id without the array's knowledge.
    return slots.firstIndex { $0 & Self.lowerHalf == UInt64(position) + 1 }
  }
}
