import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Troupe
import WarehouseFeature

extension WarehouseSite {
  /// The API of warehouses and items. Requests and answers are JSON.
  package var itemRoutes: [Route] {
    [
      Route(.get, "/api/warehouses") { request, _ in
        try .json(try await NamesPage(request.uri.queryParameters, of: self))
      },
      Route(.put, "/api/warehouses/{warehouse}") { _, context in
        guard let name = context.parameters.get("warehouse"), Warehouses.isName(name) else {
          throw Problem.invalid("A name has 1 to 40 lowercase letters, digits and hyphens.")
        }
        let isNew = try await make(name)
        return try .json(NameJSON(name: name), status: isNew ? .created : .ok)
      },
      Route(.get, "/api/warehouses/{warehouse}/items") { request, context in
        let selection = try Selection(request.uri.queryParameters)
        return try await read(try name(context)) { state in
          try .json(ItemsJSON(items: selection.items(of: state).map(ItemJSON.init)))
        }
      },
      Route(.post, "/api/warehouses/{warehouse}/items") { request, context in
        let draft = try await request.json(DraftInput.self, limits).draft.checked
        return try .json(ItemJSON(try await ask(try name(context), .add(draft))), status: .created)
      },
      Route(.get, "/api/warehouses/{warehouse}/items/{item}") { _, context in
        let id = try item(context)
        guard let item = try await find(id, in: try name(context)) else { throw Problem(.noSuchItem) }
        return try .json(ItemJSON(item))
      },
      Route(.post, "/api/warehouses/{warehouse}/items/{item}/order") { request, context in
        let order = try await request.json(OrderInput.self, limits)
        try order.check()
        let wish = Request.order(try item(context), quantity: order.quantity, key: order.key)
        return try .json(ItemJSON(try await ask(try name(context), wish)))
      },
      Route(.post, "/api/warehouses/{warehouse}/items/{item}/edit") { _, context in
        try .json(EditJSON(try await ask(try name(context), .edit(try item(context)))), status: .created)
          .unstored
      },
      Route(.post, "/api/warehouses/{warehouse}/items/{item}/save") { request, context in
        let input = try await request.json(SaveInput.self, limits)
        let wish = Request.save(try item(context), lease: input.lease, try input.draft.checked)
        return try .json(ItemJSON(try await ask(try name(context), wish)))
      },
      Route(.post, "/api/warehouses/{warehouse}/items/{item}/cancel") { request, context in
        let input = try await request.json(LeaseInput.self, limits)
        let wish = Request.cancel(try item(context), lease: input.lease)
        return try .json(ItemJSON(try await ask(try name(context), wish)))
      },
    ]
  }

  private typealias Request = WarehouseFeature.Request
}

private struct NameJSON: Encodable { let name: String }
private struct ItemsJSON: Encodable { let items: [ItemJSON] }

/// The answer to the client that begins an edit. No other client gets the lease.
private struct EditJSON: Encodable {
  let item: ItemJSON
  let lease: String

  init(_ item: Item.State) throws(Problem) {
    guard let lease = item.editor?.lease else { throw Problem(.leaseHasEnded) }
    self.item = ItemJSON(item)
    self.lease = lease.id
  }
}

/// A draft with the lease under which it is saved.
struct SaveInput: Decodable {
  let lease: String
  let draft: Draft

  init(from decoder: any Decoder) throws {
    lease = try LeaseInput(from: decoder).lease
    draft = try DraftInput(from: decoder).draft
  }
}

extension ItemJSON {
  var text: String {
    do {
      return String(decoding: try JSONEncoder.sorted.encode(self), as: UTF8.self)
    } catch {
      preconditionFailure("An item can't be encoded: \(type(of: error))")
    }
  }
}

extension JSONEncoder {
  /// An encoder whose texts are the same for the same values.
  static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

extension Response {
  /// The answer for a single client: it has a lease, which no cache may keep.
  var unstored: Response {
    var response = self
    response.headers[.cacheControl] = "no-store"
    return response
  }

  static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
    Response(
      status: status,
      headers: [.contentType: "application/json; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder.sorted.encode(value)))
    )
  }

  static func text(_ text: String, _ type: String, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status,
      headers: [.contentType: type],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text))
    )
  }
}
