/// A state that an earlier version of the program saved, for the migration of a ``StateCodec``.
public struct StoredState: Sendable {
  /// The version with which the state was saved.
  public let version: Int
  /// The state's bytes, as the format encoded them.
  public let bytes: ArraySlice<UInt8>
  let format: any StateFormat

  /// Decodes the state as the type that the state had in its version.
  ///
  /// - Parameter type: The earlier type, or a type with only the parts that you need.
  /// - Returns: The value.
  /// - Throws: The error that the value or the format throws.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try format.decode(type, from: bytes)
  }
}
