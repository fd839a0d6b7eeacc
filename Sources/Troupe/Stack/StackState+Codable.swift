private enum StackKey: String, CodingKey { case ids, elements }

extension StackState: Encodable where Element: Encodable {
  /// Encodes the ids and the elements, with the keys `ids` and `elements`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StackKey.self)
    try container.encode(ids, forKey: .ids)
    try container.encode(Array(self), forKey: .elements)
  }
}

extension StackState: Decodable where Element: Decodable {
  /// Decodes a stack with its ids, or creates a stack from an encoded array of elements, which get new ids.
  ///
  /// After decoding, the current `stackElementID` generator never creates any of the decoded ids. Therefore,
  /// decode a stack with the dependencies of its store.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A `DecodingError`: an error from decoding an element, or `dataCorrupted` if an id occurs twice
  ///   or the numbers of ids and elements differ.
  public init(from decoder: any Decoder) throws {
    let container: KeyedDecodingContainer<StackKey>
    do {
      container = try decoder.container(keyedBy: StackKey.self)
    } catch DecodingError.typeMismatch {
      self.init(try [Element](from: decoder))
      return
    }
    let ids = try container.decode([StackElementID].self, forKey: .ids)
    let elements = try container.decode([Element].self, forKey: .elements)
    guard ids.count == elements.count, Set(ids).count == ids.count else {
      let problem =
        ids.count == elements.count
        ? "An id occurs twice" : "There are \(ids.count) ids for \(elements.count) elements"
      throw DecodingError.dataCorruptedError(forKey: .ids, in: container, debugDescription: "\(problem).")
    }
    self.init()
    for (id, element) in zip(ids, elements) { push(element, id: id) }
    @Dependency(\.stackElementID) var makeID
    if let newest = ids.max() { makeID.skip(past: newest) }
  }
}
