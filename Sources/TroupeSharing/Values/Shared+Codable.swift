import Troupe
import TroupeDiagnostics

/// A key that is saved with a state that holds a property for its value.
///
/// When such a state is restored, the property shares the value of its key again. A value that the key has
/// by then is newer than the saved one, and stays.
public protocol RestorableSharedKey: SharedKey, Codable where Value: Sendable {
  /// Whether the state saves the value with the key. Return false if the key itself saves the value where it
  /// is found again. The default is true.
  var savesValueInState: Bool { get }
}

extension RestorableSharedKey {
  /// True.
  public var savesValueInState: Bool { true }
}

/// How a key is encoded.
struct KeyCoding: Sendable {
  /// The name by which the type of the key is found when it is decoded.
  let type: String
  let savesValue: Bool
  private let key: any Encodable & Sendable

  init?(_ key: some SharedReaderKey) {
    guard let key = key as? any RestorableSharedKey, let type = _mangledTypeName(Swift.type(of: key)) else {
      return nil
    }
    // The storage of an in-memory key keeps the value, which mustn't keep the storage.
    self.key = (key as? any InMemoryNamed)?.key ?? key
    self.type = type
    savesValue = key.savesValueInState
  }

  fileprivate func encode(to container: inout KeyedEncodingContainer<SharedCodingKeys>) throws {
    try container.encode(type, forKey: .type)
    try key.encode(to: container.superEncoder(forKey: .key))
  }
}

private enum SharedCodingKeys: String, CodingKey {
  /// The text of the key. Its presence marks a shared value in a recording.
  case name = "$shared"
  case type, key, value
}

extension Shared: Encodable where Value: Encodable {
  /// Encodes the value or the key, as the key says.
  ///
  /// A part of a value, and a value whose key isn't a ``RestorableSharedKey``, is encoded as a value that
  /// nothing else shares.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: SharedCodingKeys.self)
    let coding = reference is Cell<Value> ? reference.cell.keyCoding : nil
    try container.encode(reference.name, forKey: .name)
    try coding?.encode(to: &container)
    if coding?.savesValue != false { try container.encode(wrappedValue, forKey: .value) }
  }
}

extension Shared: Decodable where Value: Decodable {
  /// Decodes a property. If its key has a value, the property shares it, and a saved value is ignored.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: SharedCodingKeys.self)
    let value = try container.decodeIfPresent(Value.self, forKey: .value)
    if let name = try container.decodeIfPresent(String.self, forKey: .type) {
      guard let type = _typeByName(name) as? any RestorableSharedKey.Type else {
        throw DecodingError.dataCorruptedError(
          forKey: .type,
          in: container,
          debugDescription: """
            A shared value was saved with a key of the type \(name), which doesn't exist any more, or isn't a \
            RestorableSharedKey. Keep the type of the key, also under a new name with a type alias.
            """
        )
      }
      let key = try type.init(from: container.superDecoder(forKey: .key))
      self = try Self.restored(key, value, container)
    } else if let value {
      self.init(value: value)
    } else {
      throw DecodingError.valueNotFound(
        Value.self,
        .init(
          codingPath: container.codingPath,
          debugDescription: "A shared value was saved without key and value."
        )
      )
    }
  }

  private static func restored<Key: RestorableSharedKey>(
    _ key: Key,
    _ value: Value?,
    _ container: KeyedDecodingContainer<SharedCodingKeys>
  ) throws -> Shared {
    guard let key = key as? any SharedKey<Value> else {
      throw DecodingError.dataCorruptedError(
        forKey: .key,
        in: container,
        debugDescription: "\(key) is the key of another type than \(TypeName(Value.self).full)."
      )
    }
    return try restored(key, value, container)
  }

  private static func restored(
    _ key: some SharedKey<Value>,
    _ value: Value?,
    _ container: KeyedDecodingContainer<SharedCodingKeys>
  ) throws -> Shared {
    func initial() throws -> Value {
      if let value { return value }
      let loaded = Locked<Value?>(nil)
      key.load(
        context: .userInitiated,
        continuation: LoadContinuation("\(key)") { result in
          if case .success(let value) = result { loaded.withLock { $0 = value } }
        }
      )
      guard let found = loaded.withLock({ $0 }) else {
        throw DecodingError.dataCorruptedError(
          forKey: .value,
          in: container,
          debugDescription:
            "\(key) has no value, or can't load it at once, and none was saved with the state."
        )
      }
      return found
    }
    return Shared(reference: try Cell.of(key, default: initial))
  }
}
