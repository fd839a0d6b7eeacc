import HTTPTypes
import Hummingbird
import Troupe
import WarehouseFeature

extension WarehouseServer {
  /// The pages for people. A form that is accepted is answered with a redirect to a page. A form that is
  /// rejected returns with its errors.
  var pageRoutes: [Route] {
    [
      Route(.get, "/") { request, _ in
        let query = request.uri.queryParameters
        let names = try await NamesPage(query, of: self)
        return IndexPage(names: names, isFirst: (query["after"] ?? "").isEmpty).page.response
      },
      Route(.post, "/warehouses") { request, _ in
        let name = try await request.form(limits).text("name")
        return try await answering(request) {
          guard Warehouses.isName(name) else {
            throw Problem.invalid("A name has 1 to 40 lowercase letters, digits and hyphens.")
          }
          _ = try await make(name)
          return .see("/warehouses/\(name)")
        } again: { problem in
          let names = try await NamesPage(request.uri.queryParameters, of: self)
          return IndexPage(names: names, entry: name, mistake: problem.message).page
        }
      },
      Route(.get, "/warehouses/{warehouse}") { request, context in
        let (name, selection) = (try name(context), try Selection(request.uri.queryParameters))
        return try await items(of: name, selection).response
      },
      Route(.post, "/warehouses/{warehouse}/items") { request, context in
        let (name, selection) = (try name(context), try Selection(request.uri.queryParameters))
        let entry = DraftEntry(try await request.form(limits))
        return try await answering(request) {
          let item = try await ask(name, .add(try entry.draft()))
          return .see("/warehouses/\(name)\(Selection(showing: item.id).query)#item-\(item.id)")
        } again: { problem in
          try await items(of: name, selection, failure: .draft(entry, problem))
        }
      },
      Route(.post, "/warehouses/{warehouse}/items/{item}/order") { request, context in
        let (name, id) = (try name(context), try item(context))
        let selection = try Selection(request.uri.queryParameters)
        let form = try await request.form(limits)
        return try await answering(request) {
          let order = OrderInput(quantity: try form.number("quantity"), key: form["key"])
          try order.check()
          _ = try await ask(name, .order(id, quantity: order.quantity, key: order.key))
          return .see("/warehouses/\(name)\(selection.query)#item-\(id)")
        } again: { problem in
          try await items(
            of: name,
            selection,
            failure: .item(id, quantity: form["quantity"] ?? "", problem)
          )
        }
      },
      Route(.post, "/warehouses/{warehouse}/items/{item}/edit") { request, context in
        let (name, id) = (try name(context), try item(context))
        let selection = try Selection(request.uri.queryParameters)
        return try await answering(request) {
          let lease = try await beginEdit(name, id)
          let query = selection.query.replacing("?", with: "&")
          return .see("/warehouses/\(name)/items/\(id)/edit?lease=\(lease.id)\(query)").unstored
        } again: { problem in
          try await items(of: name, selection, failure: .item(id, quantity: nil, problem))
        }
      },
      Route(.get, "/warehouses/{warehouse}/items/{item}/edit") { request, context in
        let (name, id) = (try name(context), try item(context))
        let selection = try Selection(request.uri.queryParameters)
        guard let item = try await find(id, in: name) else { throw Problem(.noSuchItem) }
        guard let editor = item.editor else { throw Problem(.leaseHasEnded) }
        guard request.uri.queryParameters["lease"].map({ String($0) }) == editor.lease.id else {
          throw Problem(.leaseOfAnother)
        }
        return EditPage(
          warehouse: name,
          item: item,
          phase: .editing(editor.lease),
          entry: DraftEntry(editor.draft),
          selection: selection
        ).page.response.unstored
      },
      Route(.post, "/warehouses/{warehouse}/items/{item}/save") { request, context in
        let (name, id) = (try name(context), try item(context))
        let selection = try Selection(request.uri.queryParameters)
        let form = try await request.form(limits)
        let (lease, entry) = (try form.text("lease"), DraftEntry(form))
        return try await answering(request) {
          let draft = try entry.draft()
          // Without a lease, the browser has lost it, and its user still wants to save the input.
          let lease = lease.isEmpty ? try await beginEdit(name, id).id : lease
          _ = try await ask(name, .save(id, lease: lease, draft))
          return .see("/warehouses/\(name)\(selection.query)#item-\(id)")
        } again: { problem in
          guard let item = try await find(id, in: name) else { throw problem }
          // A new edit begins when it is saved again.
          let isOver = problem.code == Problem(.leaseHasEnded).code
          var phase = EditPage.Phase.conflict(isOver ? "The time for this edit is over." : problem.message)
          if let held = item.editor?.lease, held.id == lease { phase = .editing(held) }
          return EditPage(
            warehouse: name,
            item: item,
            phase: phase,
            entry: entry,
            showsMistakes: true,
            selection: selection
          ).page
        }.unstored
      },
      Route(.post, "/warehouses/{warehouse}/items/{item}/cancel") { request, context in
        let (name, id) = (try name(context), try item(context))
        let selection = try Selection(request.uri.queryParameters)
        let lease = try await request.form(limits).text("lease")
        do {
          _ = try await ask(name, .cancel(id, lease: lease))
        } catch let refusal as Refusal where request.wantsPage && refusal.isOver {
          // This browser edits nothing, as requested.
        }
        return .see("/warehouses/\(name)\(selection.query)#item-\(id)")
      },
    ]
  }

  /// The page of a warehouse in its current state.
  private func items(
    of name: String,
    _ selection: Selection,
    failure: ItemsPage.Failure? = nil
  ) async throws -> Page {
    try await read(name) { state, position in
      // Events that the state already includes arrive once more, which does no harm.
      ItemsPage(
        warehouse: name,
        selection: selection,
        items: selection.items(of: state),
        position: position,
        failure: failure
      ).page
    }
  }

  private func beginEdit(_ name: String, _ id: Item.State.ID) async throws -> Lease {
    guard let lease = try await ask(name, .edit(id)).editor?.lease else { throw Problem(.leaseHasEnded) }
    return lease
  }

  /// Carries out a form. If a browser has sent it and it is rejected, the browser gets the form again.
  ///
  /// - Parameter again: The page with the form, and with its errors.
  private func answering(
    _ request: Hummingbird.Request,
    _ operation: () async throws -> Response,
    again: (Problem) async throws -> Page
  ) async throws -> Response {
    do {
      return try await operation()
    } catch {
      guard request.wantsPage, let problem = Problem(error),
        [.conflict, .unprocessableContent, .forbidden].contains(problem.status)
      else { throw error }
      var page = try await again(problem)
      page.status = problem.status
      return page.response
    }
  }
}

extension Refusal {
  /// Whether an edit has already ended.
  fileprivate var isOver: Bool { self == .leaseHasEnded || self == .leaseOfAnother }
}

extension Response {
  /// Makes the browser load a page, also when it is reloaded.
  fileprivate static func see(_ path: String) -> Response {
    Response(status: .seeOther, headers: [.location: path])
  }
}
