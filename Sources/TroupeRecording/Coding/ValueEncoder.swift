/// An encoder that encodes equal values as equal texts in every process.
///
/// Members are sorted by their names. The elements of a `Set`, and the entries of a `Dictionary` whose keys
/// aren't texts or numbers, are sorted by their texts, because their order differs between processes. If a
/// type's own `encode(to:)` encodes such a collection, it has to use a container, like synthesized code,
/// instead of passing its encoder to the collection. Numbers are exact. Numbers that aren't finite are
/// encoded as the texts `nan`, `inf` and `-inf`. All kinds of `nan` are encoded as the same text, because the
/// kinds differ between computers.
enum ValueEncoder {
  /// Encodes a value.
  static func encode(_ value: some Encodable) throws -> RecordedValue { try value.recorded(at: []) }
}

/// A collection whose elements have no order.
private protocol Unordered {
  /// The number of consecutive elements of the encoded array that belong together.
  static var stride: Int { get }
}

extension Set: Unordered {
  fileprivate static var stride: Int { 1 }
}

extension Dictionary: Unordered {
  fileprivate static var stride: Int { 2 }
}

extension Encodable {
  fileprivate func recorded(at path: [any CodingKey]) throws -> RecordedValue {
    let encoder = TreeEncoder(codingPath: path)
    try encode(to: encoder)
    let value = encoder.value
    guard let type = Self.self as? any Unordered.Type, case .array(let elements) = value else { return value }
    let stride = type.stride
    let groups = Swift.stride(from: 0, to: elements.count, by: stride).map { start in
      let group = elements[start..<min(start + stride, elements.count)]
      return (text: group.first?.json ?? [], group: group)
    }
    return .array(groups.sorted { $0.text.lexicographicallyPrecedes($1.text) }.flatMap(\.group))
  }
}

/// An encoder that collects the parts of one value.
private final class TreeEncoder: Encoder {
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private var content = Content.empty

  /// A value's content. Objects and arrays are shared with the containers that fill them.
  enum Content {
    case empty
    case whole(RecordedValue)
    case object(ObjectContent)
    case array(ArrayContent)
    case other(TreeEncoder)
  }

  final class ObjectContent { var members: [String: Content] = [:] }

  final class ArrayContent { var elements: [Content] = [] }

  init(codingPath: [any CodingKey]) { self.codingPath = codingPath }

  /// The encoded value. If nothing was encoded, the value is an object without members.
  var value: RecordedValue { Self.value(of: content) }

  private static func value(of content: Content) -> RecordedValue {
    switch content {
    case .empty: .object([:])
    case .whole(let value): value
    case .object(let object): .object(object.members.mapValues(value(of:)))
    case .array(let array): .array(array.elements.map(value(of:)))
    case .other(let encoder): encoder.value
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // A class and its superclass may both request the container.
    let object = if case .object(let object) = content { object } else { ObjectContent() }
    content = .object(object)
    return KeyedEncodingContainer(Members(codingPath: codingPath, object: object))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let array = if case .array(let array) = content { array } else { ArrayContent() }
    content = .array(array)
    return Elements(codingPath: codingPath, array: array)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  fileprivate func set(_ value: RecordedValue) { content = .whole(value) }
}

extension TreeEncoder: SingleValueEncodingContainer {
  func encodeNil() { set(.null) }
  func encode(_ value: Bool) { set(.bool(value)) }
  func encode(_ value: String) { set(.string(value)) }
  func encode(_ value: Double) { set(.float(value)) }
  func encode(_ value: Float) { set(.float(value)) }
  func encode(_ value: Int) { set(.integer(value)) }
  func encode(_ value: Int8) { set(.integer(value)) }
  func encode(_ value: Int16) { set(.integer(value)) }
  func encode(_ value: Int32) { set(.integer(value)) }
  func encode(_ value: Int64) { set(.integer(value)) }
  func encode(_ value: UInt) { set(.integer(value)) }
  func encode(_ value: UInt8) { set(.integer(value)) }
  func encode(_ value: UInt16) { set(.integer(value)) }
  func encode(_ value: UInt32) { set(.integer(value)) }
  func encode(_ value: UInt64) { set(.integer(value)) }
  func encode(_ value: some Encodable) throws { set(try value.recorded(at: codingPath)) }
}

/// A keyed container that encodes the members of an object.
private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let codingPath: [any CodingKey]
  let object: TreeEncoder.ObjectContent

  private func set(_ value: RecordedValue, _ key: Key) { object.members[key.stringValue] = .whole(value) }

  func encodeNil(forKey key: Key) { set(.null, key) }
  func encode(_ value: Bool, forKey key: Key) { set(.bool(value), key) }
  func encode(_ value: String, forKey key: Key) { set(.string(value), key) }
  func encode(_ value: Double, forKey key: Key) { set(.float(value), key) }
  func encode(_ value: Float, forKey key: Key) { set(.float(value), key) }
  func encode(_ value: Int, forKey key: Key) { set(.integer(value), key) }
  func encode(_ value: Int8, forKey key: Key) { set(.integer(value), key) }
  func encode(_ value: Int16, forKey key: Key) { set(.integer(value), key) }
  func encode(_ value: Int32, forKey key: Key) { set(.integer(value), key) }
  func encode(_ value: Int64, forKey key: Key) { set(.integer(value), key) }
  func encode(_ value: UInt, forKey key: Key) { set(.integer(value), key) }
  func encode(_ value: UInt8, forKey key: Key) { set(.integer(value), key) }
  func encode(_ value: UInt16, forKey key: Key) { set(.integer(value), key) }
  func encode(_ value: UInt32, forKey key: Key) { set(.integer(value), key) }
  func encode(_ value: UInt64, forKey key: Key) { set(.integer(value), key) }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    set(try value.recorded(at: codingPath + [key]), key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder(PlaceKey(stringValue: "super")) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  private func encoder(_ key: some CodingKey) -> TreeEncoder {
    let encoder = TreeEncoder(codingPath: codingPath + [key])
    object.members[key.stringValue] = .other(encoder)
    return encoder
  }
}

/// An unkeyed container that encodes the elements of an array.
private struct Elements: UnkeyedEncodingContainer {
  let codingPath: [any CodingKey]
  let array: TreeEncoder.ArrayContent

  var count: Int { array.elements.count }

  private func add(_ value: RecordedValue) { array.elements.append(.whole(value)) }

  func encodeNil() { add(.null) }
  func encode(_ value: Bool) { add(.bool(value)) }
  func encode(_ value: String) { add(.string(value)) }
  func encode(_ value: Double) { add(.float(value)) }
  func encode(_ value: Float) { add(.float(value)) }
  func encode(_ value: Int) { add(.integer(value)) }
  func encode(_ value: Int8) { add(.integer(value)) }
  func encode(_ value: Int16) { add(.integer(value)) }
  func encode(_ value: Int32) { add(.integer(value)) }
  func encode(_ value: Int64) { add(.integer(value)) }
  func encode(_ value: UInt) { add(.integer(value)) }
  func encode(_ value: UInt8) { add(.integer(value)) }
  func encode(_ value: UInt16) { add(.integer(value)) }
  func encode(_ value: UInt32) { add(.integer(value)) }
  func encode(_ value: UInt64) { add(.integer(value)) }
  func encode(_ value: some Encodable) throws { add(try value.recorded(at: codingPath)) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder() }

  private func encoder() -> TreeEncoder {
    let encoder = TreeEncoder(codingPath: codingPath + [PlaceKey(intValue: count)])
    array.elements.append(.other(encoder))
    return encoder
  }
}

/// A coding key for a position that has no other key.
struct PlaceKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}

extension RecordedValue {
  /// Returns a number as the shortest text from which it can be restored exactly. For a number that isn't
  /// finite, the result is a string.
  fileprivate static func float(_ number: some BinaryFloatingPoint & LosslessStringConvertible)
    -> RecordedValue
  {
    if number.isNaN { return .string("nan") }
    if number.isInfinite { return .string(number < 0 ? "-inf" : "inf") }
    return .number("\(number)")
  }
}
