import SwiftSyntax

/// The edits that run tests on a scheduler instead of setting `uncheckedUseMainSerialExecutor` before each
/// test.
///
/// A suite or a test case is edited only if its initializer or its `setUp()` sets the variable and does
/// nothing else.
struct SerialTests {
  /// The initializer or the `setUp` method that sets the variable.
  private let preparation: DeclSyntax
  private let type: Syntax
  private let attributes: AttributeListSyntax
  private let isSuite: Bool

  private static let trait = ".scheduled(time: .automatic)"

  /// Finds the initializer of a suite of Swift Testing.
  init?(suite type: StructDeclSyntax) {
    let members = type.memberBlock.members
    let hasTests = members.contains { member in
      member.decl.as(FunctionDeclSyntax.self)?.attributes.contains { $0.isNamed("Test") } ?? false
    }
    // `filter` would return members of another tree.
    let initializers = members.compactMap { $0.decl.is(InitializerDeclSyntax.self) ? $0 : nil }
    // If the suite has another initializer, it can't be created without this initializer.
    guard hasTests, initializers.count == 1, let member = initializers.first,
      let initializer = member.decl.as(InitializerDeclSyntax.self), member.semicolon == nil,
      initializer.signature.parameterClause.parameters.isEmpty, initializer.modifiers.isEmpty,
      !members.contains(where: { $0.decl.is(IfConfigDeclSyntax.self) }),
      type.attributes.allSatisfy({ $0.is(AttributeSyntax.self) })
    else { return nil }
    self.init(DeclSyntax(initializer), initializer.body, of: type, isSuite: true)
  }

  /// Finds the `setUp` method of a test case.
  init?(testCase type: ClassDeclSyntax) {
    let methods = type.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
    let setUps = methods.filter { $0.name.text == "setUp" }
    guard type.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription == "XCTestCase",
      !methods.contains(where: { $0.name.text == "invokeTest" }), setUps.count == 1, let setUp = setUps.first,
      setUp.modifiers.trimmedDescription == "override", setUp.signature.parameterClause.parameters.isEmpty
    else { return nil }
    self.init(DeclSyntax(setUp), setUp.body, of: type, isSuite: false)
  }

  private init?(
    _ preparation: DeclSyntax,
    _ body: CodeBlockSyntax?,
    of type: some DeclGroupSyntax,
    isSuite: Bool
  ) {
    let statements = body?.statements.map { $0.item.trimmedDescription } ?? []
    let others = ["super.setUp()", "try super.setUp()", "await super.setUp()", "try await super.setUp()"]
    let own = statements.first.map(others.contains) == true ? Array(statements.dropFirst()) : statements
    guard own == ["uncheckedUseMainSerialExecutor = true"], !preparation.hasComments else { return nil }
    (self.preparation, self.type, attributes) = (preparation, Syntax(type), type.attributes)
    self.isSuite = isSuite
  }

  /// Removes the initializer or the method, and runs the tests on a scheduler.
  func schedule(in edits: inout Edits) {
    guard isSuite else {
      // XCTest's method isn't isolated to the main actor, but the test case may be.
      let lines = [
        "nonisolated override func invokeTest() {", "  withMainSerialExecutor { super.invokeTest() }", "}",
      ]
      edits.replace(preparation, with: lines.joined(separator: "\n\(preparation.indentation)"))
      return
    }
    let before = preparation.previousToken(viewMode: .sourceAccurate)?.endPosition ?? preparation.position
    edits.replace(before, preparation.endPositionBeforeTrailingTrivia, with: "")
    // The trait of a suite also applies to the suites inside.
    if !isInScheduledSuite { addTrait(to: &edits) }
  }

  private var isInScheduledSuite: Bool {
    var parent = type.parent
    while let current = parent {
      if let outer = current.as(StructDeclSyntax.self), SerialTests(suite: outer) != nil { return true }
      parent = current.parent
    }
    return false
  }

  private func addTrait(to edits: inout Edits) {
    let suite = attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.isNamed("Suite") }
    if let suite, case .argumentList(let arguments)? = suite.arguments, let last = arguments.last {
      let separator = last.trailingComma == nil ? ", " : " "
      edits.insert("\(separator)\(Self.trait)", after: last)
    } else if let suite, let end = suite.rightParen {
      edits.insert(Self.trait, before: end)
    } else if let suite {
      edits.insert("(\(Self.trait))", after: suite)
    } else {
      edits.insert("@Suite(\(Self.trait))\n\(type.indentation)", before: type)
    }
  }
}

extension AttributeListSyntax.Element {
  fileprivate func isNamed(_ name: String) -> Bool { self.as(AttributeSyntax.self)?.isNamed(name) ?? false }
}

extension AttributeSyntax {
  /// Whether the attribute has a name, with or without the name of its module.
  fileprivate func isNamed(_ name: String) -> Bool {
    attributeName.trimmedDescription.split(separator: ".").last.map { $0 == name } ?? false
  }
}

extension SyntaxProtocol {
  /// The blanks at the start of the node's first line.
  fileprivate var indentation: String {
    String(leadingTrivia.description.reversed().prefix { $0 == " " || $0 == "\t" }.reversed())
  }

  /// Whether there is a comment before the node or inside.
  fileprivate var hasComments: Bool {
    tokens(viewMode: .sourceAccurate).contains {
      ($0.leadingTrivia.pieces + $0.trailingTrivia.pieces).contains(where: \.isComment)
    }
  }
}
