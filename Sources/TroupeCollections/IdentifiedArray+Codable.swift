extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  public func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}

extension IdentifiedArray: Decodable where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes the elements of an array.
  ///
  /// - Parameter decoder: The decoder that holds the array.
  /// - Throws: The error that decoding an element throws, or `DecodingError.dataCorrupted` with the offset of
  ///   an element that has the id of an earlier one.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    if let count = container.count { reserveCapacity(count) }
    while !container.isAtEnd {
      let offset = container.currentIndex
      let element = try container.decode(Element.self)
      let (inserted, existing) = append(element)
      guard inserted else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: container.codingPath + [Offset(offset)],
            debugDescription:
              "The element at offset \(offset) has the id \(element.id) of that at offset \(existing)."
          )
        )
      }
    }
  }
}

/// The place of an element in an encoded array.
private struct Offset: CodingKey {
  let intValue: Int?

  var stringValue: String { "Index \(intValue ?? 0)" }

  init(_ offset: Int) { intValue = offset }

  init?(intValue: Int) { self.intValue = intValue }

  init?(stringValue: String) { nil }
}
