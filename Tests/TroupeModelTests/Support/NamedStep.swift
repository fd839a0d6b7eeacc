@testable import Troupe

/// A step of a path that is only a name.
final class NamedStep: ScopePathStep {
  private let name: String

  init(_ name: String) { self.name = name }

  func isEqual(to other: any ScopePathStep) -> Bool { name == (other as? NamedStep)?.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
  func text(showsPayloads: Bool) -> String { name }
}

extension ScopePath.Component {
  init(_ name: some CustomStringConvertible) { self.init(NamedStep("\(name)")) }
}
