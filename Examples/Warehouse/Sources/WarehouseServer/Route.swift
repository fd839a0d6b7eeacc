import HTTPTypes
import Hummingbird

/// A method and a path, and their handler.
package struct Route: Sendable {
  let method: HTTPRequest.Method
  let path: String
  let handler: @Sendable (Request, WarehouseContext) async throws -> Response

  init(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ handler: @escaping @Sendable (Request, WarehouseContext) async throws -> Response
  ) {
    self.method = method
    self.path = path
    self.handler = handler
  }
}
