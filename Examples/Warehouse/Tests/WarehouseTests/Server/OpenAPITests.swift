import Foundation
import HTTPTypes
import HummingbirdTesting
import XCTest

@testable import WarehouseServer

/// The description of the API, compared with the routes.
final class OpenAPITests: XCTestCase {
  private struct Description: Decodable {
    struct Operation: Decodable {
      struct Parameter: Decodable {
        let name: String
        let `in`: String
      }
      let operationId: String
      let parameters: [Parameter]?
      let responses: [String: Response]
    }
    struct Response: Decodable {}
    let paths: [String: [String: Operation]]
  }

  private static func description(_ client: any TestClientProtocol) async throws -> Description {
    let response = try await client.get("/openapi.json")
    XCTAssertEqual(response.headers[.contentType], "application/json")
    return try JSONDecoder().decode(Description.self, from: Data(response.text.utf8))
  }

  func testEveryRouteIsDescribedAndNoOther() async throws {
    let test = try await TestServer()
    let routes = test.server.routes.map { "\($0.method.rawValue) \($0.path)" }
    XCTAssertEqual(Set(routes).count, routes.count)
    try await test.run { client in
      let description = try await Self.description(client)
      let described = description.paths.flatMap { path, operations in
        operations.keys.map { "\($0.uppercased()) \(path)" }
      }
      XCTAssertEqual(described.sorted(), routes.sorted())
    }
  }

  func testOperationsHaveIDsOfTheirOwnAndTheParametersOfTheirPaths() async throws {
    try await TestServer().run { client in
      let description = try await Self.description(client)
      let operations = description.paths.flatMap { path, operations in operations.values.map { (path, $0) } }
      XCTAssertEqual(Set(operations.map(\.1.operationId)).count, operations.count)
      for (path, operation) in operations {
        let inPath = path.matches(of: /\{(\w+)\}/).map { String($0.1) }
        let described = operation.parameters?.filter { $0.in == "path" }.map(\.name) ?? []
        XCTAssertEqual(described.sorted(), inPath.sorted(), path)
        for status in ["400", "414", "429", "431", "503"] {
          XCTAssertNotNil(operation.responses[status], path)
        }
      }
    }
  }
}
