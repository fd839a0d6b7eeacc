/// A schedule for freeing the memory that a burst has left in a table of slots.
///
/// The memory is freed after as many removals as the table has slots, so that the cost of a removal doesn't
/// depend on the number of slots.
struct TrimSchedule {
  private var removals: Int32 = 0

  /// Counts a removal. Returns whether to trim the table now.
  ///
  /// - Parameters:
  ///   - slots: The number of slots, including free slots.
  ///   - least: The minimum number of removals between two trims.
  mutating func isDue(slots: Int, least: Int) -> Bool {
    removals += 1
    guard removals >= max(least, slots) else { return false }
    removals = 0
    return true
  }
}
