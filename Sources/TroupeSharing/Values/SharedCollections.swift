import TroupeCollections

extension RangeReplaceableCollection {
  /// Creates a collection of properties, one for each element of a shared identified array.
  ///
  /// - Parameter shared: The shared array.
  public init<ID: Hashable & Sendable, Row: Sendable>(_ shared: Shared<IdentifiedArray<ID, Row>>)
  where Element == Shared<Row> {
    self.init(shared.wrappedValue.ids.compactMap { Shared(shared[id: $0]) })
  }

  /// Creates a collection of properties, one for each element of a shared identified array.
  ///
  /// - Parameter shared: The shared array.
  public init<ID: Hashable & Sendable, Row: Sendable>(_ shared: SharedReader<IdentifiedArray<ID, Row>>)
  where Element == SharedReader<Row> {
    self.init(shared.wrappedValue.ids.compactMap { SharedReader(shared[id: $0]) })
  }
}
