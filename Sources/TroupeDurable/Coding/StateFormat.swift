/// A format that encodes and decodes states.
///
/// `JSONFormat` of `TroupeFoundation` is one. A format is used from several tasks at the same time.
public protocol StateFormat: Sendable {
  /// The unique name of the format, which is saved with each state: up to 40 lowercase letters, digits, dots
  /// and hyphens.
  var name: String { get }

  /// Encodes a value.
  ///
  /// - Parameter value: The value.
  /// - Returns: Bytes from which ``decode(_:from:)`` decodes the value.
  /// - Throws: The error that the value or the encoder throws.
  func encode(_ value: some Encodable) throws -> [UInt8]

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: The bytes that ``encode(_:)`` returned.
  /// - Returns: The value.
  /// - Throws: The error that the value or the decoder throws.
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: ArraySlice<UInt8>) throws -> Value
}
