/// A state that an earlier version of the program saved, for the migration of a ``StateCodec``.
public struct StoredState: Sendable {
  /// The version with which the state was saved.
  public let version: Int
  /// The state as the format encoded it.
  public let bytes: ArraySlice<UInt8>
  let format: any StateFormat

  /// Decodes the state as the type that it had in that version.
  ///
  /// - Parameter type: The earlier type, or a type with the parts that you need.
  /// - Returns: The value.
  /// - Throws: The error that the value or the format throws.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try format.decode(type, from: bytes)
  }
}
