import SwiftSyntax

/// The edits that need no decision.
final class Rules: SyntaxVisitor {
  private(set) var edits = Edits()
  /// The ends of the arguments before the animations that were removed, as offsets in the source.
  private(set) var removedAnimations: [Int] = []

  /// The properties of the file that have the wrapper `@BindingState`, which is removed.
  private let bindingStates: Set<String>

  init(_ imports: Imports, bindingStates: Set<String> = []) {
    self.bindingStates = bindingStates
    super.init(viewMode: .sourceAccurate)
    imports.replace(in: &edits)
  }

  // MARK: Stores

  /// The types that are isolated to the main actor there, and their names here.
  private static let types = ["Store": "ViewStore", "StoreOf": "ViewStoreOf"]

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if let name = Self.types[node.name.text] { edits.replace(node.name, with: name) }
    if Self.clocks.contains(node.name.text) { removeDuration(node.genericArgumentClause) }
    return .visitChildren
  }

  /// The clocks that are generic there.
  private static let clocks = ["TestClock", "ImmediateClock", "UnimplementedClock"]

  override func visit(_ node: GenericSpecializationExprSyntax) -> SyntaxVisitorContinueKind {
    if Self.clocks.contains(node.expression.trimmedDescription) {
      removeDuration(node.genericArgumentClause)
    }
    return .visitChildren
  }

  private func removeDuration(_ clause: GenericArgumentClauseSyntax?) {
    if let clause, clause.trimmedDescription == "<Duration>" { edits.replace(clause, with: "") }
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    // A member of this name is another thing.
    if node.parent?.as(MemberAccessExprSyntax.self)?.declName == node { return .skipChildren }
    if let name = Self.types[node.baseName.text] { edits.replace(node.baseName, with: name) }
    return .skipChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    if ["Bindable", "Perception.Bindable"].contains(node.attributeName.trimmedDescription), isOfAStore(node) {
      edits.replace(node.attributeName, with: "StoreBindable")
    }
    if node.isBindingState {
      edits.replace(node.positionAfterSkippingLeadingTrivia, node.endPosition, with: "")
    }
    return .visitChildren
  }

  private func isOfAStore(_ attribute: AttributeSyntax) -> Bool {
    let variable = attribute.parent?.parent?.as(VariableDeclSyntax.self)
    let type = variable?.bindings.first?.typeAnnotation?.type.as(IdentifierTypeSyntax.self)
    return type.map { Self.types[$0.name.text] != nil } ?? false
  }

  /// `await TestStore(…)`: nothing is to be awaited.
  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
    let called = node.expression.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
    if let called, ["TestStore", "TestStoreOf"].contains(called) || called.hasPrefix("TestStore<") {
      edits.replace(
        node.awaitKeyword.positionAfterSkippingLeadingTrivia,
        node.expression.positionAfterSkippingLeadingTrivia,
        with: ""
      )
    }
    return .visitChildren
  }

  // MARK: Schedulers of Combine

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let base = node.base?.trimmedDescription
    switch (base, node.declName.baseName.text) {
    case ("DispatchQueue"?, "test"), ("RunLoop"?, "test"): edits.replace(node, with: "TestClock()")
    case ("DispatchQueue"?, "immediate"), ("RunLoop"?, "immediate"):
      edits.replace(node, with: "ImmediateClock()")
    case ("$0"?, "mainQueue"), ("$0"?, "mainRunLoop"):
      edits.replace(node.declName, with: "continuousClock")
    default: return .visitChildren
    }
    return .skipChildren
  }

  /// `@Dependency(\.mainQueue)` and `.dependency(\.mainQueue, …)`.
  override func visit(_ node: KeyPathPropertyComponentSyntax) -> SyntaxVisitorContinueKind {
    let names = ["mainQueue", "mainRunLoop"]
    let name = node.declName.baseName.text
    if names.contains(name), isOfDependencies(node) {
      edits.replace(node.declName, with: "continuousClock")
    }
    if name.hasPrefix("$"), bindingStates.contains(String(name.dropFirst())) {
      edits.replace(node.declName, with: String(name.dropFirst()))
    }
    return .visitChildren
  }

  private func isOfDependencies(_ node: KeyPathPropertyComponentSyntax) -> Bool {
    var parent = node.parent
    while let current = parent {
      if let attribute = current.as(AttributeSyntax.self) {
        return attribute.attributeName.trimmedDescription == "Dependency"
      }
      if let call = current.as(FunctionCallExprSyntax.self) {
        let called = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        return ["dependency", "transformDependency"].contains(called)
      }
      parent = current.parent
    }
    return false
  }

  // MARK: Tests

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    SerialTests(suite: node)?.schedule(in: &edits)
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    SerialTests(testCase: node)?.schedule(in: &edits)
    return .visitChildren
  }

  // MARK: Calls

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let called = node.calledExpression
    let member = called.as(MemberAccessExprSyntax.self)
    let name = (member?.declName ?? called.as(DeclReferenceExprSyntax.self))?.baseName.text
    let labels = node.arguments.map { $0.label?.text ?? "_" }
    // An edit that removes arguments would remove their comments.
    if node.hasComments, Self.shortened.contains(name ?? "") { return .visitChildren }
    switch (name, labels) {
    case ("eraseToAnyScheduler"?, []):
      guard let member, let base = member.base else { break }
      edits.replace(base.endPositionBeforeTrailingTrivia, node.endPositionBeforeTrailingTrivia, with: "")
      // The expression that the method is called on may need further edits.
      walk(base)
      return .skipChildren
    case ("advance"?, ["by"]): inSeconds(node.arguments.first)
    case ("sleep"?, ["for"]) where isOfAClock(member?.base): inSeconds(node.arguments.first)
    case ("timer"?, ["interval"]) where isOfAClock(member?.base): inSeconds(node.arguments.first)
    case ("run"?, ["timeout"]) where isOfAClock(member?.base):
      guard let start = node.leftParen, let end = node.rightParen else { break }
      edits.replace(start.endPosition, end.positionAfterSkippingLeadingTrivia, with: "")
    case ("debounce"?, ["id", "for", "scheduler"]):
      inSeconds(argument(node, 1))
      rename(argument(node, 2), "clock")
    case ("throttle"?, ["id", "for", "scheduler", "latest"]):
      inSeconds(argument(node, 1))
      swapped(argument(node, 2), argument(node, 3))
    case ("XCTModify"?, ["_"]), ("XCTModify"?, ["_", "case"]), ("XCTModify"?, ["_", "case", "_"]):
      return modify(node)
    case ("ViewStore"?, ["_", "observe"]) where isIdentity(argument(node, 1)?.expression):
      guard let store = argument(node, 0)?.expression, node.trailingClosure == nil else { break }
      edits.replace(
        node.positionAfterSkippingLeadingTrivia,
        store.positionAfterSkippingLeadingTrivia,
        with: ""
      )
      edits.replace(store.endPositionBeforeTrailingTrivia, node.endPositionBeforeTrailingTrivia, with: "")
      // The store may be made in this place.
      walk(store)
      return .skipChildren
    case ("ViewStore"?, ["_", "observe"]), ("ViewStore"?, ["_", "observe", "send"]):
      guard let store = argument(node, 0)?.expression, node.trailingClosure == nil else { break }
      edits.replace(
        node.positionAfterSkippingLeadingTrivia,
        store.positionAfterSkippingLeadingTrivia,
        with: ""
      )
      scope(node, isArgument: false)
    case ("cancel"?, ["id"]) where member?.base?.trimmedDescription == "Task" && !node.isAwaited:
      edits.insert("await ", before: node)
    case ("WithViewStore"?, ["_", "observe"]) where isIdentity(argument(node, 1)?.expression):
      guard let store = argument(node, 0), let observe = argument(node, 1) else { break }
      edits.replace(
        store.expression.endPositionBeforeTrailingTrivia,
        observe.endPositionBeforeTrailingTrivia,
        with: ""
      )
    case ("WithViewStore"?, ["_", "observe"]), ("WithViewStore"?, ["_", "observe", "send"]):
      scope(node, isArgument: true)
    case ("send"?, ["_", "animation"]): removeAnimation(node)
    case ("XCTAssertNoDifference"?, _): edits.replace(called, with: "expectNoDifference")
    case ("forEach"?, _), ("ifCaseLet"?, _), ("ifLet"?, _):
      for argument in node.arguments { reducer(argument, of: name == "forEach") }
    default: break
    }
    return .visitChildren
  }

  /// `then: Row.init` becomes `then: { Row() }`: the reducer is in a closure, which a result builder reads.
  private func reducer(_ argument: LabeledExprSyntax, of isForEach: Bool) {
    guard let label = argument.label, ["destination", "element", "then"].contains(label.text) else { return }
    if isForEach, label.text == "destination" { edits.replace(label, with: "element") }
    let expression = argument.expression
    if let initializer = expression.as(MemberAccessExprSyntax.self), let type = initializer.base,
      initializer.declName.trimmedDescription == "init"
    {
      edits.replace(expression, with: "{ \(type.trimmedDescription)() }")
    } else if expression.is(MemberAccessExprSyntax.self) && !expression.trimmedDescription.hasPrefix(".")
      || expression.is(DeclReferenceExprSyntax.self)
    {
      edits.replace(expression, with: "{ \(expression.trimmedDescription)() }")
    }
  }

  /// `send(.loaded, animation: .default)` becomes `send(.loaded)`. The place is listed, because the program's
  /// author decides where a view animates.
  private func removeAnimation(_ node: FunctionCallExprSyntax) {
    guard let action = argument(node, 0)?.expression, let animation = argument(node, 1) else { return }
    let end = action.endPositionBeforeTrailingTrivia
    edits.replace(end, animation.endPositionBeforeTrailingTrivia, with: "")
    removedAnimations.append(end.utf8Offset)
  }

  /// `store, observe: f, send: g` becomes `store.scope(state: f, action: g)`, because a view store of a part
  /// of the state is a scope here. The call's own parenthesis ends the scope, unless the scope is the call's
  /// argument.
  private func scope(_ node: FunctionCallExprSyntax, isArgument: Bool) {
    guard let store = argument(node, 0)?.expression, let observe = argument(node, 1) else { return }
    edits.replace(
      store.endPositionBeforeTrailingTrivia,
      observe.expression.positionAfterSkippingLeadingTrivia,
      with: ".scope(state: "
    )
    let end = isArgument ? ")" : ""
    if let send = argument(node, 2) {
      rename(send, "action")
      edits.insert(end, after: send.expression)
    } else {
      edits.insert(", action: { $0 }\(end)", after: observe.expression)
    }
  }

  private func argument(_ call: FunctionCallExprSyntax, _ index: Int) -> LabeledExprSyntax? {
    call.arguments.dropFirst(index).first
  }

  private func isIdentity(_ expression: ExprSyntax?) -> Bool {
    ["{ $0 }", "{$0}", "\\.self"].contains(expression?.trimmedDescription)
  }

  /// Whether the expression is a path with the operator, `/Screen.note`.
  private func isCasePath(_ expression: ExprSyntax) -> Bool {
    expression.as(PrefixOperatorExprSyntax.self)?.operator.text == "/"
  }

  /// The functions whose calls lose arguments.
  private static let shortened: Set = ["ViewStore", "WithViewStore", "XCTModify", "run", "send"]

  /// Whether the expression has the name of a clock or of a scheduler. Other queues may belong to the
  /// program.
  private func isOfAClock(_ expression: ExprSyntax?) -> Bool {
    let name = expression?.trimmedDescription.lowercased().split(separator: ".").last ?? ""
    return ["queue", "mainqueue"].contains(name)
      || ["clock", "scheduler", "runloop"].contains { name.hasSuffix($0) }
  }

  /// `1` becomes `.seconds(1)`.
  private func inSeconds(_ argument: LabeledExprSyntax?) {
    guard let number = argument?.expression,
      number.is(IntegerLiteralExprSyntax.self) || number.is(FloatLiteralExprSyntax.self)
    else { return }
    edits.replace(number, with: ".seconds(\(number.trimmedDescription))")
  }

  private func rename(_ argument: LabeledExprSyntax?, _ label: String) {
    if let old = argument?.label { edits.replace(old, with: label) }
  }

  /// `scheduler: s, latest: l` becomes `latest: l, clock: s`.
  private func swapped(_ scheduler: LabeledExprSyntax?, _ latest: LabeledExprSyntax?) {
    guard let scheduler, let latest else { return }
    let inner = Rules(Imports(SourceFileSyntax(statements: [], endOfFileToken: .endOfFileToken())))
    // The scheduler's expression may be the place of an edit itself: a call of `eraseToAnyScheduler()`.
    inner.walk(scheduler.expression)
    let offset = scheduler.expression.positionAfterSkippingLeadingTrivia.utf8Offset
    let clock = inner.edits.shifted(by: -offset).applied(to: scheduler.expression.trimmedDescription)
    edits.replace(
      scheduler.positionAfterSkippingLeadingTrivia,
      latest.endPositionBeforeTrailingTrivia,
      with: "latest: \(latest.expression.trimmedDescription), clock: \(clock)"
    )
  }

  /// `XCTModify(&value, case: \.a) { … }` becomes `value.modify(\.a) { … }`. Without a case, it unwraps an
  /// optional. A message is removed, because the issue names the case.
  private func modify(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let path = argument(node, 1)?.expression
    guard let root = argument(node, 0)?.expression.as(InOutExprSyntax.self)?.expression,
      path.map({ $0.is(KeyPathExprSyntax.self) || isCasePath($0) }) ?? true,
      let end = node.rightParen, let closure = node.trailingClosure
    else { return .visitChildren }
    edits.replace(
      node.positionAfterSkippingLeadingTrivia,
      end.endPositionBeforeTrailingTrivia,
      with: "\(root.trimmedDescription).modify(\(path?.trimmedDescription ?? "\\.some"))"
    )
    walk(closure)
    return .skipChildren
  }
}

extension AttributeSyntax {
  /// Whether the attribute is the wrapper of a property whose projection was a binding.
  var isBindingState: Bool { attributeName.trimmedDescription == "BindingState" }

  /// Whether the attribute is the wrapper of a property of a view's state, which has to be removed by hand.
  var isBindingViewState: Bool { attributeName.trimmedDescription == "BindingViewState" }
}

extension FunctionCallExprSyntax {
  /// Whether there are comments beside or between the arguments.
  fileprivate var hasComments: Bool {
    let tokens =
      arguments.flatMap { argument in
        let expression = argument.expression
        return [
          argument.label, argument.colon, expression.firstToken(viewMode: .sourceAccurate),
          expression.lastToken(viewMode: .sourceAccurate), argument.trailingComma,
        ]
      }
    let trivia = tokens.compactMap { $0 }.flatMap { $0.leadingTrivia.pieces + $0.trailingTrivia.pieces }
    let ends = (leftParen?.trailingTrivia.pieces ?? []) + (rightParen?.leadingTrivia.pieces ?? [])
    return (trivia + ends).contains(where: \.isComment)
  }

  /// Whether the call, or an expression around the call, is marked with `await`.
  fileprivate var isAwaited: Bool {
    var parent = parent
    while let current = parent, !current.is(CodeBlockItemSyntax.self) {
      if current.is(AwaitExprSyntax.self) { return true }
      parent = current.parent
    }
    return false
  }
}

/// Finds the properties with the wrapper `@BindingState`.
final class BindingStateFinder: SyntaxVisitor {
  private var found: Set<String> = []
  /// The properties with other attributes. `@BindingViewState` doesn't count: such a property usually has the
  /// name of the property that it shows.
  private var others: Set<String> = []

  /// The names that no other property of the file with a wrapper has.
  var names: Set<String> { found.subtracting(others) }

  init(_ tree: SourceFileSyntax) {
    super.init(viewMode: .sourceAccurate)
    walk(tree)
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    let names = node.bindings.map(\.pattern.trimmedDescription)
    if node.attributes.contains(where: { $0.as(AttributeSyntax.self)?.isBindingState == true }) {
      found.formUnion(names)
    } else if node.attributes.contains(where: { $0.as(AttributeSyntax.self)?.isBindingViewState != true }) {
      others.formUnion(names)
    }
    return .visitChildren
  }
}

extension Edits {
  /// The same edits of a part of the source.
  func shifted(by offset: Int) -> Edits {
    var result = Edits()
    for edit in all {
      result.replace(
        AbsolutePosition(utf8Offset: edit.range.lowerBound + offset),
        AbsolutePosition(utf8Offset: edit.range.upperBound + offset),
        with: edit.text
      )
    }
    return result
  }
}
