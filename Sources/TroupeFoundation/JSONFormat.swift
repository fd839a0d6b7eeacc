import Foundation
import TroupeDurable

/// Encodes states as JSON.
public struct JSONFormat: StateFormat {
  private let encoder: @Sendable () -> JSONEncoder
  private let decoder: @Sendable () -> JSONDecoder

  /// Makes a format.
  ///
  /// - Parameters:
  ///   - encoder: Makes an encoder; called for each state.
  ///   - decoder: Makes a decoder that reads what the encoder writes; called for each state.
  public init(
    encoder: @escaping @Sendable () -> JSONEncoder = { JSONEncoder() },
    decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) {
    self.encoder = encoder
    self.decoder = decoder
  }

  /// The name, `json`.
  public var name: String { "json" }

  /// Encodes a value.
  public func encode(_ value: some Encodable) throws -> [UInt8] { Array(try encoder().encode(value)) }

  /// Decodes a value.
  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: ArraySlice<UInt8>) throws -> Value {
    try decoder().decode(type, from: Data(bytes))
  }
}
