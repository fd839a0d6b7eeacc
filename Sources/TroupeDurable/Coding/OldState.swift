/// A state that an earlier version of the program saved, for the migration of a ``StateCodec``.
public struct OldState: Sendable {
  /// The version under which it was saved.
  public let version: Int
  /// The state as the format encoded it.
  public let bytes: ArraySlice<UInt8>
  let format: any StateFormat

  /// Decodes the state as the type that it had then.
  ///
  /// - Parameter type: The type, or one with the parts of it that are needed.
  /// - Returns: The value.
  /// - Throws: The error that the value or the format throws.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try format.decode(type, from: bytes)
  }
}
