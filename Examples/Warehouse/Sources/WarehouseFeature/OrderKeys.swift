/// The keys of the last orders that had one, so that an order which is sent again isn't done twice.
///
/// They are in one piece of memory. As strings they would be a hundred, and a warehouse reads all of them
/// when it is saved.
package struct OrderKeys: Equatable, Sendable {
  package static let limit = 100
  /// The bytes of a key at most. The API takes far fewer.
  private static let keySize = Int(UInt16.max)

  /// For each key, the oldest first, two bytes with its length and its bytes.
  private var bytes: [UInt8] = []
  private var count = 0

  /// - Parameter keys: The keys, the oldest first. Only the last ones are kept.
  package init(_ keys: some Sequence<String> = []) { for key in keys { append(key) } }

  package func contains(_ key: String) -> Bool {
    var key = key
    return key.withUTF8 { key in
      var isFound = false
      forEach { if !isFound, $0.count == key.count { isFound = $0.elementsEqual(key) } }
      return isFound
    }
  }

  /// Adds a key, and forgets the oldest one if there are too many.
  package mutating func append(_ key: String) {
    precondition(key.utf8.count <= Self.keySize, "A key of an order is short.")
    bytes.append(UInt8(key.utf8.count >> 8))
    bytes.append(UInt8(truncatingIfNeeded: key.utf8.count))
    bytes.append(contentsOf: key.utf8)
    count += 1
    guard count > Self.limit else { return }
    bytes.removeFirst(2 + Int(bytes[0]) << 8 + Int(bytes[1]))
    count -= 1
  }

  /// The keys, the oldest first.
  package var all: [String] {
    var keys: [String] = []
    forEach { keys.append(String(decoding: $0, as: UTF8.self)) }
    return keys
  }

  fileprivate var byteCount: Int { bytes.count }

  fileprivate func forEach(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        let end = start + 2 + Int(bytes[start]) << 8 + Int(bytes[start + 1])
        body(UnsafeBufferPointer(rebasing: bytes[start + 2..<end]))
        start = end
      }
    }
  }
}

extension OrderKeys: Codable {
  package init(from decoder: any Decoder) throws {
    let keys = try [String](from: decoder)
    guard keys.allSatisfy({ $0.utf8.count <= Self.keySize }) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "A key has more than \(Self.keySize) bytes.")
      )
    }
    self.init(keys)
  }

  package func encode(to encoder: any Encoder) throws { try all.encode(to: encoder) }
}

extension OrderKeys: ExpressibleByArrayLiteral {
  package init(arrayLiteral keys: String...) { self.init(keys) }
}

extension OrderKeys: CustomStringConvertible {
  package var description: String { all.description }
}

extension JSONText {
  package mutating func write(_ keys: OrderKeys) {
    // Each of their bytes takes six at most, and the two with a length make up for quotes and commas.
    write(atMost: 6 * keys.byteCount + 2) { json in
      var isFirst = true
      json.put("[")
      keys.forEach { key in
        if !isFirst { json.put(",") }
        isFirst = false
        json.write(key)
      }
      json.put("]")
    }
  }
}
