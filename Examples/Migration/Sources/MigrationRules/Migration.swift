import SwiftParser
import SwiftSyntax

/// The source of a file after the edits that need no decision, and the places that need one.
public struct Migration: Equatable, Sendable {
  /// A place that the program's author has to change.
  public struct Finding: Equatable, Sendable {
    /// The line in the source after the edits, from 1.
    public let line: Int
    /// What is there, and what takes its place.
    public let message: String
    /// The section of the guide that describes the change.
    public let section: String
  }

  /// The source after the edits.
  public let source: String
  /// The places that are left, from top to bottom.
  public let findings: [Finding]

  /// Migrates the source of a file.
  ///
  /// Only a file that imports the Composable Architecture or one of its sister packages is changed, so
  /// migrating the result again changes nothing.
  ///
  /// - Parameter source: The source.
  public init(_ source: String) {
    let tree = Parser.parse(source: source)
    let imports = Imports(tree)
    guard imports.areToChange else {
      self.source = source
      findings = []
      return
    }
    let rules = Rules(imports, bindingStates: BindingStateFinder(tree).names)
    rules.walk(tree)
    let edited = rules.edits.applied(to: source)
    self.source = edited
    let finder = Finder(Parser.parse(source: edited))
    let animations = rules.removedAnimations.map { offset in
      let before = edited.utf8.prefix(rules.edits.offset(of: offset))
      return Finder.animation(line: before.count { $0 == UInt8(ascii: "\n") } + 1)
    }
    findings = (finder.findings + animations).sorted { $0.line < $1.line }
  }
}
