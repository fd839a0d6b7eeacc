import HTTPTypes
import Hummingbird
import NIOCore
import TroupeRecording

/// Answers the requests of the page.
struct InspectorResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  /// The number of bytes of a request's body.
  private static let bodyLimit = 1 << 20

  let api: InspectorAPI
  let access: InspectorAccess

  func respond(to request: Request, context: Context) async throws -> Response {
    let path: String
    do throws(InspectorAccess.Refusal) {
      path = try access.path(of: request)
    } catch {
      return response(Array(error.text.utf8), "text/plain; charset=utf-8", error.status)
    }
    if request.method == .get, let file = Self.file(path) { return response(file.bytes, file.type) }
    guard path.hasPrefix("api/") else {
      return response(Array("There is no such page.".utf8), "text/plain; charset=utf-8", .notFound)
    }
    do {
      var body = RecordedValue.null
      if request.method == .post {
        let buffer = try await request.body.collect(upTo: Self.bodyLimit)
        guard let value = RecordedValue(json: buffer.readableBytesView) else {
          throw InspectorProblem.notAllowed("The request isn't JSON, or it is nested too deep.")
        }
        body = value
      }
      let question = InspectorAPI.Question(
        path: String(path.dropFirst(4)),
        isPost: request.method == .post,
        parameters: Dictionary(
          request.uri.queryParameters.map { (String($0.key), String($0.value)) },
          uniquingKeysWith: { first, _ in first }
        ),
        body: body
      )
      guard let answer = try await api.answer(question) else {
        return response(Array("There is no such page.".utf8), "text/plain; charset=utf-8", .notFound)
      }
      return response(answer.json, "application/json")
    } catch is NIOTooManyBytesError {
      let problem = RecordedValue.object(["problem": .string("The request is too large.")])
      return response(problem.json, "application/json", .contentTooLarge)
    } catch {
      let problem = RecordedValue.object(["problem": .string("\(error)")])
      return response(problem.json, "application/json", .unprocessableContent)
    }
  }

  private static func file(_ path: String) -> (bytes: [UInt8], type: String)? {
    switch path {
    case "": (PackageResources.index_html, "text/html; charset=utf-8")
    case "page.css": (PackageResources.page_css, "text/css; charset=utf-8")
    case "icon.svg": (PackageResources.icon_svg, "image/svg+xml")
    case "main.js": (PackageResources.main_js, "text/javascript; charset=utf-8")
    case "parts.js": (PackageResources.parts_js, "text/javascript; charset=utf-8")
    case "live.js": (PackageResources.live_js, "text/javascript; charset=utf-8")
    case "timeline.js": (PackageResources.timeline_js, "text/javascript; charset=utf-8")
    case "travel.js": (PackageResources.travel_js, "text/javascript; charset=utf-8")
    default: nil
    }
  }

  private func response(
    _ bytes: [UInt8],
    _ type: String,
    _ status: HTTPResponse.Status = .ok
  ) -> Response {
    var headers: HTTPFields = [:]
    headers[.contentType] = type
    headers[.cacheControl] = "no-store"
    headers[.contentSecurityPolicy] = """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """
    headers[.xContentTypeOptions] = "nosniff"
    let others = [
      "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
      "Cross-Origin-Opener-Policy": "same-origin",
    ]
    for (name, value) in others {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    return Response(
      status: status,
      headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
    )
  }
}
