import HTTPTypes
import Hummingbird
import WarehouseFeature

/// The page for a problem with a request, for a browser.
struct ProblemPage {
  let problem: Problem
  /// The path that the browser has requested.
  let path: String
  /// The id of the request, which the log also has.
  let requestID: String

  var response: Response {
    let main = """
      <section class="card problem">
      <p class="code">\(problem.status.code)</p>
      <p role="alert">\(problem.message.html)</p>
      <p class="actions">\(links)</p>
      <p class="fine">Request \(requestID.html)</p>
      </section>
      """
    var response = Page(title: title, status: problem.status, parents: [Page.top], main: main).response
    response.headers.append(contentsOf: problem.headers)
    return response
  }

  private var title: String {
    switch problem.status.code {
    case 403: "Not allowed"
    case 404: "Not found"
    case 405: "No page here"
    case 409: "Something has changed"
    case 429: "Too many requests"
    case 503, 504: "Not available at the moment"
    case 500...: "Something went wrong"
    default: "That request can’t be done"
    }
  }

  /// Links to the warehouse of the path, if it has one, and to all of them.
  private var links: String {
    let all = "<a class=\"button\" href=\"/\">All warehouses</a>"
    let parts = path.split(separator: "/").map { String($0) }
    guard parts.count > 1, parts[0] == "warehouses", Warehouses.isName(parts[1]),
      problem.code != Problem.noSuchWarehouse.code
    else { return all.replacing("button", with: "button primary") }
    return """
      <a class="button primary" href="/warehouses/\(parts[1])">Back to warehouse \(parts[1])</a> \(all)
      """
  }
}
