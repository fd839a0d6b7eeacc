/// A format that encodes and decodes states.
///
/// For example, `JSONFormat` in `TroupeFoundation` is a state format. Several tasks may use a format
/// concurrently.
public protocol StateFormat: Sendable {
  /// The format's unique name, which is saved with each state. It consists of up to 40 lowercase letters,
  /// digits, dots and hyphens.
  var name: String { get }

  /// Encodes a value.
  ///
  /// - Parameter value: The value.
  /// - Returns: The bytes from which ``decode(_:from:)`` decodes the value.
  /// - Throws: The error that the value or the encoder throws.
  func encode(_ value: some Encodable) throws -> [UInt8]

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The value's type.
  ///   - bytes: The bytes that ``encode(_:)`` returned.
  /// - Returns: The value.
  /// - Throws: The error that the value or the decoder throws.
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: ArraySlice<UInt8>) throws -> Value
}
