import SwiftSyntax

/// The places of an edited source that need a decision of the program's author.
final class Finder: SyntaxVisitor {
  private(set) var findings: [Migration.Finding] = []
  private let lines: SourceLocationConverter

  init(_ tree: SourceFileSyntax) {
    lines = SourceLocationConverter(fileName: "", tree: tree)
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
    "uncheckedUseMainSerialExecutor": Advice("use 'withMainSerialExecutor' or 'ScheduledTestCase'", "Tests"),
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

  private func report(_ advice: Advice?, _ name: String, at node: some SyntaxProtocol) {
    guard let advice else { return }
    let line = lines.location(for: node.positionAfterSkippingLeadingTrivia).line
    findings.append(
      Migration.Finding(line: line, message: "'\(name)': \(advice.message)", section: advice.section)
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
    for argument in node.arguments {
      switch argument.label?.text {
      case "animation"?:
        let advice = Advice("animate where the view observes the state", "Effects")
        report(advice, "animation:", at: argument)
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
