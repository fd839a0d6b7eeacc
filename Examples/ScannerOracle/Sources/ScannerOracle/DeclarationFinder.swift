import SwiftSyntax
import TroupeMacroScanner

/// Finds what the compiler could pass to a macro: types, single members, and variables wherever they are.
final class DeclarationFinder: SyntaxVisitor {
  /// The kind of each declaration, its text, and the facts from both sides.
  private(set) var found: [(kind: String, declaration: Declaration, parsed: [Fact], scanned: [Fact])] = []
  /// The number of declarations that aren't valid Swift; the compiler passes none of them to a macro.
  private(set) var invalid = 0
  private let file: SourceFile

  init(_ file: SourceFile) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
    walk(file.tree)
  }

  private func compare(type node: some DeclGroupSyntax) -> SyntaxVisitorContinueKind {
    let source = Declaration(node, in: file)
    var scanner = DeclarationScanner(SourceText(Array(source.bytes)))
    let scanned = scanner.typeDeclaration().map(Fact.scanned(_:)) ?? []
    add(node.introducer.text, source) { (Fact.parsed(node, in: source), scanned) }
    return .visitChildren
  }

  private func compare(member node: DeclSyntax) {
    let source = Declaration(node, in: file)
    let kind = node.is(VariableDeclSyntax.self) ? "var or let alone" : "member alone"
    add(kind, source) {
      var scanner = DeclarationScanner(SourceText(Array(source.bytes)))
      return (Fact.parsed(node, in: source), Fact.scanned(scanner.member()))
    }
  }

  private func add(_ kind: String, _ source: Declaration, _ facts: () -> ([Fact], [Fact])) {
    guard !source.node.hasError else {
      invalid += 1
      return
    }
    let (parsed, scanned) = facts()
    found.append((kind, source, parsed, scanned))
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { compare(type: node) }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { compare(type: node) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { compare(type: node) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { compare(type: node) }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { compare(type: node) }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    // No macro is attached to `extension [Int]`, and the scanner doesn't need its name.
    node.extendedType.isPlainName ? compare(type: node) : .visitChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    compare(member: DeclSyntax(node))
    return .visitChildren
  }

  override func visit(_ node: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if !node.decl.is(VariableDeclSyntax.self), !node.decl.is(IfConfigDeclSyntax.self) {
      compare(member: node.decl)
    }
    return .visitChildren
  }
}

extension TypeSyntax {
  /// Whether it is a name, or names with dots between them.
  fileprivate var isPlainName: Bool {
    if let type = self.as(IdentifierTypeSyntax.self) { return type.genericArgumentClause == nil }
    guard let type = self.as(MemberTypeSyntax.self) else { return false }
    return type.genericArgumentClause == nil && type.baseType.isPlainName
  }
}
