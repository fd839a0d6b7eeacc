/// A list of slots in the order in which they were added. Any slot can be removed in constant time.
///
/// The links are indices instead of references, so that releasing a long list doesn't recurse.
@usableFromInline
struct UseOrder {
  @usableFromInline
  struct Link {
    @usableFromInline var previous = none
    @usableFromInline var next = none
    @usableFromInline var isIn = false

    @inlinable
    init(previous: Int = none, next: Int = none, isIn: Bool = false) {
      self.previous = previous
      self.next = next
      self.isIn = isIn
    }
  }

  @usableFromInline static let none = -1
  @usableFromInline var links: [Link] = []
  @usableFromInline var count = 0
  @usableFromInline var firstSlot = none
  @usableFromInline var lastSlot = none

  /// The slot that was added first; nil if the list is empty.
  var first: Int? { firstSlot == Self.none ? nil : firstSlot }

  @inlinable
  func contains(_ slot: Int) -> Bool { slot < links.count && links[slot].isIn }

  /// Adds a slot at the end. The list must not contain the slot yet.
  @inlinable
  mutating func append(_ slot: Int) {
    while links.count <= slot { links.append(Link()) }
    assert(!links[slot].isIn, "The slot is already in the order.")
    links[slot] = Link(previous: lastSlot, next: Self.none, isIn: true)
    if lastSlot == Self.none { firstSlot = slot } else { links[lastSlot].next = slot }
    lastSlot = slot
    count += 1
  }

  /// Removes a slot if the list contains it.
  @inlinable
  mutating func remove(_ slot: Int) {
    guard contains(slot) else { return }
    let link = links[slot]
    if link.previous == Self.none { firstSlot = link.next } else { links[link.previous].next = link.next }
    if link.next == Self.none { lastSlot = link.previous } else { links[link.next].previous = link.previous }
    links[slot] = Link()
    count -= 1
  }
}
