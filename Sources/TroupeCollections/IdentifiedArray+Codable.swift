extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  public func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}

extension IdentifiedArray: Decodable where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes the elements from an array.
  ///
  /// - Parameter decoder: The decoder that contains the array.
  /// - Throws: The error from decoding an element, or `DecodingError.dataCorrupted` with the offset of an
  ///   element whose id repeats an earlier element's id.
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
              "The elements at offsets \(existing) and \(offset) have the same id, \(element.id)."
          )
        )
      }
    }
  }
}

/// A position in an encoded array.
private struct Offset: CodingKey {
  let intValue: Int?

  var stringValue: String { "Index \(intValue ?? 0)" }

  init(_ offset: Int) { intValue = offset }

  init?(intValue: Int) { self.intValue = intValue }

  init?(stringValue: String) { nil }
}
