/// Determines when a table of slots frees the memory that a burst has left behind.
///
/// It does so after as many removals as the table has slots. The cost of a removal thus doesn't depend on the
/// number of slots.
struct TrimSchedule {
  private var removals: Int32 = 0

  /// Counts a removal, and returns whether to trim the table now.
  ///
  /// - Parameters:
  ///   - slots: The number of slots, including free ones.
  ///   - least: The number of removals between two times in a small table.
  mutating func isDue(slots: Int, least: Int) -> Bool {
    removals += 1
    guard removals >= max(least, slots) else { return false }
    removals = 0
    return true
  }
}
