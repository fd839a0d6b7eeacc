import Troupe
import TroupeDurable
import TroupeTesting

/// A message as it travels on a network whose messages are bytes.
private struct EncodedMessage: Sendable {
  let bytes: [UInt8]
}

extension World {
  /// The format in which calls and streams send their requests, replies and elements as bytes; nil to send
  /// them as values. By default, it is nil.
  ///
  /// A format tests the encodings of a system's messages. The receiver decodes the bytes as the type that it
  /// expects, which may be another type than the sender's, such as the type of an earlier version. All
  /// messages must then be `Codable`, except for replies of the type `Void`.
  ///
  /// ```swift
  /// world.messageFormat = JSONFormat()
  /// ```
  ///
  /// Set the format before the first call. If bytes can't be decoded, the call throws
  /// ``CallError/malformed(_:)``.
  public var messageFormat: (any StateFormat)? {
    get { state.withLock { $0.messageFormat } }
    set { state.withLock { $0.messageFormat = newValue } }
  }

  /// Returns a message as it travels.
  ///
  /// - Parameter text: Names the message in errors.
  func encode(_ message: some Sendable, _ text: () -> String) throws(CallError) -> any Sendable {
    guard let format = messageFormat, !(message is Void) else { return message }
    guard let encodable = message as? any Encodable else {
      throw .malformed(
        "\(text()) can't be sent as bytes, because \(Swift.type(of: message)) isn't encodable"
      )
    }
    do {
      return EncodedMessage(bytes: try format.encode(encodable))
    } catch {
      throw .malformed("\(text()) can't be encoded: \(error)")
    }
  }

  /// Returns a message that has arrived as a value of a type.
  ///
  /// - Parameter text: Names the message in errors.
  func decode<Message: Sendable>(
    _ message: any Sendable,
    as type: Message.Type,
    _ text: () -> String
  ) throws(CallError) -> Message {
    if let message = message as? Message { return message }
    guard let encoded = message as? EncodedMessage, let format = messageFormat else {
      throw .wrongType("\(text()) isn't of the type \(type), but of \(Swift.type(of: message))")
    }
    guard let decodable = type as? any Decodable.Type else {
      throw .malformed("\(text()) can't be read from bytes, because \(type) isn't decodable")
    }
    do {
      // The cast can't fail: the value has the type that was asked for.
      if let message = try format.decode(decodable, from: encoded.bytes[...]) as? Message { return message }
    } catch {
      throw .malformed("\(text()) isn't of the type \(type): \(error)")
    }
    throw .wrongType("\(text()) isn't of the type \(type)")
  }
}
