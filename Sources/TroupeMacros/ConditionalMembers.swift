import TroupeMacroScanner

/// A list of declarations, with the conditional compilation around them.
struct ConditionalMembers<Element> {
  /// The elements between two directives of the same `#if`, with the directive before them.
  struct Branch {
    let directive: String
    let members: ConditionalMembers
  }

  enum Item {
    case element(Element)
    /// A condition from `#if` to `#endif`.
    case condition([Branch])
  }

  private(set) var items: [Item] = []

  /// Reads the members of a type. A closure converts each member to any number of elements.
  init(_ members: [Member], _ elements: (Member) -> [Element]) {
    var rest = members[...]
    self.init(&rest, elements)
    // A stray directive ends the list early. The compiler reports the directive.
  }

  private init(_ rest: inout ArraySlice<Member>, _ elements: (Member) -> [Element]) {
    while let member = rest.first {
      guard case .directive(let text) = member.kind else {
        items += elements(member).map(Item.element)
        rest.removeFirst()
        continue
      }
      guard text.hasPrefix("#if") else { return }
      var branches: [Branch] = []
      var directive = text
      repeat {
        rest.removeFirst()
        branches.append(Branch(directive: directive, members: Self(&rest, elements)))
        guard case .directive(let next) = rest.first?.kind else { break }
        directive = next
      } while !directive.hasPrefix("#endif")
      rest = rest.dropFirst()
      items.append(.condition(branches))
    }
  }

  /// Returns the elements' source under the same conditions. Conditions without source are omitted.
  func source(_ source: (Element) -> String?) -> String {
    items.compactMap { item in
      switch item {
      case .element(let element): return source(element)
      case .condition(let branches):
        let parts = branches.map { ($0.directive, $0.members.source(source)) }
        if parts.allSatisfy(\.1.isEmpty) { return nil }
        return parts.map { $1.isEmpty ? $0 : "\($0)\n\($1)" }.joined(separator: "\n") + "\n#endif"
      }
    }
    .joined(separator: "\n")
  }

  /// Returns the source of a chain of statements, each of which uses the previous statement's result.
  ///
  /// All branches of a condition end with a result of the same name, as does the implicit `#else` branch.
  ///
  /// - Parameters:
  ///   - first: The name of the initial result. The names of later results add a number to it.
  ///   - statement: A closure that returns the statement that computes a new result from the previous result,
  ///     or nil if the element needs no statement.
  /// - Returns: The statements, and the name of the last result.
  func chain(
    from first: String,
    _ statement: (_ element: Element, _ last: String, _ name: String) -> String?
  ) -> (source: String, last: String) {
    var count = 0
    return chain(
      after: first,
      {
        count += 1; return "\(first)\(count)"
      },
      statement
    )
  }

  private func chain(
    after first: String,
    _ next: () -> String,
    _ statement: (Element, String, String) -> String?
  ) -> (source: String, last: String) {
    var lines: [String] = []
    var last = first
    for item in items {
      let name = next()
      switch item {
      case .element(let element):
        guard let line = statement(element, last, name) else { continue }
        lines.append(line)
      case .condition(let branches):
        let parts = branches.map { ($0, $0.members.chain(after: last, next, statement)) }
        if parts.allSatisfy(\.1.source.isEmpty) { continue }
        lines += parts.flatMap { [$0.directive, $1.source, "let \(name) = \($1.last)"] }
        lines += branches.contains(where: \.isElse) ? [] : ["#else", "let \(name) = \(last)"]
        lines.append("#endif")
      }
      last = name
    }
    return (lines.joined(separator: "\n"), last)
  }

  /// The elements under all conditions.
  var all: [Element] {
    items.flatMap { item in
      switch item {
      case .element(let element): [element]
      case .condition(let branches): branches.flatMap(\.members.all)
      }
    }
  }

  /// Whether some elements have a condition.
  var isConditional: Bool {
    items.contains {
      if case .condition(let branches) = $0 { branches.contains { !$0.members.all.isEmpty } } else { false }
    }
  }

  /// The elements without a condition.
  var unconditional: [Element] {
    items.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// Returns source for a part that is needed only if an element of a kind is missing. The result is empty if
  /// such an element always exists. If the element exists under some conditions, the source is returned under
  /// the opposite conditions.
  func source(_ source: String, unless isWritten: (Element) -> Bool) -> String {
    if unconditional.contains(where: isWritten) { return "" }
    for case .condition(let branches) in items
    where branches.contains(where: { $0.members.all.contains(where: isWritten) }) {
      let parts = branches.map { "\($0.directive)\n\($0.members.source(source, unless: isWritten))" }
      let hasElse = branches.contains(where: \.isElse)
      return parts.joined(separator: "\n") + (hasElse ? "" : "\n#else\n\(source)") + "\n#endif"
    }
    return source
  }
}

extension ConditionalMembers.Branch {
  fileprivate var isElse: Bool { directive.hasPrefix("#else") && !directive.hasPrefix("#elseif") }
}
