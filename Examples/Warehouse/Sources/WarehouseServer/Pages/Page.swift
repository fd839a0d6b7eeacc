import HTTPTypes
import Hummingbird
import WarehouseFeature

/// A page as HTML. Texts of users come in with `html`, which escapes them.
struct Page {
  let title: String
  var status = HTTPResponse.Status.ok
  /// Attributes of the main part, as HTML.
  var attributes = ""
  /// The main part, as HTML.
  let main: String

  var response: Response {
    .text(
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title.html)</title>
      <link rel="stylesheet" href="/page.css">
      <link rel="icon" href="data:,">
      <script src="/page.js" defer></script>
      </head>
      <body>
      <a class="skip" href="#main">Skip to the contents</a>
      <header><nav aria-label="Site"><a href="/">Warehouses</a></nav></header>
      <main id="main"\(attributes)>
      <h1>\(title.html)</h1>
      \(main)
      </main>
      </body>
      </html>

      """,
      "text/html; charset=utf-8",
      status: status
    )
  }

  /// The page for a problem with a request for a path, for who has sent a form.
  static func problem(_ problem: Problem, at path: String) -> Response {
    let main = """
      <p role="alert">\(problem.message.html)</p>
      <p>Go back in the browser to try again, or \(link(from: path)).</p>
      """
    var response = Page(title: "That didn’t work", status: problem.status, main: main).response
    response.headers.append(contentsOf: problem.headers)
    return response
  }

  /// A link to the warehouse of a path, or to all of them.
  private static func link(from path: String) -> String {
    let parts = path.split(separator: "/").map { String($0) }
    guard parts.count > 2, parts[0] == "warehouses", Warehouses.isName(parts[1]) else {
      return "<a href=\"/\">to the warehouses</a>"
    }
    return "<a href=\"/warehouses/\(parts[1])\">to the warehouse \(parts[1])</a>"
  }
}
