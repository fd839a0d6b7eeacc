/// How states become bytes, and bytes states.
///
/// `JSONFormat` of `TroupeFoundation` is one. A format is used from several tasks at the same time.
public protocol StateFormat: Sendable {
  /// What tells the format from others, saved with each state: up to 40 lowercase letters, digits, dots and
  /// hyphens.
  var name: String { get }

  /// Encodes a value.
  ///
  /// - Parameter value: The value.
  /// - Returns: Bytes that ``decode(_:from:)`` makes the value of.
  /// - Throws: What the value or the encoder throws.
  func encode(_ value: some Encodable) throws -> [UInt8]

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: What ``encode(_:)`` made.
  /// - Returns: The value.
  /// - Throws: What the value or the decoder throws.
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: ArraySlice<UInt8>) throws -> Value
}
