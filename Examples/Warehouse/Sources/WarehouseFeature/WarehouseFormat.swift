import TroupeDurable
import TroupeFoundation

/// JSON that a state writes itself, if it can, and that Foundation reads.
///
/// A warehouse is saved as a whole with each change. Foundation's encoder took more than half of that time.
/// The format has the name of `JSONFormat`, because each reads what the other has written.
package struct WarehouseFormat: StateFormat {
  private let json = JSONFormat()

  package init() {}

  package var name: String { json.name }

  package func encode(_ value: some Encodable) throws -> [UInt8] {
    guard let value = value as? any JSONWritable else { return try json.encode(value) }
    var text = JSONText()
    try value.write(to: &text)
    return text.bytes
  }

  package func decode<Value: Decodable>(_ type: Value.Type, from bytes: ArraySlice<UInt8>) throws -> Value {
    try json.decode(type, from: bytes)
  }
}

extension Warehouse.State: JSONWritable {
  package func write(to json: inout JSONText) throws {
    json.put(#"{"items":"#)
    try json.write(items) { item, json in try item.write(to: &json) }
    json.put(#","lastID":"#)
    json.write(atMost: 20) { $0.write(lastID) }
    json.put(#","orderKeys":"#)
    json.write(orderKeys)
    json.put("}")
  }
}

extension Item.State: JSONWritable {
  package func write(to json: inout JSONText) throws {
    json.write(atMost: 80 + 6 * name.utf8.count) { json in
      json.put("[")
      json.write(id)
      json.put(",")
      json.write(name)
      json.put(",")
      switch status {
      case .inStock(let quantity): json.write(quantity)
      case .outOfStock(let isOnBackOrder): json.write(isOnBackOrder)
      }
      json.put(",")
      json.write(ordered)
      json.put(editor == nil ? "]" : ",")
    }
    guard let editor else { return }
    try json.write(encoding: editor)
    json.put("]")
  }
}
