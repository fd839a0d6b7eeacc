import TroupeDiagnostics

extension RecordedValue {
  /// Encodes a value in the same way as a ``Recording``.
  ///
  /// - Parameter value: The value.
  /// - Throws: The error that the value's `encode(to:)` throws.
  public init(encoding value: some Encodable) throws { self = try ValueEncoder.encode(value) }

  /// Decodes a value in the same way as a ``Replay``.
  ///
  /// - Parameter type: The value's type.
  /// - Returns: The value.
  /// - Throws: The error that the type's `init(from:)` throws, such as a `DecodingError`.
  public func decode<Value: Decodable>(as type: Value.Type) throws -> Value {
    try ValueDecoder.decode(type, from: self)
  }

  /// Parses a JSON text. The result is nil if the text is invalid, or if its values are nested more than 512
  /// levels deep.
  ///
  /// - Parameter bytes: The text, in UTF-8.
  public init?(json bytes: some Collection<UInt8>) {
    guard let value = try? JSONParser.parse(Array(bytes)[...]) else { return nil }
    self = value
  }
}

extension Redaction {
  /// Removes the secrets from a value, in the same way as before a value is written into a recording.
  ///
  /// - Parameters:
  ///   - value: The encoded value.
  ///   - part: The part of the recording to which the value belongs.
  /// - Returns: The value without the secrets.
  public func redacted(_ value: RecordedValue, as part: Part) -> RecordedValue {
    var value = value
    self(part, &value)
    return value
  }
}
