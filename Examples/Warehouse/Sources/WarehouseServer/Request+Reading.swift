import Foundation
import Hummingbird
import NIOCore
import NIOFoundationCompat

extension Hummingbird.Request {
  /// Whether a browser has sent it for a person.
  var wantsPage: Bool { headers[.accept]?.contains("text/html") == true }

  /// Reads the body as JSON.
  func json<Value: Decodable>(_ type: Value.Type, _ limits: Limits) async throws -> Value {
    try requireType("application/json")
    let body = try await body.collect(upTo: limits.bodySize)
    guard JSONCheck.isJSON(Array(body.readableBytesView)) else {
      throw Problem.malformed("The body of the request isn't JSON.")
    }
    return try Self.naming { try JSONDecoder().decode(type, from: body) }
  }

  /// Reads the body as a form.
  func form(_ limits: Limits) async throws -> Form {
    try requireType("application/x-www-form-urlencoded")
    return Form(String(buffer: try await body.collect(upTo: limits.bodySize)))
  }

  private func requireType(_ type: String) throws(Problem) {
    // The form that most clients use.
    if headers[.contentType] == type { return }
    let found = headers[.contentType]?.split(separator: ";").first?.lowercased()
    guard found?.trimmingCharacters(in: .whitespaces) == type else {
      throw Problem(
        status: .unsupportedMediaType,
        code: "unsupportedType",
        message: "The body of the request has to be \(type)."
      )
    }
  }

  /// Describes what is wrong with a body, without its values.
  private static func naming<Value>(_ decode: () throws -> Value) throws(Problem) -> Value {
    do {
      return try decode()
    } catch DecodingError.keyNotFound(let key, _) {
      throw .invalid("The member \(key.stringValue) is missing.")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
      throw .invalid("The member \(path(context)) has the wrong type.")
    } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
      // It is JSON: a number has more digits than any number that the server reads.
      throw .invalid("A member has a value that it can't have.")
    } catch DecodingError.dataCorrupted(let context) {
      throw .invalid("The member \(path(context)) has a value that it can't have.")
    } catch {
      throw .malformed("The body of the request can't be read.")
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    context.codingPath.map(\.stringValue).joined(separator: ".")
  }
}
