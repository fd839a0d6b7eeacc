import TroupeDiagnostics

extension RecordedValue {
  /// Encodes a value as a ``Recording`` does.
  ///
  /// - Parameter value: The value.
  /// - Throws: The error that the value's `encode(to:)` throws.
  public init(encoding value: some Encodable) throws { self = try ValueEncoder.encode(value) }

  /// Decodes a value as a ``Replay`` does.
  ///
  /// - Parameter type: The type of the value.
  /// - Returns: The value.
  /// - Throws: The error that the type's `init(from:)` throws, such as a `DecodingError`.
  public func decode<Value: Decodable>(as type: Value.Type) throws -> Value {
    try ValueDecoder.decode(type, from: self)
  }

  /// Reads a JSON text. The result is nil if the text isn't valid, or if its values are nested more than 512
  /// levels deep.
  ///
  /// - Parameter bytes: The text, in UTF-8.
  public init?(json bytes: some Collection<UInt8>) {
    guard let value = try? JSONParser.parse(Array(bytes)[...]) else { return nil }
    self = value
  }
}

extension Redaction {
  /// Removes the secrets from a value, as before it is written into a recording.
  ///
  /// - Parameters:
  ///   - value: The encoded value.
  ///   - part: The part of a recording that the value is.
  /// - Returns: The value without the secrets.
  public func redacted(_ value: RecordedValue, as part: Part) -> RecordedValue {
    var value = value
    self(part, &value)
    return value
  }
}
