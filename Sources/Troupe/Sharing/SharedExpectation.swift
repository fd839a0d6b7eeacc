/// The expected values of shared values in the closure of an assertion.
package final class SharedExpectation {
  private let before: (any SharedCell) -> any SharedVersion
  /// The values that the closure has written.
  package private(set) var touched: [ObjectIdentifier: (cell: any SharedCell, version: any SharedVersion)] =
    [:]

  /// - Parameter before: Returns the version that the closure starts with.
  package init(before: @escaping (any SharedCell) -> any SharedVersion) { self.before = before }

  /// The version of a value that is expected so far.
  package func version(of cell: any SharedCell) -> any SharedVersion {
    touched[ObjectIdentifier(cell)]?.version ?? before(cell)
  }

  /// Records that the closure has changed the expected value. Returns the version that was expected before,
  /// to be released without a lock.
  package func expect(_ version: any SharedVersion, of cell: any SharedCell) -> (any SharedVersion)? {
    touched.updateValue((cell, version), forKey: ObjectIdentifier(cell))?.version
  }
}
