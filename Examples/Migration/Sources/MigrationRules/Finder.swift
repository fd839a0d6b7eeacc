import SwiftSyntax

/// The places of an edited source that need a decision of the program's author.
final class Finder: SyntaxVisitor {
  private(set) var findings: [Migration.Finding] = []
  private let lines: SourceLocationConverter

  /// The properties of the file that have the wrapper `@Shared`.
  private let shared: Set<String>

  init(_ tree: SourceFileSyntax) {
    lines = SourceLocationConverter(fileName: "", tree: tree)
    shared = SharedPropertyFinder(tree).found
    super.init(viewMode: .sourceAccurate)
    walk(tree)
  }

  /// What is found, and where the guide describes it.
  private struct Advice {
    let message: String
    let section: String

    init(_ message: String, _ section: String) { (self.message, self.section) = (message, section) }
  }

  private static let imports = [
    "Combine": Advice("Troupe doesn't use Combine: pass an async sequence to 'Effect.stream'", "Effects"),
    "CombineSchedulers": Advice("use a clock instead of a scheduler, and remove the import", "Clocks"),
    "SwiftUINavigation": Advice("use SwiftUI's own modifiers with 'Binding($store.…)'", "Stores and views"),
  ]

  private static let attributes = [
    "BindingViewState": Advice("'@ObservableState' needs no view state", "Stores and views")
  ]

  private static let names = [
    "BindingViewStore": Advice("'@ObservableState' needs no view state", "Stores and views"),
    "NavigationLinkStore": Advice("Troupe has no navigation views", "Stores and views"),
    "NavigationStackStore": Advice("Troupe has no navigation views", "Stores and views"),
    "TaskResult": Advice("use 'Result', whose error has a type", "Reducers"),
    "uncheckedUseMainSerialExecutor": Advice(
      "remove it from tests with a test store; otherwise, use '.scheduled(time: .automatic)' or 'withMainSerialExecutor'",
      "Tests"
    ),
    "WithPerceptionTracking": Advice("remove it: views track the state that they read", "Stores and views"),
  ]

  private static let members = [
    "objectWillChange": Advice("a view store is 'Observable'", "Stores and views"),
    "publisher": Advice(
      "Troupe doesn't use Combine: use 'Effect.stream', or the store's 'states'",
      "Effects"
    ),
    "openURL": Advice("declare a client with a function that opens a URL", "Dependencies"),
    "urlSession": Advice("declare a client with the endpoints that you use", "Dependencies"),
  ]

  private static let readUnderLock = Advice(
    "a body of 'withLock' that reads the value, or a part of it, through a property traps: read it before the call",
    "Reducers"
  )

  private func report(_ advice: Advice?, _ name: String, at node: some SyntaxProtocol) {
    guard let advice else { return }
    findings.append(
      Migration.Finding(
        line: line(of: node),
        message: "'\(name)': \(advice.message)",
        section: advice.section
      )
    )
  }

  private func line(of node: some SyntaxProtocol) -> Int {
    lines.location(for: node.positionAfterSkippingLeadingTrivia).line
  }

  /// Returns the finding for an animation in a line.
  static func animation(line: Int) -> Migration.Finding {
    Migration.Finding(
      line: line,
      message: "'animation:': animate where the view observes the state",
      section: "Effects"
    )
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.path.trimmedDescription
    report(Self.imports[name], name, at: node)
    return .skipChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    let name = node.attributeName.trimmedDescription
    report(Self.attributes[name], "@\(name)", at: node)
    return .visitChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    report(Self.names[node.name.text], node.name.text, at: node)
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName == node
    let advice = isMember ? Self.members[node.baseName.text] : Self.names[node.baseName.text]
    report(advice, node.baseName.text, at: node)
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let member = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    if member == "withLock", let body = node.trailingClosure {
      for read in ReadFinder(of: shared, in: body).found {
        report(Self.readUnderLock, read.trimmedDescription, at: read)
      }
    }
    for argument in node.arguments {
      switch argument.label?.text {
      case "animation"?: findings.append(Self.animation(line: line(of: argument)))
      case "observe"?:
        report(
          Advice("a view store tracks the state that is read", "Stores and views"),
          "observe:",
          at: argument
        )
      default: break
      }
    }
    return .visitChildren
  }
}

/// Finds the reads of properties in a closure.
private final class ReadFinder: SyntaxVisitor {
  private(set) var found: [ExprSyntax] = []
  private let names: Set<String>

  init(of names: Set<String>, in closure: ClosureExprSyntax) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
    walk(closure)
  }

  /// `state.name`. A member of the closure's parameter is a read of the parameter.
  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard let base = node.base?.as(DeclReferenceExprSyntax.self) else { return .visitChildren }
    let isParameter = base.baseName.text == "$0"
    if !isParameter, names.contains(node.declName.baseName.text) { found.append(ExprSyntax(node)) }
    return .skipChildren
  }
}

/// Finds the properties with the wrapper `@Shared`.
private final class SharedPropertyFinder: SyntaxVisitor {
  private(set) var found: Set<String> = []

  init(_ tree: SourceFileSyntax) {
    super.init(viewMode: .sourceAccurate)
    walk(tree)
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    let isShared = node.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "Shared"
    }
    if isShared { found.formUnion(node.bindings.map(\.pattern.trimmedDescription)) }
    return .visitChildren
  }
}
