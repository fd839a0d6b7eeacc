import HTTPTypes
import Hummingbird
import Troupe
import WarehouseFeature

extension WarehouseServer {
  /// What people use. A form is answered with a page to go to.
  var pageRoutes: [Route] {
    [
      Route(.get, "/") { request, _ in
        let names = try await NamesPage(request.uri.queryParameters, of: self)
        let next = names.next.map {
          "<p><a href=\"/?after=\($0.query)\" rel=\"next\">More warehouses</a></p>"
        }
        let links = names.warehouses.map {
          "<li><a href=\"/warehouses/\($0.html)\">\($0.html)</a></li>"
        }
        let main = """
          <ul>\(links.joined())</ul>
          \(next ?? "")
          <form method="post" action="/warehouses">
          <label>Name <input name="name" required maxlength="40" pattern="[a-z0-9\\-]+" autocomplete="off" \
          aria-describedby="name"></label>
          <span id="name">Lowercase letters, digits and hyphens</span>
          <button>Open a new warehouse</button>
          </form>
          """
        return Page(title: "Warehouses", main: main).response
      },
      Route(.post, "/warehouses") { request, _ in
        let name = try await request.form(limits).text("name")
        guard Warehouses.isName(name) else {
          throw Problem.invalid("A name has 1 to 40 lowercase letters, digits and hyphens.")
        }
        _ = try await make(name)
        return .see("/warehouses/\(name)")
      },
      Route(.get, "/warehouses/{warehouse}") { request, context in
        let (name, selection) = (try name(context), try Selection(request.uri.queryParameters))
        return try await read(name) { state, position in
          // The events that the state has already come once more, which does no harm.
          let items = selection.items(of: state)
          return ItemsPage(warehouse: name, selection: selection, items: items, position: position).page
            .response
        }
      },
      Route(.post, "/warehouses/{warehouse}/items") { request, context in
        let (name, draft) = (try name(context), try await request.form(limits).draft())
        let item = try await ask(name, .add(draft))
        return .see("/warehouses/\(name)#item-\(item.id)")
      },
      Route(.post, "/warehouses/{warehouse}/items/{item}/order") { request, context in
        let (name, id) = (try name(context), try item(context))
        let selection = try Selection(request.uri.queryParameters)
        let form = try await request.form(limits)
        let order = OrderInput(quantity: try form.number("quantity"), key: form["key"])
        try order.check()
        _ = try await ask(name, .order(id, quantity: order.quantity, key: order.key))
        return .see("/warehouses/\(name)\(selection.query)#item-\(id)")
      },
      Route(.post, "/warehouses/{warehouse}/items/{item}/edit") { request, context in
        let (name, id) = (try name(context), try item(context))
        let selection = try Selection(request.uri.queryParameters)
        guard let lease = try await ask(name, .edit(id)).editor?.lease else { throw Problem(.leaseHasEnded) }
        let query = selection.query.replacing("?", with: "&")
        return .see("/warehouses/\(name)/items/\(id)/edit?lease=\(lease.id)\(query)").unstored
      },
      Route(.get, "/warehouses/{warehouse}/items/{item}/edit") { request, context in
        let (name, id) = (try name(context), try item(context))
        let selection = try Selection(request.uri.queryParameters)
        guard let item = try await find(id, in: name) else { throw Problem(.noSuchItem) }
        guard let editor = item.editor else { throw Problem(.leaseHasEnded) }
        guard request.uri.queryParameters["lease"].map({ String($0) }) == editor.lease.id else {
          throw Problem(.leaseOfAnother)
        }
        return EditPage(warehouse: name, item: id, editor: editor, selection: selection).page.response
          .unstored
      },
      Route(.post, "/warehouses/{warehouse}/items/{item}/save") { request, context in
        let (name, id) = (try name(context), try item(context))
        let selection = try Selection(request.uri.queryParameters)
        let form = try await request.form(limits)
        _ = try await ask(name, .save(id, lease: try form.text("lease"), try form.draft()))
        return .see("/warehouses/\(name)\(selection.query)#item-\(id)")
      },
      Route(.post, "/warehouses/{warehouse}/items/{item}/cancel") { request, context in
        let (name, id) = (try name(context), try item(context))
        let selection = try Selection(request.uri.queryParameters)
        let lease = try await request.form(limits).text("lease")
        _ = try await ask(name, .cancel(id, lease: lease))
        return .see("/warehouses/\(name)\(selection.query)#item-\(id)")
      },
    ]
  }
}

extension Response {
  /// Has the browser load a page, also when it is reloaded.
  fileprivate static func see(_ path: String) -> Response {
    Response(status: .seeOther, headers: [.location: path])
  }
}
