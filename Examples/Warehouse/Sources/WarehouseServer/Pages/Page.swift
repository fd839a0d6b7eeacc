import HTTPTypes
import Hummingbird

/// A page as HTML. Users' texts are inserted with `html`, which escapes them.
struct Page {
  let title: String
  /// The title as a heading, as HTML, with what stands beside it; nil for only the title.
  var heading: String?
  var status = HTTPResponse.Status.ok
  /// The parent pages, the highest first: a title and a path.
  var parents: [(title: String, path: String)] = []
  /// Attributes of the main part, as HTML.
  var attributes = ""
  /// Whether a form was rejected. A screen reader reads the title first.
  var hasMistakes = false
  /// The main part, as HTML.
  let main: String

  var response: Response {
    .text(html, "text/html; charset=utf-8", status: status)
  }

  private var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(hasMistakes ? "Error: " : "")\(title.html)\(parents.isEmpty ? "" : " · Warehouses")</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/page.css">
    <script src="/page.js" defer></script>
    </head>
    <body>
    <a class="skip" href="#main">Skip to the contents</a>
    <header class="site"><nav aria-label="Site"><ol>\(crumbs)</ol></nav></header>
    <main id="main" tabindex="-1"\(attributes)>
    \(heading ?? "<h1>\(title.html)</h1>")
    \(main)
    </main>
    </body>
    </html>

    """
  }

  private var crumbs: String {
    let mark = """
      <svg class="mark" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">\
      <path d="M3 12 16 4l13 8v16h-4V15H7v13H3z"/><path d="M10 18h5v4h-5zm7 0h5v4h-5zm-7 6h5v4h-5zm7 0h5v4h-5z"/></svg>
      """
    let above = parents.enumerated().map { index, parent in
      "<li><a href=\"\(parent.path.html)\">\(index == 0 ? mark : "")<span>\(parent.title.html)</span></a></li>"
    }
    let first = parents.isEmpty ? mark : ""
    return above.joined() + "<li><a aria-current=\"page\">\(first)<span>\(title.html)</span></a></li>"
  }
}

extension Page {
  /// The page of all warehouses, as the first of the parents.
  static let top = (title: "Warehouses", path: "/")

  static func warehouse(_ name: String) -> (title: String, path: String) { (name, "/warehouses/\(name)") }
}

/// A message that a form was rejected, as HTML.
func alert(_ title: String, _ text: String = "") -> String {
  "<div class=\"alert\" role=\"alert\"><p><strong>\(title.html)</strong> \(text.html)</p></div>"
}
