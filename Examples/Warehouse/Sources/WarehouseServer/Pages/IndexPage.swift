/// The warehouses, and a form for another one.
struct IndexPage {
  let names: NamesPage
  /// Whether these are the first warehouses of all.
  var isFirst = true
  /// The name that a user has entered.
  var entry = ""
  /// What is wrong with it; nil if it is valid.
  var mistake: String?

  var page: Page {
    Page(
      title: "Warehouses",
      hasMistakes: mistake != nil,
      main: """
        <div class="columns">
        <div>\(list)</div>
        \(form)
        </div>
        """
    )
  }

  private var list: String {
    guard !names.warehouses.isEmpty else {
      guard isFirst else {
        return """
          <section class="card empty"><h2>No more warehouses</h2>
          <p><a class="button" href="/">To the first warehouses</a></p></section>
          """
      }
      return """
        <section class="card empty"><h2>No warehouses yet</h2>
        <p>Give the first one a name. Then add its items.</p></section>
        """
    }
    let links = names.warehouses.map {
      "<li><a class=\"card\" href=\"/warehouses/\($0.html)\">\($0.html)</a></li>"
    }
    let next = names.next.map {
      "<p><a class=\"button\" href=\"/?after=\($0.query)\" rel=\"next\">More warehouses</a></p>"
    }
    return "<ul class=\"tiles\">\(links.joined(separator: "\n"))</ul>\(next ?? "")"
  }

  private var form: String {
    let field = Field("name", label: "Name", hint: "Lowercase letters, digits and hyphens", mistake: mistake)
    return """
      <section class="card" aria-labelledby="new">
      <h2 id="new">New warehouse</h2>
      <form method="post" action="/warehouses" class="stack">
      \(field.html("required maxlength=\"40\" pattern=\"[a-z0-9\\-]+\" autocomplete=\"off\" value=\"\(entry.html)\""))
      <p class="actions"><button class="primary">Create warehouse</button></p>
      </form>
      </section>
      """
  }
}
