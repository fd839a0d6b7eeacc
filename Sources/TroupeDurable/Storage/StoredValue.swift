/// A key's value in a ``Storage``.
public struct StoredValue: Hashable, Sendable {
  /// The bytes that were saved.
  public let bytes: [UInt8]
  /// The revision with which the bytes were saved.
  public let revision: StorageRevision

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that were saved.
  ///   - revision: The revision with which the bytes were saved.
  public init(bytes: [UInt8], revision: StorageRevision) {
    self.bytes = bytes
    self.revision = revision
  }
}
