import SwiftSyntax

/// The imports of a file that stand for the one import of this package.
struct Imports {
  /// The modules whose names are in `TroupeComposable`.
  private static let replaced: Set<String> = [
    "CasePaths", "CasePathsCore", "Clocks", "ComposableArchitecture", "ConcurrencyExtras", "CustomDump",
    "Dependencies", "DependenciesMacros", "IdentifiedCollections", "IssueReporting", "Perception", "Sharing",
    "XCTestDynamicOverlay",
  ]
  /// The modules whose names are in `TroupeTesting`, which a test imports besides.
  private static let forTests: Set<String> = [
    "ConcurrencyExtrasTestSupport", "CustomDumpTestSupport", "DependenciesTestSupport",
    "IssueReportingTestSupport",
  ]

  /// The imports to replace.
  let declarations: [ImportDeclSyntax]
  /// Whether the file is a test's.
  let isTest: Bool

  init(_ tree: SourceFileSyntax) {
    let finder = ImportFinder(viewMode: .sourceAccurate)
    finder.walk(tree)
    let imports = finder.found
    func name(_ declaration: ImportDeclSyntax) -> String { declaration.path.trimmedDescription }
    declarations = imports.filter {
      $0.importKindSpecifier == nil && (Self.replaced.contains(name($0)) || Self.forTests.contains(name($0)))
    }
    isTest = imports.contains {
      ["XCTest", "Testing"].contains(name($0)) || Self.forTests.contains(name($0))
    }
  }

  /// Whether there are any.
  var areToChange: Bool { !declarations.isEmpty }

  /// Replaces them.
  func replace(in edits: inout Edits) {
    for (index, declaration) in declarations.enumerated() {
      guard index == 0 else {
        edits.replace(declaration.position, declaration.endPositionBeforeTrailingTrivia, with: "")
        continue
      }
      edits.replace(
        declaration,
        with: prefix + "import TroupeComposable" + (isTest ? "\nimport TroupeTesting" : "")
      )
    }
  }

  /// What precedes the one import: `@_exported` if any of the imports has it, and the widest access level.
  private var prefix: String {
    let isExported = declarations.contains {
      $0.attributes.contains { $0.trimmedDescription == "@_exported" }
    }
    // An import without a modifier has the default level, which is `internal` or `public`.
    let levels = ["public", "package", "", "internal", "fileprivate", "private"]
    let written = Set(declarations.map(\.modifiers.trimmedDescription))
    let level = levels.first(where: written.contains) ?? ""
    return (isExported ? "@_exported " : "") + (level.isEmpty ? "" : "\(level) ")
  }
}

/// Finds the imports of a file, also those under a condition.
private final class ImportFinder: SyntaxVisitor {
  private(set) var found: [ImportDeclSyntax] = []

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .skipChildren
  }
}
