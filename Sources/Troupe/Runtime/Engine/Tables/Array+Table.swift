extension Array {
  /// Appends an element to a table with an element for each slot.
  ///
  /// If a large table is full, it grows by half. An array that is only appended to doubles its storage, so up
  /// to half of a table's memory would be unused while many effects run.
  mutating func appendToTable(_ element: consuming Element) {
    if count == capacity, count >= 1024 { reserveCapacity(count + count / 2) }
    append(element)
  }
}
