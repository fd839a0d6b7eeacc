import Foundation
import TroupeDurable

/// A format that encodes states as JSON.
public struct JSONFormat: StateFormat {
  private let encoder: @Sendable () -> JSONEncoder
  private let decoder: @Sendable () -> JSONDecoder

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - encoder: A closure that creates an encoder. It is called for each state.
  ///   - decoder: A closure that creates a decoder for the encoder's output. It is called for each state.
  public init(
    encoder: @escaping @Sendable () -> JSONEncoder = { JSONEncoder() },
    decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) {
    self.encoder = encoder
    self.decoder = decoder
  }

  /// The format's name, `json`.
  public var name: String { "json" }

  /// Encodes a value.
  public func encode(_ value: some Encodable) throws -> [UInt8] { Array(try encoder().encode(value)) }

  /// Decodes a value.
  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: ArraySlice<UInt8>) throws -> Value {
    try decoder().decode(type, from: Data(bytes))
  }
}
