/// The keys of the last orders with keys, so that an order that is sent again isn't carried out twice.
///
/// A key belongs to its item: another item may have an order with the same key. They share one block of
/// memory. As strings they would need a hundred, and a warehouse reads all of them when it is saved.
package struct OrderKeys: Equatable, Sendable {
  /// What the keys say about an order.
  package enum Finding: Sendable {
    /// No order of the item had the key.
    case new
    /// The order was carried out.
    case done
    /// The key belongs to another order of the item.
    case ofAnotherOrder
  }

  package static let limit = 100
  /// The maximum number of bytes of a key. The API accepts far fewer.
  private static let keySize = Int(UInt16.max)
  /// The bytes before a key: two with its length, and eight each for the item and the quantity. Without a
  /// quantity it is the key of any order.
  private static let headSize = 18

  /// The keys, the oldest first.
  private var bytes: [UInt8] = []
  private var count = 0

  /// - Parameter keys: The keys, the oldest first. Only the last ones are kept.
  package init(_ keys: some Sequence<OrderKey> = []) { for key in keys { append(key) } }

  /// Returns whether an order was carried out.
  package func find(_ key: String, of item: Item.State.ID, quantity: Int) -> Finding {
    var key = key
    return key.withUTF8 { key in
      var finding = Finding.new
      forEach { text, order in
        guard finding != .done, text.count == key.count, text.elementsEqual(key) else { return }
        if order == nil || order == OrderKey.Order(item: item, quantity: quantity) {
          finding = .done
        } else if order?.item == item {
          finding = .ofAnotherOrder
        }
      }
      return finding
    }
  }

  /// Adds a key, and forgets the oldest one if there are too many.
  package mutating func append(_ key: OrderKey) {
    let text = key.text.utf8
    precondition(text.count <= Self.keySize, "A key of an order is short.")
    bytes.append(UInt8(text.count >> 8))
    bytes.append(UInt8(truncatingIfNeeded: text.count))
    append(key.order?.item ?? 0)
    append(key.order?.quantity ?? 0)
    bytes.append(contentsOf: text)
    count += 1
    guard count > Self.limit else { return }
    bytes.removeFirst(Self.headSize + Int(bytes[0]) << 8 + Int(bytes[1]))
    count -= 1
  }

  /// The keys, the oldest first.
  package var all: [OrderKey] {
    var keys: [OrderKey] = []
    forEach { bytes, order in
      let text = String(decoding: bytes, as: UTF8.self)
      keys.append(
        order.map { OrderKey(text, of: $0.item, quantity: $0.quantity) } ?? OrderKey(ofAnyOrder: text)
      )
    }
    return keys
  }

  fileprivate var byteCount: Int { bytes.count }

  private mutating func append(_ number: Int) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  fileprivate func forEach(_ body: (UnsafeBufferPointer<UInt8>, OrderKey.Order?) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      var start = 0
      while start < bytes.count {
        let item = Int(littleEndian: raw.loadUnaligned(fromByteOffset: start + 2, as: Int.self))
        let quantity = Int(littleEndian: raw.loadUnaligned(fromByteOffset: start + 10, as: Int.self))
        let text = start + Self.headSize
        let end = text + Int(bytes[start]) << 8 + Int(bytes[start + 1])
        let order = quantity > 0 ? OrderKey.Order(item: item, quantity: quantity) : nil
        body(UnsafeBufferPointer(rebasing: bytes[text..<end]), order)
        start = end
      }
    }
  }
}

extension OrderKeys: Codable {
  package init(from decoder: any Decoder) throws {
    let keys = try [OrderKey](from: decoder)
    guard keys.allSatisfy({ $0.text.utf8.count <= Self.keySize }) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "A key has more than \(Self.keySize) bytes.")
      )
    }
    self.init(keys)
  }

  package func encode(to encoder: any Encoder) throws { try all.encode(to: encoder) }
}

extension OrderKeys: ExpressibleByArrayLiteral {
  package init(arrayLiteral keys: OrderKey...) { self.init(keys) }
}

extension OrderKeys: CustomStringConvertible {
  package var description: String { all.map(\.text).description }
}

extension JSONText {
  package mutating func write(_ keys: OrderKeys) {
    // Each of their bytes takes six at most, and the head of a key makes up for its numbers, quotes and
    // brackets.
    write(atMost: 6 * keys.byteCount + 2) { json in
      var isFirst = true
      json.put("[")
      keys.forEach { text, order in
        if !isFirst { json.put(",") }
        isFirst = false
        guard let order else { return json.write(text) }
        json.put("[")
        json.write(order.item)
        json.put(",")
        json.write(order.quantity)
        json.put(",")
        json.write(text)
        json.put("]")
      }
      json.put("]")
    }
  }
}
