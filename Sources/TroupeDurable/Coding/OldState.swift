/// A state that an earlier version of the program has saved, for the migration of a ``StateCodec``.
public struct OldState: Sendable {
  /// The version under which it was saved.
  public let version: Int
  /// What the format had made of it.
  public let bytes: ArraySlice<UInt8>
  let format: any StateFormat

  /// Decodes the state as the type that it had then.
  ///
  /// - Parameter type: The type, or one with as much of it as is needed.
  /// - Returns: The value.
  /// - Throws: What the value or the format throws.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try format.decode(type, from: bytes)
  }
}
